import {
  closesFence,
  fenceOf,
  htmlEndOf,
  indentOf,
  isAtxHeading,
  isBlank,
  isBlockTag,
  isDelimiterRow,
  isLoneTag,
  isQuote,
  isSetextUnderline,
  isThematicBreak,
  listMarkerOf,
  mathEndOf,
} from "./line-facts.js";
import { type LineStep, newSegment, type Segment } from "./segment.js";

/** The characters after which lines of code begin a unit, and the rows of a table in one. */
const CODE_UNIT = 2_000;
const TABLE_ROWS = 16;

/** Facts that are read of the source. */
export interface SourceFacts {
  /** Whether formulas are recognised. */
  readonly hasMath: boolean;
  /** Returns true if the source from one place to another is the head of a table. */
  isTableHead(start: number, end: number): boolean;
  /** Returns true if the source from one place to another ends with a heading. */
  endsWithHeading(start: number, end: number): boolean;
  /** Returns true if the last unit of a list, which ends where a line begins, is one item and nothing else. */
  isOneItem(list: Segment, end: number): boolean;
}

/**
 * What a line does. This changes nothing, so that it can be asked of a line that is not complete yet.
 *
 * @param at the place of the line in the source.
 */
export function lineStep(
  open: Segment | undefined,
  line: string,
  at: number,
  facts: SourceFacts,
): LineStep {
  const step = open && !open.isEnded ? continuation(open, line, at, facts) : undefined;
  if (step) return step;
  if (isBlank(line)) return { type: "blank" };
  return { type: "segment", segment: segmentOf(line, at, facts) };
}

/** The step of a line that belongs to the open segment. */
function continuation(
  open: Segment,
  line: string,
  at: number,
  facts: SourceFacts,
): LineStep | undefined {
  if (open.fence) return closesFence(line, open.fence) ? END : rawLine(open, at);
  if (open.kind === "html" && open.endMark) {
    return { type: rawLine(open, at).type, ends: open.endMark.test(line) };
  }
  if (isBlank(line)) return { type: "blank" };
  if (open.kind === "list") return listLine(open, line, at, facts);
  if (open.kind === "indented") return indentOf(line) >= 4 ? APPEND : undefined;
  if (open.isAfterBlank) return undefined;
  if (open.kind === "html") return rawLine(open, at);
  if (open.kind === "math") return open.endMark?.test(line) ? END : APPEND;
  if (open.kind === "table") return endsTable(line) ? undefined : tableRow(open);
  if (open.kind === "quote") {
    return !isQuote(line) && (interrupts(line) || listMarkerOf(line)) ? undefined : APPEND;
  }
  return textLine(open, line, at, facts);
}

const APPEND: LineStep = { type: "append" };
const END: LineStep = { type: "append", ends: true };

/** A line of code or HTML: a long one is divided, so that what has been shown of it is left alone. */
function rawLine(open: Segment, at: number): { readonly type: "append" | "unit" } {
  const isFirstOfCode = open.fence !== undefined && open.unitCount === 1;
  return { type: isFirstOfCode || at - open.unitStart >= CODE_UNIT ? "unit" : "append" };
}

function tableRow({ unitCount, unitLines }: Segment): LineStep {
  return unitCount === 1 || unitLines >= TABLE_ROWS ? { type: "unit" } : APPEND;
}

function listLine(
  open: Segment,
  line: string,
  at: number,
  facts: SourceFacts,
): LineStep | undefined {
  const isBegun = !(open.isItemEmpty && open.isAfterBlank);
  if (isBegun && indentOf(line) >= open.contentColumn) return APPEND;
  if (isThematicBreak(line)) return undefined;
  const marker = listMarkerOf(line);
  if (marker) {
    if (marker.kind !== open.marker || !facts.isOneItem(open, at)) return undefined;
    const { contentColumn, isEmpty: isItemEmpty } = marker;
    return { type: "unit", contentColumn, isItemEmpty };
  }
  return open.isAfterBlank || interrupts(line) ? undefined : APPEND;
}

function textLine(
  open: Segment,
  line: string,
  at: number,
  facts: SourceFacts,
): LineStep | undefined {
  const end = at + line.length;
  if (isDelimiterRow(line) && facts.isTableHead(open.lastLine, end)) {
    return { type: "segment", segment: newSegment("table", open.lastLine, { unitLines: 2 }) };
  }
  if (isSetextUnderline(line)) {
    return { type: "append", isPlain: false, ends: facts.endsWithHeading(open.start, end) };
  }
  if (interrupts(line) || (facts.hasMath && mathEndOf(line))) return undefined;
  return APPEND;
}

/** Returns true for the start of a block that can follow a paragraph without a blank line. */
function interrupts(line: string): boolean {
  return (
    isAtxHeading(line) ||
    isQuote(line) ||
    isThematicBreak(line) ||
    fenceOf(line) !== undefined ||
    listMarkerOf(line)?.canInterrupt === true ||
    htmlEndOf(line) !== undefined ||
    isBlockTag(line)
  );
}

/** As marked has it, any bullet ends the rows, also one without content. */
function endsTable(line: string): boolean {
  return interrupts(line) || indentOf(line) >= 4 || /^ {0,3}(?:[*+-]|1[.)])[ \t]/.test(line);
}

function segmentOf(line: string, at: number, facts: SourceFacts): Segment {
  if (indentOf(line) >= 4) return newSegment("indented", at);
  const fence = fenceOf(line);
  if (fence) return newSegment("code", at, { fence });
  if (isAtxHeading(line)) return newSegment("heading", at, { isEnded: true });
  if (isThematicBreak(line)) return newSegment("rule", at, { isEnded: true });
  if (isQuote(line)) return newSegment("quote", at);
  const marker = listMarkerOf(line);
  if (marker) {
    const { kind, contentColumn, isEmpty: isItemEmpty } = marker;
    return newSegment("list", at, { marker: kind, contentColumn, isItemEmpty });
  }
  return rawSegmentOf(line, at) ?? textSegmentOf(line, at, facts);
}

function rawSegmentOf(line: string, at: number): Segment | undefined {
  const endMark = htmlEndOf(line);
  if (endMark) return newSegment("html", at, { endMark, isEnded: endMark.test(line) });
  return isBlockTag(line) || isLoneTag(line) ? newSegment("html", at) : undefined;
}

function textSegmentOf(line: string, at: number, { hasMath }: SourceFacts): Segment {
  const endMark = hasMath ? mathEndOf(line) : undefined;
  if (endMark) {
    const isEnded = endMark.test(line.trimStart().slice(2));
    return newSegment("math", at, { endMark, isEnded });
  }
  // A definition of a link can only stand at the start.
  return newSegment("text", at, { isPlain: !/^ {0,3}\[/.test(line) });
}
