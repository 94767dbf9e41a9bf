import { css } from "lit";

export const panelStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    background: var(--sunken);
  }

  h2 {
    margin: 0;
    font-size: var(--small);
    font-weight: 600;
  }

  .activity {
    flex: 1 1 auto;
    min-block-size: 0;
    padding: 1.25rem;
    scrollbar-gutter: stable;
  }

  .cards {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    margin-block-start: 0.75rem;
  }

  .nothing {
    margin-block-start: 0.75rem;
    padding: 1rem 1.125rem;
    border: 1px dashed var(--line-strong);
    border-radius: var(--radius);
    color: var(--muted);
    font-size: var(--small);
  }

  .nothing p {
    margin: 0 0 0.75rem;
    color: var(--ink);
  }

  .nothing ol {
    display: grid;
    gap: 0.5rem;
    margin: 0;
    padding: 0;
    list-style: none;
    counter-reset: step;
  }

  .nothing li {
    position: relative;
    padding-inline-start: 1.75rem;
    counter-increment: step;
  }

  .nothing li::before {
    content: counter(step);
    position: absolute;
    inset-inline-start: 0;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin-block-start: 0.0625rem;
    border-radius: 50%;
    background: var(--accent-soft);
    color: var(--accent);
    font: 600 0.6875rem / 1.125rem var(--sans);
    text-align: center;
  }

  .nothing b {
    font-weight: 600;
    color: var(--ink);
  }

  .tools {
    flex: none;
    max-block-size: 40%;
    padding: 0 1.25rem 0.75rem;
    border-block-start: 1px solid var(--line);
    background: var(--paper);
    scrollbar-gutter: stable;
  }

  .tools header {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    padding-block: 0.75rem 0.375rem;
    background: var(--paper);
  }

  .tools h2 span {
    margin-inline-start: 0.25rem;
    font-weight: 400;
    color: var(--muted);
  }

  .link {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 1.75rem;
    font-size: var(--small);
    color: var(--accent);
    border-radius: 4px;
    white-space: nowrap;
  }

  .link:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  /* On a narrow screen the panel covers the conversation: it scrolls as one. */
  @media (width < 60rem) {
    :host {
      overflow-y: auto;
      background: var(--paper);
    }

    .activity {
      flex: none;
      overflow: visible;
      padding: 1rem;
    }

    .tools {
      max-block-size: none;
      overflow: visible;
      padding-inline: 1rem;
    }

    .link {
      min-block-size: 2.75rem;
    }
  }
`;
