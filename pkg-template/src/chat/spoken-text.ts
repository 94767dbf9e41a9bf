/** A line that opens or closes a block of code. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** A line of Markdown after which a sentence does not go on: a heading, an item of a list, a quotation, a row of a table. */
const STRUCTURE = /^\s*(#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\|)/;

/** The end of a sentence, with what may close it, and a blank after it; in scripts without blanks the mark alone. */
const SENTENCE_END = /[.!?…؟।]["'”’)\]*_]{0,4}(?=\s)|[。！？]/g;

/** A sentence without an end is read in pieces of about so many characters. */
const LONGEST = 1_000;

/** Nobody listens to more of one message; the rest can be read in the conversation. */
const MOST_OF_MESSAGE = 8_000;

/** The texts for what is not read word by word. */
export interface SpokenWords {
  readonly saidCode: (lines: number) => string;
  readonly saidRest: string;
}

/** Cuts a message that streams into what a screen reader is told: whole sentences, never pieces of them. Linear in the text. */
export class SpokenText {
  readonly #words: SpokenWords;
  #read = 0;
  #line = "";
  #pending = "";
  #spoken = 0;
  /** True once the beginning of the open line is pending: its end has no say in what kind of line it is. */
  #isInside = false;
  #codeLines: number | undefined;

  constructor(words: SpokenWords) {
    this.#words = words;
  }

  /**
   * What can be said now.
   *
   * @param text all of the message so far; it grows at its end.
   */
  take(text: string, isComplete: boolean): string[] {
    // Another text has taken the place of the one that was read.
    if (text.length < this.#read) return [];
    const said: string[] = [];
    const lines = text.slice(this.#read).split("\n");
    this.#read = text.length;
    for (const [index, piece] of lines.entries()) {
      this.#line += piece;
      if (index < lines.length - 1) this.#endLine(said);
    }
    if (isComplete) {
      this.#endLine(said);
      if (this.#codeLines) said.push(this.#words.saidCode(this.#codeLines));
      this.#codeLines = undefined;
      this.#flush(said);
    } else this.#takeOpenLine(said);
    return this.#bounded(said);
  }

  #endLine(said: string[]): void {
    const line = this.#line;
    const isInside = this.#isInside;
    this.#line = "";
    this.#isInside = false;
    if (isInside) {
      this.#pending += `${line}\n`;
      this.#takeSentences(said);
    } else if (FENCE.test(line)) {
      this.#flush(said);
      if (this.#codeLines !== undefined) said.push(this.#words.saidCode(this.#codeLines));
      this.#codeLines = this.#codeLines === undefined ? 0 : undefined;
    } else if (this.#codeLines !== undefined) this.#codeLines += 1;
    else if (line.trim() === "") this.#flush(said);
    else if (STRUCTURE.test(line)) {
      this.#flush(said);
      this.#pending = line;
      this.#flush(said);
    } else {
      this.#pending += `${line}\n`;
      this.#takeSentences(said);
    }
  }

  /** Of a line that may go on, sentences that have ended are said. */
  #takeOpenLine(said: string[]): void {
    const line = this.#line;
    if (!this.#isInside && (this.#codeLines !== undefined || !isProse(line))) return;
    this.#isInside = true;
    this.#pending += line;
    this.#line = "";
    this.#takeSentences(said);
  }

  #takeSentences(said: string[]): void {
    let end = 0;
    for (const { index, 0: mark } of this.#pending.matchAll(SENTENCE_END)) {
      const after = index + mark.length;
      const next = this.#pending.slice(after).match(/^\s*(\S)/)?.[1];
      // "e.g. this" goes on, and what does not show its next word yet may.
      if (mark.startsWith(".") && (next === undefined || /[\p{Ll}\d]/u.test(next))) continue;
      end = after;
    }
    if (end === 0 && this.#pending.length > LONGEST) {
      end = Math.max(this.#pending.lastIndexOf(" "), 0) || this.#pending.length;
    }
    if (end === 0) return;
    say(said, this.#pending.slice(0, end));
    this.#pending = this.#pending.slice(end);
  }

  #flush(said: string[]): void {
    say(said, this.#pending);
    this.#pending = "";
  }

  #bounded(said: string[]): string[] {
    if (this.#spoken > MOST_OF_MESSAGE) return [];
    const kept: string[] = [];
    for (const text of said) {
      this.#spoken += text.length;
      kept.push(this.#spoken > MOST_OF_MESSAGE ? this.#words.saidRest : text);
      if (this.#spoken > MOST_OF_MESSAGE) break;
    }
    return kept;
  }
}

/** Returns true if the beginning of a line shows that it is neither code nor structure. */
function isProse(line: string): boolean {
  return line.trim().length > 4 && !STRUCTURE.test(line) && !/^\s*[`~]/.test(line);
}

function say(said: string[], markdown: string): void {
  for (let at = 0; at < markdown.length; at += 2 * LONGEST) {
    const words = withoutMarks(markdown.slice(at, at + 2 * LONGEST));
    if (/[\p{L}\p{N}]/u.test(words)) said.push(words);
  }
}

/** Markdown without its marks, near enough for the ear. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, "$1")
    .replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|>\s?)/gm, "")
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*`~]{1,3}/g, "")
    .replaceAll("|", " ")
    .replace(/\s+/g, " ")
    .trim();
}
