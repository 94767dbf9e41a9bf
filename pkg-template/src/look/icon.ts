import { html, type SVGTemplateResult, type TemplateResult } from "lit";

/** An icon of a shape on a grid of 16, drawn with one stroke. Screen readers skip it. */
export function iconOf(shape: SVGTemplateResult): TemplateResult {
  return html`<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shape}</svg>`;
}
