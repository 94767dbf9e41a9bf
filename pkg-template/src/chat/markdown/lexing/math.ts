import type { Tokens } from "marked";
import type { InlineExtension } from "./bounded-lexer.js";

/** A formula. */
export interface MathToken {
  readonly type: "math";
  readonly raw: string;
  /** Its source, without the marks around it. */
  readonly text: string;
  /** Whether it stands for itself. */
  readonly isBlock: boolean;
}

/** A longer formula is text: a lone `$` must not look for its other one through all of a paragraph. */
const LONGEST = 2_000;

/** A dollar before a digit closes nothing, and one beside a space neither opens nor closes: they are prices. */
const FORMS: readonly (readonly [form: RegExp, isBlock: boolean])[] = [
  [/^\$\$(?!\$)((?:\\[\s\S]|[^\\$]|\$(?!\$))+?)\$\$/, true],
  [/^\$(?![\s$])((?:\\[^\n]|[^\\$\n])*?(?:\\[^\n]|[^\\$\s]))\$(?![\d$])/, false],
  [/^\\\[([\s\S]+?)\\\]/, true],
  [/^\\\(([\s\S]+?)\\\)/, false],
];

/** Reads formulas in a line. */
export const mathExtension: InlineExtension = {
  start: (source) => source.search(/\$|\\[([]/),
  read: (source) => readMath(source),
};

/** The formula at the start of a source. */
export function readMath(source: string): (Tokens.Generic & MathToken) | undefined {
  if (source[0] !== "$" && source[0] !== "\\") return undefined;
  const near = source.slice(0, LONGEST);
  for (const [form, isBlock] of FORMS) {
    const match = form.exec(near);
    if (match) return { type: "math", raw: match[0], text: (match[1] ?? "").trim(), isBlock };
  }
  return undefined;
}
