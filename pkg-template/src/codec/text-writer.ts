import { markOf, start, wellFormed } from "./truncate.js";

/** The excess over the limit, in UTF-16 units, up to which missing text is still counted; then writing is given up. */
const COUNTED_BEYOND = 1_048_576;

/** The maximum number of values that are read, so that writing also ends for a result without any output. */
const MOST_VALUES = 1_000_000;

/** A long string is written in pieces of this length, so that no copy of all of it is made. */
const PIECE = 65_536;

/** Slightly below the maximum length of a string in the engines. */
const LONGEST = 2 ** 28;

/**
 * Takes text piece by piece and keeps it up to a length. Beyond it nothing is stored, only counted, and when
 * `isFull` it is time to stop: a result of gigabytes costs no more than one of a megabyte.
 */
export class TextWriter {
  readonly #maxLength: number;
  #text = "";
  #length = 0;
  #values = 0;

  constructor(maxLength: number) {
    this.#maxLength = Math.min(maxLength, LONGEST);
  }

  /** Returns true if further writing has no effect. */
  get isFull(): boolean {
    return this.#length > this.#maxLength + COUNTED_BEYOND || this.#values > MOST_VALUES;
  }

  /** Takes text that is JSON already. */
  raw(text: string): void {
    this.#length += text.length;
    if (this.#text.length <= this.#maxLength) this.#text += text;
  }

  /** Takes text to be written as a JSON string. */
  string(text: string): void {
    if (text.length <= PIECE) {
      this.raw(JSON.stringify(wellFormed(text)));
      return;
    }
    this.raw('"');
    for (let rest = text; rest && !this.isFull; ) {
      const piece = start(rest, PIECE);
      this.raw(JSON.stringify(wellFormed(piece)).slice(1, -1));
      rest = rest.slice(piece.length);
    }
    this.raw('"');
  }

  /** Counts a value that is looked at, whether or not it is written. */
  count(): void {
    this.#values += 1;
  }

  /** The text, cut where it is too long. */
  finish(): string {
    const isExact = !this.isFull;
    if (isExact && this.#length <= this.#maxLength) return this.#text;
    const kept = start(this.#text, this.#maxLength);
    return kept + markOf({ length: this.#length - kept.length, isExact });
  }
}
