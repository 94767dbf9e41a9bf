import { checkOptions } from "../options/check-options.js";
import { aFlag } from "../options/rules.js";
import { hiddenIn, nameOfHidden } from "./hidden.js";

/** Options of `visibleText()` and `visibleParts()`. */
export interface VisibleTextOptions {
  /**
   * Also marks layout by which an author can push something out of sight: line ends, tabs, blanks other than a space,
   * three or more spaces in a row, and characters that Unicode has not assigned. @default false
   */
  readonly layout?: boolean;
}

/** A piece of a text, for markup. */
export interface VisiblePart {
  /** The text; for an invisible character its name: `U+202E`, `\n`, `5 spaces`. */
  readonly text: string;
  /** Whether it replaces an invisible character. */
  readonly isMark: boolean;
}

/** More marks than these are written as text, or a text of nothing else would stop the page. */
const MOST_MARKS = 2_000;

/**
 * All of a text, with the name of every invisible character in its place, for a person who decides about it. Line ends
 * and tabs stay, and so do emoji and the joiners of scripts that need them.
 *
 * @throws {OptionError} if an option is invalid.
 * @example
 * ```ts
 * visibleText("rm \u202Etxt.exe"); // "rm ⟨U+202E⟩txt.exe"
 * visibleText("👩‍💻 می‌خواهم"); // as it is
 * ```
 */
export function visibleText(text: string, options: VisibleTextOptions = {}): string {
  const withLayout = readLayout("visibleText", options);
  let shown = "";
  let end = 0;
  for (const { index, text: found } of hiddenIn(text, withLayout)) {
    shown += text.slice(end, index) + (found === "\n" ? "\\n\n" : `⟨${nameOfHidden(found)}⟩`);
    end = index + found.length;
  }
  return end === 0 ? text : shown + text.slice(end);
}

/**
 * The same for markup: pieces of the text, and marks that a page styles itself. A mark that `visibleText()` has already
 * written counts as one. The mark of a line end is followed by the line end. In a text with more than 2,000 marks they
 * are plain text.
 *
 * @throws {OptionError} if an option is invalid.
 */
export function visibleParts(text: string, options: VisibleTextOptions = {}): VisiblePart[] {
  const withLayout = readLayout("visibleParts", options);
  const marks: { readonly index: number; readonly end: number; readonly name: string }[] = [];
  for (const { index, text: found } of hiddenIn(text, withLayout)) {
    marks.push({ index, end: index + found.length, name: nameOfHidden(found) });
  }
  for (const { 0: written, 1: name = "", index } of text.matchAll(WRITTEN)) {
    marks.push({ index, end: index + written.length, name });
  }
  if (marks.length > MOST_MARKS) return [{ text: visibleText(text, options), isMark: false }];
  marks.sort((one, other) => one.index - other.index);
  const parts: VisiblePart[] = [];
  let done = 0;
  for (const { index, end, name } of marks) {
    if (index > done) parts.push({ text: text.slice(done, index), isMark: false });
    parts.push({ text: name, isMark: true });
    if (name === "\\n") parts.push({ text: "\n", isMark: false });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMark: false });
  return parts;
}

const WRITTEN = /⟨(U\+[0-9A-F]{4,6})⟩/g;

function readLayout(name: string, options: VisibleTextOptions): boolean {
  checkOptions<VisibleTextOptions>(name, options, { layout: aFlag });
  return options.layout ?? false;
}
