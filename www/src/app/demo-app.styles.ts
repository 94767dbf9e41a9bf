import { css } from "lit";

export const appStyles = css`
  :host {
    display: grid;
    grid-template:
      "bar bar" auto
      "log panel" minmax(0, 1fr)
      "foot panel" auto / minmax(0, 1fr) clamp(22rem, 32vw, 28rem);
    block-size: 100dvh;
  }

  .bar {
    grid-area: bar;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3.5rem;
    padding-inline: 1.25rem;
    border-block-end: 1px solid var(--line);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    margin: 0;
    font-size: 1rem;
    font-weight: 600;
    letter-spacing: -0.015em;
  }

  .info {
    margin-inline-end: auto;
    padding-inline-start: 0.75rem;
    border-inline-start: 1px solid var(--line);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--small);
    color: var(--muted);
  }

  .bar .button {
    margin-inline-start: auto;
    flex: none;
  }

  main {
    grid-area: log;
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    min-inline-size: 0;
  }

  chat-log {
    flex: 1;
    min-block-size: 0;
  }

  .core-error {
    margin: 0.75rem 1.25rem 0;
    padding: 0.75rem 0.875rem;
    border-radius: var(--radius);
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }

  footer {
    grid-area: foot;
    min-inline-size: 0;
    inline-size: 100%;
    max-inline-size: 44rem;
    margin-inline: auto;
    padding: 0.5rem 1.25rem max(1.25rem, env(safe-area-inset-bottom));
  }

  activity-panel {
    grid-area: panel;
    border-inline-start: 1px solid var(--line);
  }

  activity-strip {
    display: none;
  }

  .welcome h2 {
    margin: 0 0 0.75rem;
    font-size: clamp(1.625rem, 1.2rem + 1.6vw, 2.25rem);
    font-weight: 600;
    line-height: 1.15;
    letter-spacing: -0.025em;
    text-wrap: balance;
  }

  .welcome p {
    max-inline-size: 36rem;
    margin: 0 0 1.75rem;
    color: var(--muted);
    text-wrap: pretty;
  }

  @media (width < 60rem) {
    :host {
      grid-template:
        "bar" auto
        "strip" auto
        "log" minmax(0, 1fr)
        "foot" auto / minmax(0, 1fr);
    }

    .bar {
      min-block-size: 3rem;
      padding-inline: 1rem 0.75rem;
    }

    .bar .button {
      inline-size: 2.25rem;
      min-block-size: 2.25rem;
      padding: 0;
    }

    .bar .button span {
      display: none;
    }

    activity-strip {
      display: flex;
      grid-area: strip;
    }

    activity-panel {
      display: none;
      grid-area: log;
      z-index: 1;
      border: 0;
    }

    activity-panel.open {
      display: flex;
    }

    footer {
      padding-inline: 1rem;
      padding-block-end: max(0.75rem, env(safe-area-inset-bottom));
    }
  }
`;
