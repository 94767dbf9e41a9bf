import { css } from "lit";

/** The frame of the composer, its text field and its buttons. */
export const composerStyles = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :host {
    display: block;
    position: relative;
    color: var(--_ink);
    font-family: var(--_font);
    font-size: var(--_text);
    line-height: var(--_leading);
    /* Above a virtual keyboard, with some room. */
    scroll-margin-block: calc(var(--_space) * 3);
  }

  :host([hidden]) {
    display: none;
  }

  .box {
    position: relative;
    padding: calc(var(--_space) * 1.5);
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 1.6);
    background: var(--_paper);
    cursor: text;
  }

  .box:has(textarea:focus) {
    border-color: var(--_accent);
    outline: 2px solid var(--_accent);
    outline-offset: -1px;
  }

  .row {
    display: flex;
    align-items: end;
    gap: calc(var(--_space) * 1.5);
  }

  textarea {
    flex: 1;
    display: block;
    min-inline-size: 0;
    field-sizing: content;
    min-block-size: 2.25rem;
    max-block-size: var(--ag-ui-composer-max-block-size, min(14rem, 35dvh));
    padding: calc((2.25rem - 1lh) / 2) calc(var(--_space) * 2);
    scroll-padding-block: calc(var(--_space) * 2);
    border: 0;
    outline: 0;
    resize: none;
    background: none;
    color: inherit;
    font: inherit;
    overflow-wrap: anywhere;
  }

  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  button {
    flex: none;
    font: inherit;
    color: inherit;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }

  .round,
  .icon {
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    padding: 0;
    /* Visible where colours are forced. */
    border: 1px solid transparent;
    border-radius: 50%;
    background: transparent;
    transition:
      background-color 120ms,
      color 120ms;
  }

  .icon {
    inline-size: 1.75rem;
    block-size: 1.75rem;
    border-radius: calc(var(--_radius) * 0.6);
    color: var(--_muted);
  }

  .attach {
    color: var(--_muted);
  }

  .attach:hover,
  .icon:hover {
    background: var(--_raised);
    color: var(--_ink);
  }

  .send {
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .send[aria-disabled="true"] {
    background: var(--_line);
    color: var(--_muted);
    cursor: default;
  }

  .stop {
    background: var(--_ink);
    color: var(--_paper);
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  textarea:focus-visible {
    outline: 0;
  }

  @media (pointer: coarse) {
    .round {
      inline-size: 2.75rem;
      block-size: 2.75rem;
    }

    .icon {
      inline-size: 2.25rem;
      block-size: 2.25rem;
    }

    textarea {
      min-block-size: 2.75rem;
      padding-block: calc((2.75rem - 1lh) / 2);
      /* Smaller text makes iOS zoom in on focus. */
      font-size: max(var(--_text), 16px);
    }
  }

  @media (forced-colors: active) {
    .send[aria-disabled="true"] {
      color: GrayText;
      border-color: GrayText;
    }

    .box:has(textarea:focus) {
      outline-color: Highlight;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
`;
