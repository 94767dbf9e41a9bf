import type { ArgumentsJudge, Verdict } from "../validation/validator.js";

/** The length of a text, in UTF-16 units, up to which each delta is judged as it comes. */
const judgedAtOnce = 256;
/** The most that waits to be judged of a longer one. */
const longestUnjudged = 512;

/**
 * Passes streamed text to a judge, all of it: at the end every error is reported, also of arguments that are known to be
 * invalid. Each piece costs a crossing, so the pieces grow with the text.
 */
export class JudgedText {
  readonly #judge: ArgumentsJudge;
  /** The text that waits to be judged. */
  #unjudged = "";
  #mayBeValid = true;
  #verdict: Verdict | undefined;

  constructor(judge: ArgumentsJudge) {
    this.#judge = judge;
  }

  /** False once the judge has found an error. */
  get mayBeValid(): boolean {
    return this.#mayBeValid;
  }

  /** Takes the next piece of a text. @param length the length of the text with it, in UTF-16 units. */
  push(piece: string, length: number): void {
    this.#unjudged += piece;
    const most = length <= judgedAtOnce ? 0 : Math.min(length >> 3, longestUnjudged);
    if (this.#unjudged.length > most) this.#pass();
  }

  /** Takes the last piece. */
  end(piece: string): void {
    this.#unjudged += piece;
    this.#pass();
  }

  /** The judge's verdict on all of the text, after its end; `undefined` if the judge can't decide. */
  get verdict(): Verdict | undefined {
    this.#verdict ??= this.#judge.end();
    return this.#verdict;
  }

  /** Gives the judge's memory back. */
  free(): void {
    this.#judge.free();
  }

  #pass(): void {
    if (!this.#judge.push(this.#unjudged)) this.#mayBeValid = false;
    this.#unjudged = "";
  }
}
