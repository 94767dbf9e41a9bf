import { visibleText } from "../../visible-text/visible-text.js";

/** A text on one line, with the names of characters that can't be seen in their places. */
export function shownText(text: string): string {
  return visibleText(text.replace(/\s+/g, " "), { layout: true });
}
