import { css } from "lit";

export const dinnerStyles = css`
  header {
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    margin-block-end: 0.25rem;
  }

  section > .empty {
    margin-block-end: 0.5rem;
  }

  /* Beside the conversation there is room for about fifty characters. */
  .source pre {
    font-size: var(--tiny);
    white-space: pre-wrap;
  }

  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.25rem 1.25rem;
    align-items: center;
    margin: 0.25rem 0 0;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font-size: var(--small);
  }

  dt {
    color: var(--muted);
  }

  dd {
    min-block-size: 1.75rem;
    margin: 0;
    padding-block: 0.25rem;
    overflow-wrap: anywhere;
  }

  output {
    display: inline-block;
    min-inline-size: 2rem;
    font-weight: 600;
    text-align: center;
  }

  .predicted {
    color: var(--accent);
    font-style: italic;
  }
`;
