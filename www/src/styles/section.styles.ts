import { css } from "lit";

/** A part of a panel: a heading with what can be done, and below it what it is about. */
export const sectionStyles = css`
  :host {
    display: block;
  }

  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    min-block-size: 2rem;
    margin-block-end: 0.5rem;
  }

  h2 {
    margin: 0;
    font-size: var(--small);
    font-weight: 600;
  }

  h2 span {
    margin-inline-start: 0.25rem;
    font-weight: 400;
    color: var(--muted);
  }

  .link {
    min-block-size: 1.75rem;
    color: var(--accent);
    font-size: var(--small);
  }

  .link[aria-disabled="true"] {
    color: var(--muted);
    cursor: default;
  }

  .empty,
  .problem {
    margin: 0;
    color: var(--muted);
    font-size: var(--small);
    overflow-wrap: anywhere;
  }

  .problem {
    padding: 0.625rem 0.75rem;
    border-radius: var(--radius);
    background: var(--bad-soft);
    color: var(--ink);
  }

  @media (width < 60rem) {
    .link {
      min-block-size: 2.75rem;
    }
  }
`;

/** Lists in a box, and the text of files and lines in them. */
export const listStyles = css`
  ul {
    margin: 0;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font-size: var(--small);
    list-style: none;
  }

  li {
    overflow-wrap: anywhere;
  }

  li + li {
    border-block-start: 1px solid var(--line);
  }

  code,
  pre {
    font: 500 var(--tiny) / 1.6 var(--mono);
  }

  pre {
    max-block-size: 16rem;
    margin: 0;
    padding: 0.5rem 0.75rem;
    background: var(--paper);
    font-weight: 400;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  pre:focus-visible {
    outline-offset: -2px;
  }
`;

/** A panel beside the conversation: it scrolls by itself, and its parts are apart. */
export const panelStyles = css`
  :host {
    display: block;
    min-block-size: 0;
    overflow-y: auto;
    padding: 0.875rem 1.25rem 1.25rem;
    background: var(--paper);
    scrollbar-gutter: stable;
    scrollbar-width: thin;
  }

  section + section {
    margin-block-start: 1.5rem;
  }
`;
