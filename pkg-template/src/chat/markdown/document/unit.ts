import type { Token } from "marked";
import type { BlockReader, BlockReading } from "../lexing/block-reader.js";

/** A unit of a segment, with what was read of it. */
export class Unit {
  /** Its source; that of rows of a table without the head. */
  readonly text: string;
  /** Counts how often it was read. */
  version = 0;
  readonly #reader: BlockReader;
  readonly #reading: BlockReading | undefined;
  #isRead = false;

  /** @param reading nothing for a unit that is shown as it is written. */
  constructor(text: string, reader: BlockReader, reading?: BlockReading) {
    this.text = text;
    this.#reader = reader;
    this.#reading = reading;
  }

  /** Its blocks. They are read to the end when they are needed first. */
  get tokens(): readonly Token[] {
    if (!this.#reading) return [];
    if (!this.#isRead) {
      this.#isRead = true;
      this.#reader.inlines(this.#reading.inlines);
    }
    return this.#reading.tokens;
  }

  /** A link that it refers to has been defined. */
  readAgain(): void {
    this.#isRead = false;
    this.version += 1;
  }
}
