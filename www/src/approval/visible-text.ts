import { html, type TemplateResult } from "lit";

/**
 * What a reader can't see in a text, or what changes the order in which it is read: control characters, bidirectional
 * overrides, zero-width and other ignorable characters, blanks that are no space, halves of surrogate pairs, what
 * Unicode has not assigned, and spaces in a row. What belongs to an emoji is left alone.
 */
const JOINS_EMOJI = "(?<=\\p{Extended_Pictographic}\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})";
const COLOURS_EMOJI = "(?<=\\p{Extended_Pictographic})\\uFE0F";
const UNSEEN =
  "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]";
const HIDDEN = new RegExp(`(?!${JOINS_EMOJI}|${COLOURS_EMOJI})${UNSEEN}|(?! )\\p{Zs}| {3,}`, "gu");

/** More marks than these are written as text, or a text of nothing else would stop the page. */
const MOST_MARKS = 2_000;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** All of a text, with a mark for everything in it that could not be seen. Nothing is ever cut. */
export function visibleText(text: string): (string | TemplateResult)[] {
  const found = [...text.matchAll(HIDDEN)];
  if (found.length > MOST_MARKS) return [plainVisibleText(text)];
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const { 0: hidden, index } of found) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push(html`<span class="mark">${nameOf(hidden)}</span>`);
    if (hidden === "\n") parts.push("\n");
    end = index + hidden.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** The same without markup. */
export function plainVisibleText(text: string): string {
  return text.replace(HIDDEN, (hidden) => (hidden === "\n" ? "\\n\n" : `⟨${nameOf(hidden)}⟩`));
}

function nameOf(hidden: string): string {
  const short = SHORT[hidden];
  if (short !== undefined) return short;
  if (hidden.startsWith("  ")) return `${hidden.length.toLocaleString("en")} spaces`;
  const code = hidden.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
