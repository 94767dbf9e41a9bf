import { css } from "lit";

/** The floating button, and the box that it opens. */
export const popupStyles = css`
  :host {
    position: fixed;
    inset-block-end: var(--ag-ui-chat-popup-offset, 1.25rem);
    inset-inline-end: var(--ag-ui-chat-popup-offset, 1.25rem);
    z-index: var(--ag-ui-chat-popup-layer, 1000);
    font: 400 var(--_text) / var(--_leading) var(--_font);
  }

  :host([hidden]) {
    display: none;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  .launcher {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.22);
    cursor: pointer;
  }

  .launcher svg {
    inline-size: 1.5rem;
    block-size: 1.5rem;
  }

  .badge {
    position: absolute;
    inset-block-start: -0.125rem;
    inset-inline-end: -0.125rem;
    display: grid;
    place-items: center;
    min-inline-size: 1.375rem;
    block-size: 1.375rem;
    padding-inline: 0.3125rem;
    border: 2px solid var(--_paper);
    border-radius: 999px;
    background: var(--_bad);
    color: var(--_paper);
    font: 600 0.6875rem / 1 var(--_font);
  }

  .panel {
    position: absolute;
    inset-block-end: calc(100% + 0.75rem);
    inset-inline-end: 0;
    display: flex;
    flex-direction: column;
    inline-size: min(var(--ag-ui-chat-popup-width, 25rem), calc(100vw - 2.5rem));
    block-size: min(var(--ag-ui-chat-popup-height, 40rem), calc(100dvh - 7rem));
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) + 6px);
    background: var(--_paper);
    color: var(--_ink);
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.2);
  }

  .panel[hidden] {
    display: none;
  }

  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    flex: none;
    padding-inline: 1rem 0.5rem;
    min-block-size: 3rem;
    border-block-end: 1px solid var(--_line);
  }

  h2 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }

  .close {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    padding: 0;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--_muted);
    cursor: pointer;
  }

  .close:hover {
    background: var(--_raised);
    color: var(--_ink);
  }

  ag-ui-chat {
    flex: 1 1 auto;
    min-block-size: 0;
    block-size: auto;
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  /* Where there is no room beside it, it takes all of it. */
  @media (max-width: 30rem), (max-height: 28rem) {
    .panel {
      position: fixed;
      inset: 0;
      inline-size: auto;
      block-size: auto;
      border: 0;
      border-radius: 0;
    }

    :host([open]) .launcher {
      visibility: hidden;
    }
  }

  @media (forced-colors: active) {
    .launcher,
    .badge {
      border: 2px solid ButtonText;
    }
  }
`;
