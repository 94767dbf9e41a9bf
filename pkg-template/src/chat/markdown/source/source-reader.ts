import { lineStep, type SourceFacts } from "./line-step.js";
import type { LineStep, Segment } from "./segment.js";

/** What is told of the segments, in the order of the source. */
export interface SegmentListener {
  /** A segment begins; a part of the one before that turned out to belong to it is no longer that one's. */
  onSegment(segment: Segment): void;
  /** The last unit of a segment ends at a place, and another begins there. */
  onUnit(segment: Segment, end: number): void;
  /** A segment has ended. */
  onEnd(segment: Segment): void;
}

/** What the line that is not complete yet does. */
export interface PendingLine {
  readonly step: LineStep;
  readonly at: number;
}

type OwnStep = Extract<LineStep, { readonly type: "append" | "unit" }>;

/** A source that arrives in pieces, divided into segments at once. Each line is looked at once, and again while it is not complete. */
export class SourceReader {
  readonly #facts: SourceFacts;
  readonly #listener: SegmentListener;
  #text = "";
  #lineStart = 0;
  #open: Segment | undefined;

  constructor(facts: SourceFacts, listener: SegmentListener) {
    this.#facts = facts;
    this.#listener = listener;
  }

  /** The source so far, its line ends as `\n`. */
  get text(): string {
    return this.#text;
  }

  /** The segment to which a next line may belong. */
  get open(): Segment | undefined {
    return this.#open;
  }

  /** Reads a text that goes on where the one before ended, with line ends as `\n`. */
  read(text: string): void {
    this.#text = text;
    for (;;) {
      const end = this.#text.indexOf("\n", this.#lineStart);
      if (end === -1) return;
      const step = this.#step(end);
      this.#apply(step, this.#lineStart, end);
      this.#lineStart = end + 1;
    }
  }

  /** What the last line does as far as it came. */
  pending(): PendingLine | undefined {
    if (this.#lineStart >= this.#text.length) return undefined;
    const step = this.#step(this.#text.length);
    return step.type === "blank" ? undefined : { step, at: this.#lineStart };
  }

  /** The source has ended, and its last line is complete. */
  end(): void {
    if (this.#lineStart < this.#text.length) this.read(`${this.#text}\n`);
    if (this.#open) this.#listener.onEnd(this.#open);
    this.#open = undefined;
  }

  #step(end: number): LineStep {
    const line = this.#text.slice(this.#lineStart, end);
    return lineStep(this.#open, line, this.#lineStart, this.#facts);
  }

  #apply(step: LineStep, at: number, end: number): void {
    if (step.type === "segment") this.#begin(step.segment, end);
    else if (this.#open && step.type === "blank") this.#open.isAfterBlank = true;
    else if (this.#open && step.type !== "blank") this.#extend(this.#open, step, at, end);
  }

  #extend(open: Segment, step: OwnStep, at: number, end: number): void {
    if (step.type === "unit") {
      this.#listener.onUnit(open, at);
      open.unitStart = at;
      open.unitLines = 0;
      open.unitCount += 1;
      open.contentColumn = step.contentColumn ?? open.contentColumn;
      open.isItemEmpty = step.isItemEmpty ?? false;
    } else {
      open.isPlain &&= step.isPlain ?? true;
      open.isItemEmpty = false;
    }
    open.unitLines += 1;
    open.lastLine = at;
    open.end = end;
    open.isAfterBlank = false;
    if (!step.ends) return;
    open.isEnded = true;
    open.isClosed = true;
  }

  #begin(segment: Segment, end: number): void {
    const before = this.#open;
    if (before && before.start < segment.start) {
      // The head of a table was the last line of a paragraph.
      before.end = Math.min(before.end, Math.max(segment.start - 1, before.start));
      this.#listener.onEnd(before);
    }
    segment.end = end;
    this.#open = segment;
    this.#listener.onSegment(segment);
  }
}
