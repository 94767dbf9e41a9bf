/** What the start of a line says about the block that it begins or continues: CommonMark 0.31, sections 4 and 5, and tables of GFM. */

/** A marker of a list item. */
export interface ListMarker {
  /** Markers of one list share it: `-`, `*`, `+`, `.` or `)`. */
  readonly kind: string;
  /** The column at which the content of the item begins. */
  readonly contentColumn: number;
  readonly isEmpty: boolean;
  /** Whether it may begin a list in the midst of a paragraph: not empty, and a bullet or the number 1. */
  readonly canInterrupt: boolean;
}

/** An opening code fence. */
export interface Fence {
  readonly character: string;
  readonly length: number;
  /** Its indentation, which is removed from each line of the code. */
  readonly indent: number;
  /** The text behind the fence: the language, and what may follow it. */
  readonly info: string;
}

/** Returns true if a line has nothing but spaces and tabs. */
export function isBlank(line: string): boolean {
  return !/[^ \t]/.test(line);
}

/** The columns of white space at the start of a line; a tab reaches to the next multiple of four. */
export function indentOf(line: string): number {
  let column = 0;
  for (let at = 0; ; at += 1) {
    const character = line[at];
    if (character === " ") column += 1;
    else if (character === "\t") column += 4 - (column % 4);
    else return column;
  }
}

/** The opening code fence of a line. */
export function fenceOf(line: string): Fence | undefined {
  const match = /^( {0,3})(`{3,}|~{3,})/.exec(line);
  if (!match) return undefined;
  const [whole, indent = "", marks = ""] = match;
  const info = line.slice(whole.length);
  if (marks[0] === "`" && info.includes("`")) return undefined;
  return { character: marks[0] ?? "", length: marks.length, indent: indent.length, info };
}

/** Returns true if a line closes a code fence. */
export function closesFence(line: string, fence: Fence): boolean {
  return closing(line, fence, fence.length);
}

/** Returns true if a line that is not complete may become one that closes a code fence. */
export function mayCloseFence(line: string, fence: Fence): boolean {
  return line.length < 1_000 && closing(line, fence, 1);
}

function closing(line: string, { character }: Fence, least: number): boolean {
  const marks = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks[0] === character && marks.length >= least;
}

/** Returns true for a heading with `#`. */
export function isAtxHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line);
}

/** Returns true for a thematic break. A line of dashes is one only where it underlines nothing. */
export function isThematicBreak(line: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line);
}

/** Returns true for a line that makes a heading of the paragraph before it. */
export function isSetextUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}

/** Returns true for the start of a block quote. */
export function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

/** The marker of a list item at the start of a line. */
export function listMarkerOf(line: string): ListMarker | undefined {
  const match = /^( {0,3})([*+-]|\d{1,9}[.)])(?=[ \t]|$)/.exec(line);
  if (!match) return undefined;
  const [whole, , marker = ""] = match;
  const content = whole.length + contentOffset(line, whole.length);
  const isEmpty = isBlank(line.slice(whole.length));
  return {
    kind: marker.slice(-1),
    contentColumn: content,
    isEmpty,
    canInterrupt: !isEmpty && (marker.length === 1 || Number.parseInt(marker, 10) === 1),
  };
}

/** The columns between a marker and its content: one to four, else one, for what is further in is indented code. */
function contentOffset(line: string, from: number): number {
  let column = from;
  for (let at = from; at < line.length; at += 1) {
    const character = line[at];
    if (character === " ") column += 1;
    else if (character === "\t") column += 4 - (column % 4);
    else return column - from > 4 ? 1 : column - from;
  }
  return 1;
}

/** The delimiter row of a table. */
export function isDelimiterRow(line: string): boolean {
  return (
    /^ {0,3}[|:-][ |:-]*$/.test(line) &&
    /[:|]/.test(line) &&
    line.includes("-") &&
    line.length < 10_000
  );
}

/** Ways in which a block of HTML ends by its own mark; all others end at a blank line. */
const HTML_STARTS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];

/** What ends the block of HTML that a line begins, where it is more than a blank line. */
export function htmlEndOf(line: string): RegExp | undefined {
  if (!/^ {0,3}</.test(line)) return undefined;
  return HTML_STARTS.find(([start]) => start.test(line))?.[1];
}

const BLOCK_TAGS = [
  ...["address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center"],
  ...["col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset"],
  ...["figcaption", "figure", "footer", "form", "frame", "frameset", "h[1-6]", "head", "header"],
  ...[
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
  ],
  ...["ol", "optgroup", "option", "p", "param", "search", "section", "summary", "table", "tbody"],
  ...["td", "tfoot", "th", "thead", "title", "tr", "track", "ul"],
].join("|");
const BLOCK_TAG = new RegExp(`^ {0,3}</?(?:${BLOCK_TAGS})(?:[ \\t]|/?>|$)`, "i");

/** Returns true for the tag of a block, which begins HTML also in the midst of a paragraph. */
export function isBlockTag(line: string): boolean {
  return BLOCK_TAG.test(line);
}

const ATTRIBUTE =
  "[ \\t]+[a-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:\"[^\"]*\"|'[^']*'|[^\\s\"'=<>`]+))?";
const LONE_TAG = new RegExp(
  `^ {0,3}<(?:[a-z][a-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?|/[a-z][a-z0-9-]*[ \\t]*)>[ \\t]*$`,
  "i",
);

/** Returns true for a line that is one tag and nothing else: HTML, where a paragraph could begin. */
export function isLoneTag(line: string): boolean {
  return line.length < 2_000 && LONE_TAG.test(line);
}

/** What ends the formula that a line begins, at the end of a line. */
export function mathEndOf(line: string): RegExp | undefined {
  const start = /^ {0,3}(\$\$|\\\[)/.exec(line)?.[1];
  if (start === undefined) return undefined;
  return start === "$$" ? /\$\$[ \t]*$/ : /\\\][ \t]*$/;
}
