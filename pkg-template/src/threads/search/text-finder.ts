import { start } from "../../codec/truncate.js";
import type { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { fold } from "./fold.js";

/** UTF-16 units that are compared at once. */
const PIECE = 16_384;
/** UTF-16 units of an excerpt before and after the match. */
const AROUND = 60;
/** UTF-16 units of a query: a longer one is cut. */
const LONGEST_QUERY = 200;

/** The place of a match in a text, with the words around it. */
export interface Excerpt {
  /** The text before the match; begins with "…" where more stands before it. */
  readonly before: string;
  /** The text that matches, as it is written. */
  readonly match: string;
  /** The text after it; ends with "…" where more follows. */
  readonly after: string;
}

/** A text to be found, regardless of case, accents and runs of blanks. */
export class TextFinder {
  readonly #wanted: string;

  constructor(query: string) {
    this.#wanted = fold(start(query.trim(), LONGEST_QUERY)).trim();
  }

  /** Returns true if there is nothing to be found: only blanks, or nothing. */
  get isEmpty(): boolean {
    return this.#wanted === "";
  }

  /** The first place in a text, in time proportional to it, in turns with the page; `undefined` if there is none. */
  async find(text: string, slice: WorkSlice): Promise<Excerpt | undefined> {
    const overlap = this.#wanted.length - 1;
    let carried = "";
    for (let from = 0; from < text.length; ) {
      if (slice.isDue) await slice.yield();
      const piece = start(text.slice(from, from + PIECE + 1), PIECE);
      const folded = joined(carried, fold(piece));
      if (folded.includes(this.#wanted)) {
        // Its beginning may stand in the piece before. A character of the query is at most a few in the text.
        const first = Math.max(0, from - 8 * this.#wanted.length);
        return this.#excerpt(text, wholeFrom(text, first), from + piece.length);
      }
      carried = overlap > 0 ? folded.slice(-overlap) : "";
      from += piece.length;
    }
    return undefined;
  }

  /** The excerpt of a match that ends between two places of a text. */
  #excerpt(text: string, from: number, to: number): Excerpt {
    const [begin, end] = this.#placeIn(text, from, to);
    const first = wholeFrom(text, Math.max(0, begin - AROUND));
    const after = start(text.slice(end, end + AROUND + 1), AROUND);
    return {
      before: (first > 0 ? "…" : "") + text.slice(first, begin),
      match: text.slice(begin, end),
      after: after + (end + after.length < text.length ? "…" : ""),
    };
  }

  /** The match as written. Characters are folded one by one, which tells where each of the folded ones comes from. */
  #placeIn(text: string, from: number, to: number): readonly [begin: number, end: number] {
    let folded = "";
    const origins: number[] = [];
    let at = from;
    for (const character of text.slice(from, to)) {
      const own = fold(character);
      const more = folded.endsWith(" ") && own === " " ? "" : own;
      for (let unit = 0; unit < more.length; unit += 1) origins.push(at);
      folded += more;
      at += character.length;
    }
    const index = folded.indexOf(this.#wanted);
    // Only where hundreds of accents stand on one letter at the edge of two pieces.
    if (index < 0) return [from, from];
    return [origins[index] ?? from, origins[index + this.#wanted.length] ?? to];
  }
}

/** A fold continued by another one. */
const joined = (before: string, more: string): string =>
  before.endsWith(" ") && more.startsWith(" ") ? before + more.slice(1) : before + more;

/** The place itself, or the next one where it would cut a pair of surrogates. */
const wholeFrom = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at;
