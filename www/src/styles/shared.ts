import { css } from "lit";

/** What every component starts from: box sizes, focus, buttons, text that only screen readers get. */
export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  /* Hidden text is placed against the nearest positioned element: elsewhere it would lengthen the page around it. */
  :host,
  .scroller {
    position: relative;
  }

  .scroller {
    overflow: auto;
  }

  [hidden] {
    display: none !important;
  }

  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    padding: 0;
    cursor: pointer;
    text-align: inherit;
  }

  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    min-block-size: 2rem;
    padding: 0 0.75rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--raised);
    font-size: var(--small);
    font-weight: 500;
    white-space: nowrap;
  }

  .button:hover {
    border-color: var(--line-strong);
  }

  .primary {
    min-block-size: 2.75rem;
    padding: 0.25rem 1.125rem;
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
    font-size: 0.9375rem;
    white-space: normal;
  }

  /* Room for a finger. */
  @media (width < 60rem), (pointer: coarse) {
    .button {
      min-block-size: 2.75rem;
    }
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
