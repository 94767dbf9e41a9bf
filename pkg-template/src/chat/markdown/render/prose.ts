import { hiddenIn, nameOfHidden } from "../../../visible-text/hidden.js";

/** Characters that can't be seen and that prose needs: marks of direction, and places where a word may or may not be broken. */
const OF_PROSE = new Set(["\u200E", "\u200F", "\u061C", "\u00AD", "\u200B", "\u2060"]);

/** The text of a message with the names of characters that hide something in their places: `⟨U+202E⟩`. */
export function prose(text: string): string {
  let shown = "";
  let end = 0;
  for (const { index, text: found } of hiddenIn(text, false)) {
    if (OF_PROSE.has(found)) continue;
    shown += `${text.slice(end, index)}⟨${nameOfHidden(found)}⟩`;
    end = index + found.length;
  }
  return end === 0 ? text : shown + text.slice(end);
}
