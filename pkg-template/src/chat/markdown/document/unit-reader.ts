import type { Token } from "marked";
import type { BlockReader, BlockReading } from "../lexing/block-reader.js";
import type { Segment } from "../source/segment.js";
import { heal } from "./heal.js";
import { Unit } from "./unit.js";

/** A unit that grew by less than this part of its length is shown with the rest as text, until it has grown by more. */
const PART = 8;
const LONG = 6_000;

/** Text behind blocks that are read: the end of a long unit that is not complete. */
export interface TailToken {
  readonly type: "tail";
  readonly raw: string;
}

/** Makes units of the source of a segment. */
export class UnitReader {
  readonly #reader: BlockReader;
  /** Units that are not complete, by their place, as they were read last: there are two at the most at a time. */
  readonly #open = new Map<number, { readonly source: string; readonly unit: Unit }>();

  constructor(reader: BlockReader) {
    this.#reader = reader;
  }

  /** A unit that is complete, and the labels that it defines. */
  complete(
    segment: Segment,
    text: string,
    head: string,
  ): { unit: Unit; defined: readonly string[] } {
    if (isRaw(segment)) return { unit: new Unit(text, this.#reader), defined: [] };
    const reading = this.#reader.blocks(head + text, true);
    return { unit: new Unit(text, this.#reader, reading), defined: reading.defined };
  }

  /** A unit as far as it came. */
  open(segment: Segment, start: number, text: string, head: string): Unit {
    if (isRaw(segment)) return new Unit(text, this.#reader);
    const source = head + text;
    const known = this.#open.get(start);
    if (known?.source === source) return known.unit;
    if (known && isLittleMore(known.source, source)) {
      return this.#withTail(known.unit, text, source.slice(known.source.length));
    }
    const healed = heal(text);
    // What is nothing yet would leave a list or a table without its form.
    const reading = this.#reader.blocks(head + (healed.trim() === "" ? text : healed), false);
    const unit = new Unit(text, this.#reader, reading);
    if (this.#open.size >= 4) this.#open.clear();
    this.#open.set(start, { source, unit });
    return unit;
  }

  #withTail(unit: Unit, text: string, rest: string): Unit {
    const tail: TailToken = { type: "tail", raw: rest };
    const tokens: Token[] = [...unit.tokens, tail];
    const reading: BlockReading = { tokens, defined: [], inlines: [] };
    return new Unit(text, this.#reader, reading);
  }
}

/** Returns true if a segment is shown as it is written. */
export function isRaw({ kind }: Segment): boolean {
  return kind === "code" || kind === "html" || kind === "math";
}

function isLittleMore(before: string, now: string): boolean {
  if (before.length < LONG || now.length - before.length > before.length / PART) return false;
  return now.startsWith(before);
}
