import { css } from "lit";

/** The frame of the chat: the list that scrolls, its end, and the foot with the composer. */
export const chatStyles = css`
  :host {
    /* Both of its sides read from the inside: a page decides how wide the chat is. */
    container-type: inline-size;
    position: relative;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    min-block-size: 0;
    block-size: 100%;
    overflow: hidden;
    background: var(--_paper);
    color: var(--_ink);
    font: 400 var(--_text) / var(--_leading) var(--_font);
    text-align: start;
    overflow-wrap: anywhere;
    --_gap: var(--ag-ui-chat-gap, 1.75rem);
    --_column: var(--ag-ui-chat-column, 46rem);
    --_edge: var(--ag-ui-chat-edge, clamp(0.75rem, 3cqi, 1.5rem));
  }

  :host([hidden]) {
    display: none;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  .log {
    position: relative;
    flex: 1 1 auto;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-gutter: stable both-edges;
    scrollbar-width: thin;
    scrollbar-color: var(--_line) transparent;
    outline-offset: -3px;
  }

  .column {
    display: flex;
    flex-direction: column;
    min-block-size: 100%;
    max-inline-size: calc(var(--_column) + 2 * var(--_edge));
    margin-inline: auto;
    padding: 1.5rem var(--_edge) 0;
  }

  /* The buttons of a message stand in the gap below it. */
  .chunk {
    display: flex;
    flex-direction: column;
    gap: var(--_gap);
    padding-block-end: var(--_gap);
  }

  /* A chunk that is out of sight is neither laid out nor painted; its height is a guess until it was seen once. */
  .chunk {
    content-visibility: auto;
    contain-intrinsic-size: auto none auto 1500px;
    /* Room for focus rings, which would be cut off at its edges. */
    margin-inline: -0.5rem;
    padding-inline: 0.5rem;
  }

  .chunk:last-child {
    content-visibility: visible;
  }

  .tail {
    display: flex;
    flex-direction: column;
    gap: 1rem;
    padding-block-end: 0.75rem;
  }

  .tail:not(:has(> *)) {
    display: none;
  }

  .empty {
    margin: auto;
    padding: 2rem 1rem;
    max-inline-size: 30rem;
    text-align: center;
    color: var(--_muted);
  }

  .empty h2 {
    margin: 0 0 0.5rem;
    font-size: 1.375em;
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
    color: var(--_ink);
    text-wrap: balance;
  }

  .empty p {
    margin: 0;
    text-wrap: pretty;
  }

  ::slotted([slot="empty"]) {
    margin: auto;
  }

  .earlier {
    margin: 0 0 1.25rem;
    block-size: 2px;
    border-radius: 1px;
    background: var(--_line);
  }

  .foot {
    position: relative;
    flex: none;
    inline-size: 100%;
    max-block-size: 70%;
    max-inline-size: calc(var(--_column) + 2 * var(--_edge));
    margin-inline: auto;
    padding: 0 var(--_edge) max(0.75rem, env(safe-area-inset-bottom));
  }

  /* Text that scrolls ends softly above the composer. */
  .foot::before {
    content: "";
    position: absolute;
    inset-inline: 0;
    inset-block-end: 100%;
    block-size: 1rem;
    background: linear-gradient(to top, var(--_paper), transparent);
    pointer-events: none;
  }

  .newest {
    position: absolute;
    inset-block-end: calc(100% + 0.5rem);
    inset-inline-start: 50%;
    translate: -50% 0;
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 2.25rem;
    padding-inline: 0.75rem 0.875rem;
    border: 1px solid var(--_line);
    border-radius: 999px;
    background: var(--_paper);
    color: var(--_ink);
    box-shadow: 0 2px 10px rgb(0 0 0 / 0.14);
    font: 500 var(--_text-small) / 1.2 var(--_font);
    white-space: nowrap;
    cursor: pointer;
  }

  .newest:dir(rtl) {
    translate: 50% 0;
  }

  .newest:hover {
    border-color: var(--_control-line);
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  @media (forced-colors: active) {
    .foot::before {
      display: none;
    }

    .newest {
      border-color: CanvasText;
    }
  }

  /* At 400 % little is left between header and composer: then all of it scrolls. */
  @media (max-height: 20rem) {
    :host {
      overflow: auto;
    }

    .log {
      flex-shrink: 0;
      min-block-size: 10rem;
    }

    .foot {
      max-block-size: none;
    }
  }
`;
