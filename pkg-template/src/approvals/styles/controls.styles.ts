import { css } from "lit";

/** The common styles of the cards and the form: box sizes, focus, buttons, text for screen readers only. */
export const controlStyles = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  /* A scroller that is not positioned leaves text for screen readers behind when it scrolls. */
  :host,
  .scroller {
    position: relative;
  }

  :host {
    display: block;
    color: var(--_ink);
    font: 400 var(--_text) / var(--_leading) var(--_font);
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  .scroller {
    overflow: auto;
  }

  /* A shadow at an end says that there is more to see beyond it. */
  .scroller.shadowed {
    --_shade: color-mix(in srgb, var(--_ink) 28%, transparent);
    background:
      linear-gradient(var(--_paper) 40%, transparent) top / 100% 2.5em local no-repeat,
      linear-gradient(transparent, var(--_paper) 60%) bottom / 100% 2.5em local no-repeat,
      linear-gradient(var(--_shade), transparent) top / 100% 0.6em scroll no-repeat,
      linear-gradient(transparent, var(--_shade)) bottom / 100% 0.6em scroll no-repeat,
      var(--_paper);
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-block-size: 2.25rem;
    max-inline-size: 100%;
    padding: 0.25em 0.9em;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    color: inherit;
    font: inherit;
    font-weight: 500;
    text-align: center;
    overflow-wrap: anywhere;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }

  .button:hover {
    border-color: var(--_ink);
  }

  .button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .danger .button.primary:not([aria-disabled="true"]) {
    border-color: var(--_bad);
    background: var(--_bad);
    color: var(--_paper);
  }

  .button.plain {
    border-color: transparent;
    background: none;
    color: var(--_accent);
  }

  .button:is([aria-disabled="true"], :disabled) {
    border-style: dashed;
    border-color: var(--_control-line);
    background: none;
    color: var(--_muted);
    cursor: default;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 2);
    justify-content: flex-end;
  }

  .actions .start {
    margin-inline-end: auto;
  }

  .mark {
    padding: 0 0.2em;
    border-radius: 4px;
    background: var(--_ink);
    color: var(--_paper);
    font-size: 0.85em;
    white-space: nowrap;
    unicode-bidi: isolate;
  }

  .error {
    margin: 0;
    color: var(--_bad);
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  summary {
    min-block-size: 1.75em;
    color: var(--_muted);
    cursor: pointer;
  }

  /* Room for a finger. */
  @media (pointer: coarse) {
    .button,
    summary {
      min-block-size: 2.75rem;
    }

    summary {
      align-content: center;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }

  @media (forced-colors: active) {
    .mark {
      border: 1px solid;
    }

    .button.primary:not([aria-disabled="true"], :disabled) {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }

    .button:is([aria-disabled="true"], :disabled) {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
