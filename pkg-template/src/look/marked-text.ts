import { html, type TemplateResult } from "lit";
import { visibleParts, visibleText } from "../visible-text/visible-text.js";

/** Options of marks. */
export interface MarkOptions {
  /** Marks characters of layout, too: line ends, tabs. @default true */
  readonly layout?: boolean;
  /** The `part` of a mark. @default "mark" */
  readonly part?: string;
}

/** All of a stranger's text, with a mark for everything in it that could not be seen. Nothing is ever cut. */
export function markedText(
  text: string,
  { layout = true, part = "mark" }: MarkOptions = {},
): (string | TemplateResult)[] {
  return visibleParts(text, { layout }).map(({ text: shown, isMark }) =>
    isMark ? html`<span class="mark" part=${part}>${shown}</span>` : shown,
  );
}

/** The same without markup. */
export function plainMarkedText(text: string): string {
  return visibleText(text, { layout: true });
}
