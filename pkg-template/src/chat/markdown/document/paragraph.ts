import type { Token } from "marked";
import type { BlockReader } from "../lexing/block-reader.js";
import type { InlineCuts } from "../lexing/inline-cuts.js";
import { heal } from "./heal.js";

/** A part of a paragraph, whose tokens stay the same as long as its text does. */
export interface ParagraphPart {
  readonly start: number;
  readonly end: number;
  readonly isHealed: boolean;
  readonly tokens: readonly Token[];
}

/** A paragraph whose text grows. Only the last of its parts is read again. */
export class Paragraph {
  readonly #reader: BlockReader;
  readonly #cuts: InlineCuts;
  #parts: ParagraphPart[] = [];

  constructor(reader: BlockReader) {
    this.#reader = reader;
    this.#cuts = reader.cuts();
  }

  /** The parts that were read last. */
  get parts(): readonly ParagraphPart[] {
    return this.#parts;
  }

  /** Reads the text, which begins with what it was before. */
  read(text: string, isComplete: boolean): void {
    const ends = [...this.#cuts.of(text), text.length];
    let start = 0;
    this.#parts = ends.map((end, index) => {
      const isHealed = !isComplete && index === ends.length - 1;
      const part = this.#part(index, text, start, end, isHealed);
      start = end;
      return part;
    });
  }

  /** Forgets the parts: a link that they refer to has been defined. */
  forget(): void {
    this.#parts = [];
  }

  #part(index: number, text: string, start: number, end: number, isHealed: boolean): ParagraphPart {
    const known = this.#parts[index];
    if (known && known.start === start && known.end === end && known.isHealed === isHealed) {
      return known;
    }
    const source = text.slice(start, end);
    const tokens = this.#reader.inline(isHealed ? heal(source) : source);
    return { start, end, isHealed, tokens };
  }
}
