import { css } from "lit";

export const barStyles = css`
  :host {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 2.75rem;
    padding-inline: 1.25rem;
    border-block-end: 1px solid var(--line);
    background: var(--sunken);
    font-size: var(--tiny);
  }

  .steps {
    flex: 1;
    min-inline-size: 0;
    scrollbar-width: thin;
  }

  p {
    display: flex;
    gap: 0.375rem;
    align-items: center;
    margin: 0;
    color: var(--muted);
    white-space: nowrap;
  }

  ol {
    display: flex;
    gap: 0.375rem;
    margin: 0;
    padding: 0.375rem 0;
    list-style: none;
  }

  li {
    display: flex;
    flex: none;
    align-items: center;
    gap: 0.375rem;
    padding: 0.1875rem 0.5rem 0.1875rem 0.1875rem;
    border: 1px solid var(--line);
    border-radius: 999px;
    background: var(--raised);
    white-space: nowrap;
  }

  li.now {
    border-color: var(--accent);
  }

  li.now i::before {
    content: "";
    inline-size: 0.5rem;
    block-size: 0.5rem;
    border-radius: 50%;
    background: var(--accent);
    animation: pulse 1.1s ease-in-out infinite;
  }

  li.failed :is(span, i) {
    color: var(--bad);
  }

  li.done i {
    color: var(--good);
  }

  i {
    display: inline-grid;
    place-items: center;
  }

  b {
    padding: 0.0625rem 0.4375rem;
    border: 1px solid transparent;
    border-radius: 999px;
    font-weight: 600;
  }

  .server {
    border-color: var(--line-strong);
  }

  .page {
    background: var(--accent-soft);
    color: var(--accent);
  }

  .you {
    background: var(--ink);
    color: var(--paper);
  }

  code {
    font: 500 1em var(--mono);
  }

  fieldset {
    display: flex;
    flex: none;
    gap: 0.125rem;
    margin: 0;
    padding: 0.125rem;
    border: 0;
    border-radius: 8px;
    background: var(--line);
  }

  label {
    position: relative;
    display: block;
    cursor: pointer;
  }

  input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  label span {
    display: grid;
    place-items: center;
    min-block-size: 1.625rem;
    padding-inline: 0.5rem;
    border-radius: 6px;
    color: var(--muted);
    font-weight: 500;
  }

  :checked + span {
    background: var(--raised);
    box-shadow: var(--shadow);
    color: var(--ink);
  }

  :focus-visible + span {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }

  @keyframes pulse {
    50% {
      opacity: 0.35;
    }
  }

  /* Where colours are the visitor's own, which one is chosen has to be seen by something else. */
  @media (forced-colors: active) {
    :checked + span {
      outline: 2px solid;
    }
  }

  @media (width < 60rem) {
    :host {
      padding-inline: 1rem 0.75rem;
    }

    label span {
      min-block-size: 2.75rem;
      padding-inline: 0.625rem;
    }
  }

  @media (width < 30rem) {
    p span {
      display: none;
    }
  }
`;
