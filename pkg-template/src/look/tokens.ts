import { css } from "lit";

/**
 * The scale of custom properties that all elements with a look share. A page sets `--ag-ui-…` on the element or above
 * it; the elements read `--_…`, which falls back to the default. Light and dark follow `color-scheme`.
 */
export const tokens = css`
  :host {
    --_paper: var(--ag-ui-color-paper, light-dark(#ffffff, #17181b));
    --_raised: var(--ag-ui-color-raised, light-dark(#f6f6f8, #212328));
    --_line: var(--ag-ui-color-line, light-dark(#dcdde3, #383b42));
    --_control-line: var(--ag-ui-color-control-line, light-dark(#83868f, #7d818b));
    --_ink: var(--ag-ui-color-ink, light-dark(#1c1d21, #eceef2));
    --_muted: var(--ag-ui-color-muted, light-dark(#5a5d67, #a9adb7));
    --_accent: var(--ag-ui-color-accent, light-dark(#2b59c3, #9db8ff));
    --_on-accent: var(--ag-ui-color-on-accent, light-dark(#ffffff, #10131a));
    --_good: var(--ag-ui-color-good, light-dark(#1d7246, #6fcf97));
    --_bad: var(--ag-ui-color-bad, light-dark(#b3261e, #ff9c94));
    --_warn: var(--ag-ui-color-warn, light-dark(#8a5300, #ffc46b));
    --_font: var(--ag-ui-font, system-ui, sans-serif);
    --_font-mono: var(--ag-ui-font-mono, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
    --_text: var(--ag-ui-text-size, 0.9375rem);
    --_text-small: calc(var(--_text) * 0.87);
    --_leading: var(--ag-ui-leading, 1.55);
    --_space: var(--ag-ui-space, 0.25rem);
    --_radius: var(--ag-ui-radius, 10px);
    --_radius-small: calc(var(--_radius) * 0.6);
  }
`;
