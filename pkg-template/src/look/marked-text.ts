import { html, type TemplateResult } from "lit";
import { visibleParts, visibleText } from "../visible-text/visible-text.js";

/** All of a stranger's text, with a mark for everything in it that could not be seen, layout included. Nothing is ever cut. */
export function markedText(text: string): (string | TemplateResult)[] {
  return visibleParts(text, { layout: true }).map(({ text: shown, isMark }) =>
    isMark ? html`<span class="mark" part="mark">${shown}</span>` : shown,
  );
}

/** The same without markup. */
export function plainMarkedText(text: string): string {
  return visibleText(text, { layout: true });
}
