import type { Fence } from "./line-facts.js";

/** The kinds of block at the top level of a text. A `text` is a paragraph, or what its lines make of it: a heading, definitions. */
export type SegmentKind =
  | "code"
  | "heading"
  | "html"
  | "indented"
  | "list"
  | "math"
  | "quote"
  | "rule"
  | "table"
  | "text";

/**
 * A part of the source that is read for itself: a block of the top level. Where it begins and ends is decided by its own lines and
 * those before it, never by later ones, so that a text which arrives in pieces is divided as the whole is.
 */
export interface Segment {
  readonly kind: SegmentKind;
  /** Its place in the source. */
  readonly start: number;
  /** The place behind its last line that is not blank. */
  end: number;
  /**
   * Where its last unit begins. Units are items of a list, rows of a table, lines of code; what is read of one depends on no other.
   * The first unit of a table is its head, and that of code is its fence.
   */
  unitStart: number;
  /** The number of lines of the last unit, and of units. */
  unitLines: number;
  unitCount: number;
  /** Where its last line begins: in a text it may turn out to be the head of a table. */
  lastLine: number;
  /** Whether a blank line came last. */
  isAfterBlank: boolean;
  /** Whether no further line can belong to it. */
  isEnded: boolean;
  /** Of code: its fence, and whether that was closed. */
  readonly fence?: Fence | undefined;
  isClosed: boolean;
  /** Of HTML and formulas: what ends them before a blank line, or in spite of one. */
  readonly endMark?: RegExp | undefined;
  /** Of a list: what its markers share. */
  readonly marker?: string | undefined;
  /** Of a list: the column of its last item's content, and whether that has none so far. */
  contentColumn: number;
  isItemEmpty: boolean;
  /** Of a text: whether it is a paragraph, whatever follows. */
  isPlain: boolean;
}

/** What a line does to the segments. */
export type LineStep =
  /** It continues the last unit of the segment. */
  | { readonly type: "append"; readonly ends?: boolean; readonly isPlain?: boolean }
  /** It begins a unit of the segment. */
  | {
      readonly type: "unit";
      readonly ends?: boolean;
      readonly contentColumn?: number;
      readonly isItemEmpty?: boolean;
    }
  /** It begins a segment, or the line before it has. */
  | { readonly type: "segment"; readonly segment: Segment }
  /** It is blank, and ends a paragraph. */
  | { readonly type: "blank" };

/** A segment that begins with a line. */
export function newSegment(
  kind: SegmentKind,
  start: number,
  facts: Partial<Omit<Segment, "kind" | "start">> = {},
): Segment {
  return {
    kind,
    start,
    end: start,
    unitStart: start,
    unitLines: 1,
    unitCount: 1,
    lastLine: start,
    isAfterBlank: false,
    isEnded: false,
    isClosed: false,
    contentColumn: 0,
    isItemEmpty: false,
    isPlain: false,
    ...facts,
  };
}
