import { css } from "lit";

/** The look of the composer. */
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

  .files,
  .suggestions {
    gap: calc(var(--_space) * 1.5);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .files {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
    align-items: stretch;
    max-block-size: min(11rem, 30dvh);
    overflow: auto;
    /* Room for the focus of the first and the last button. */
    padding: 3px;
    margin: -3px -3px calc(var(--_space) * 1.5 - 3px);
    cursor: default;
  }

  .files li {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 2);
    min-inline-size: 0;
    padding: calc(var(--_space) * 1.25);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
  }

  .files li.failed {
    border-color: var(--_bad);
  }

  .sign > * {
    display: grid;
    place-items: center;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    border-radius: calc(var(--_radius) * 0.6);
    object-fit: cover;
    color: var(--_muted);
  }

  .facts {
    flex: 1;
    display: grid;
    min-inline-size: 0;
    font-size: var(--_text-small);
    line-height: 1.35;
  }

  .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }

  .state {
    color: var(--_muted);
    overflow-wrap: anywhere;
  }

  .failed .state {
    color: var(--_bad);
  }

  progress {
    inline-size: 100%;
    block-size: 0.5rem;
    margin-block: 0.25rem;
    accent-color: var(--_accent);
  }

  .drop {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    padding: calc(var(--_space) * 2);
    border: 2px dashed var(--_accent);
    border-radius: inherit;
    background: var(--_paper);
    font-weight: 600;
    text-align: center;
    pointer-events: none;
  }

  .suggestions {
    display: flex;
    flex-wrap: wrap;
    margin-block-end: calc(var(--_space) * 2);
  }

  .suggestions li {
    max-inline-size: 100%;
  }

  .suggestions button {
    max-inline-size: 100%;
    min-block-size: 2rem;
    padding: calc(var(--_space) * 0.75) calc(var(--_space) * 3);
    border: 1px solid var(--_line);
    border-radius: 1.25rem;
    background: var(--_paper);
    font-size: var(--_text-small);
    line-height: 1.35;
    text-align: start;
    overflow-wrap: anywhere;
    transition: border-color 120ms;
  }

  .suggestions button:hover {
    border-color: var(--_accent);
    background: var(--_raised);
  }

  .errors:not(.none),
  .notice,
  .limit {
    margin-block: calc(var(--_space) * 1.5) 0;
    padding-inline: calc(var(--_space) * 2);
    font-size: var(--_text-small);
    overflow-wrap: anywhere;
  }

  .errors:not(.none) {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: calc(var(--_space) * 2);
  }

  .errors,
  .limit {
    color: var(--_bad);
  }

  .errors p {
    margin: 0;
  }

  .notice {
    color: var(--_muted);
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

    .suggestions button {
      min-block-size: 2.75rem;
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
