import { css } from "lit";

export const appStyles = css`
  :host {
    display: grid;
    grid-template:
      "bar bar" auto
      "log panel" minmax(0, 1fr)
      "foot panel" auto / minmax(0, 1fr) clamp(22rem, 32vw, 28rem);
    block-size: 100dvh;
    /* The page itself never scrolls, whatever asks for it: its parts do. */
    overflow: hidden;
    overflow: clip;
  }

  :host([has-space]) {
    grid-template:
      "bar bar bar" auto
      "log space panel" minmax(0, 1fr)
      "foot space panel" auto / minmax(0, 1fr) clamp(21rem, 27vw, 28rem) clamp(21rem, 25vw, 26rem);
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

  nav {
    position: relative;
    display: flex;
    gap: 0.125rem;
    padding: 0.125rem;
    border-radius: 10px;
    background: var(--sunken);
  }

  nav a {
    padding: 0.25rem 0.75rem;
    border-radius: 8px;
    color: var(--muted);
    font-size: var(--small);
    font-weight: 500;
    text-decoration: none;
  }

  nav a:hover {
    color: var(--ink);
  }

  nav a[aria-current="page"] {
    background: var(--raised);
    box-shadow: var(--shadow);
    color: var(--ink);
  }

  .info {
    margin-inline-end: auto;
    padding-inline-start: 0.75rem;
    border-inline-start: 1px solid var(--line);
    min-inline-size: 0;
    overflow-wrap: anywhere;
    font-size: var(--small);
    line-height: 1.25;
    color: var(--muted);
  }

  .bar .button {
    margin-inline-start: auto;
    flex: none;
  }

  main {
    grid-area: log;
    min-block-size: 0;
    min-inline-size: 0;
  }

  .talk {
    display: flex;
    flex-direction: column;
    block-size: 100%;
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

  .space {
    grid-area: space;
    border-inline-start: 1px solid var(--line);
  }

  .strip {
    display: none;
    grid-area: strip;
    border-block-end: 1px solid var(--line);
    background: var(--sunken);
  }

  activity-strip {
    flex: 1;
    min-inline-size: 0;
  }

  .toggle {
    display: none;
    align-items: center;
    gap: 0.375rem;
    padding-inline: 0.75rem;
    border-inline-start: 1px solid var(--line);
    font-size: var(--small);
    font-weight: 500;
  }

  .toggle svg {
    color: var(--muted);
    transition: rotate 200ms;
  }

  .toggle[aria-expanded="true"] svg {
    rotate: 180deg;
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

  /* Not enough room for three: the activity covers the conversation when it is asked for. */
  @media (width < 80rem) {
    :host([has-space]) {
      grid-template:
        "bar bar" auto
        "strip strip" auto
        "log space" minmax(0, 1fr)
        "foot space" auto / minmax(0, 1fr) clamp(21rem, 40vw, 28rem);
    }

    :host([has-space]) .strip {
      display: flex;
    }

    :host([has-space]) activity-panel {
      display: none;
      grid-area: log;
      z-index: 1;
      border: 0;
    }

    :host([has-space]) activity-panel.open {
      display: flex;
    }
  }

  @media (width < 60rem) {
    :host,
    :host([has-space]) {
      grid-template:
        "bar" auto
        "strip" auto
        "log" minmax(0, 1fr)
        "foot" auto / minmax(0, 1fr);
    }

    .bar {
      min-block-size: 3.25rem;
      padding-inline: 1rem 0.75rem;
    }

    nav a {
      display: grid;
      align-items: center;
      min-block-size: 2.75rem;
    }

    .bar .button {
      inline-size: 2.75rem;
      padding: 0;
    }

    .bar .button span {
      display: none;
    }

    .strip,
    .toggle {
      display: flex;
    }

    activity-panel,
    .space {
      display: none;
      grid-area: log;
      z-index: 1;
      border: 0;
    }

    activity-panel.open {
      display: flex;
    }

    .space.open {
      display: block;
    }

    footer {
      padding-inline: 1rem;
      padding-block-end: max(0.75rem, env(safe-area-inset-bottom));
    }
  }

  @media (width < 30rem) {
    .info {
      display: none;
    }

    .bar {
      gap: 0.5rem;
      padding-inline: 0.75rem;
    }

    /* Where even that is too wide, they can be moved along. */
    nav {
      min-inline-size: 0;
      overflow-x: auto;
      scrollbar-width: thin;
    }

    nav a {
      padding-inline: 0.5rem;
    }

    /* The sign stays; there is no room for the name beside four scenes. */
    .brand span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }

  /* As narrow as a wide window is at 400 %: the scenes fit when the sign makes room for them. */
  @media (width < 24rem) {
    .brand {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    nav a {
      padding-inline: 0.375rem;
    }
  }

  /* As low as it is at 400 %: what stands above and below the conversation would leave no room for it, so all of it scrolls. */
  @media (height < 24rem) and (width < 60rem) {
    :host,
    :host([has-space]) {
      grid-template-rows: auto auto 75dvh auto;
      overflow: hidden auto;
    }
  }
`;
