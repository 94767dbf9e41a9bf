import type { Token } from "marked";

/**
 * A long paragraph is read in parts, so that a stream of characters costs what the last part costs. It is cut where nothing
 * that began before can end behind, at the latest after `LONGEST` characters: emphasis over more than these is not recognised.
 */
const SHORTEST = 1_500;
const LONGEST = 4_000;
const STEP = 500;
const WINDOW = 200;

/** Finds the cuts of a text that grows. A cut depends on the text before it and the character behind it, and on nothing else. */
export class InlineCuts {
  readonly #read: (source: string) => Token[];
  readonly #cuts: number[] = [];
  #tried = SHORTEST;

  /** @param read the inline tokens of a source, whatever links are defined. */
  constructor(read: (source: string) => Token[]) {
    this.#read = read;
  }

  /** The places at which a text is cut, in ascending order. */
  of(text: string): readonly number[] {
    while ((this.#cuts.at(-1) ?? 0) >= text.length && this.#cuts.length > 0) {
      this.#cuts.pop();
      this.#tried = SHORTEST;
    }
    for (;;) {
      const cut = this.#next(text, this.#cuts.at(-1) ?? 0);
      if (cut === undefined) return this.#cuts;
      this.#cuts.push(cut);
      this.#tried = SHORTEST;
    }
  }

  /** The next cut, if the text goes far enough to tell. */
  #next(text: string, from: number): number | undefined {
    for (; this.#tried < LONGEST; this.#tried += STEP) {
      const start = from + this.#tried;
      if (text.length <= start + 1) return undefined;
      const cut = breakIn(text, start, start + STEP);
      if (cut === undefined && text.length <= start + STEP + 1) return undefined;
      if (cut !== undefined && isClean(this.#read(text.slice(from, cut)))) return cut;
    }
    const last = from + LONGEST;
    if (text.length <= last + WINDOW + 1) return undefined;
    return breakIn(text, last, last + WINDOW) ?? wholeCharacter(text, last);
  }
}

/** The first place in a range that is behind a single white space. */
function breakIn(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end && at < text.length; at += 1) {
    if (!isSpace(text[at - 1])) continue;
    if (!isSpace(text[at]) && !isSpace(text[at - 2]) && text[at - 2] !== "\\") return at;
  }
  return undefined;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\t";
}

function wholeCharacter(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** Returns true if no token is text that may begin something: then nothing behind it changes how it is read. */
function isClean(tokens: readonly Token[]): boolean {
  return tokens.every((token) => token.type !== "text" || !mayBegin(token.raw));
}

function mayBegin(text: string): boolean {
  if (!/[*_~`<[$\\]/.test(text)) return false;
  const left = text
    .replace(/\[[^[\]]*\]/g, "")
    .replace(/(?<=\w)_+(?=\w)|(?<=\s)[*~_]+(?=\s)|<(?![a-z/!?])/gi, "");
  return /[*_~`<[$\\]/.test(left);
}
