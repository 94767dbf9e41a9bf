import { css } from "lit";

export const composerStyles = css`
  :host {
    display: block;
  }

  form {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: 0.5rem;
    padding: 0.4375rem 0.4375rem 0.4375rem 0.9375rem;
    border: 1px solid var(--line-strong);
    border-radius: 16px;
    background: var(--raised);
    box-shadow: var(--shadow);
  }

  form:focus-within {
    border-color: var(--accent);
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }

  textarea {
    inline-size: 100%;
    max-block-size: min(12rem, 30dvh);
    padding: 0.3125rem 0;
    border: 0;
    outline: 0;
    resize: none;
    background: none;
    color: inherit;
    font: inherit;
    /* Smaller text makes iOS zoom in on focus. */
    font-size: max(1rem, 16px);
    line-height: 1.5;
  }

  textarea:focus-visible {
    outline: 0;
  }

  textarea::placeholder {
    color: var(--muted);
    opacity: 1;
  }

  .round {
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    border-radius: 50%;
    background: var(--accent);
    color: var(--on-accent);
    transition: opacity 120ms;
  }

  @media (pointer: coarse) {
    .round {
      inline-size: 2.75rem;
      block-size: 2.75rem;
    }

    textarea {
      padding-block: 0.625rem;
    }
  }

  .round[aria-disabled="true"] {
    background: var(--line);
    color: var(--muted);
    cursor: default;
  }

  .stop {
    background: var(--ink);
    color: var(--paper);
  }

  #limit {
    grid-column: 1 / -1;
    margin: 0 0 0.25rem;
    font-size: var(--small);
    color: var(--bad);
  }
`;
