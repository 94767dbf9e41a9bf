import { css } from "lit";

export const fileBrowserStyles = css`
  li > button {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    inline-size: 100%;
    min-block-size: 2.25rem;
    padding-inline: 0.75rem;
    font-size: var(--small);
  }

  li > button:hover {
    background: var(--sunken);
  }

  li > button:focus-visible,
  pre:focus-visible {
    outline-offset: -2px;
  }

  .path {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
    font-family: var(--mono);
  }

  /* Goes into the next line as a whole, where there is room for it. */
  .path bdi {
    display: inline-block;
    max-inline-size: 100%;
  }

  .folder,
  .size,
  button svg {
    color: var(--muted);
  }

  .size {
    flex: none;
    font-size: var(--tiny);
    font-variant-numeric: tabular-nums;
  }

  .difference {
    flex: none;
    padding: 0 0.4rem;
    border-radius: 999px;
    background: var(--accent-soft);
    color: var(--accent);
    font-size: var(--tiny);
    font-weight: 500;
  }

  button svg {
    flex: none;
    transition: rotate 150ms;
  }

  [aria-expanded="true"] svg {
    rotate: 180deg;
  }

  pre {
    max-block-size: 14rem;
    margin: 0;
    padding: 0.5rem 0;
    border-block-start: 1px solid var(--line);
    background: var(--paper);
    font: 400 var(--tiny) / 1.6 var(--mono);
    counter-reset: line;
    tab-size: 4;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .line {
    display: block;
    position: relative;
    padding-inline: 2.75rem 0.75rem;
    counter-increment: line;
    unicode-bidi: plaintext;
  }

  .line::before {
    content: counter(line) / "";
    position: absolute;
    inset-inline-start: 0;
    inline-size: 2rem;
    color: var(--muted);
    text-align: end;
  }

  li > .empty {
    padding: 0.5rem 0.75rem 0.75rem;
  }

  @media (width < 60rem) {
    li > button {
      min-block-size: 2.75rem;
    }
  }
`;
