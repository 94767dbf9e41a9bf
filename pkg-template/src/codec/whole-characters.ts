import { wellFormed } from "./truncate.js";

/**
 * Splits a streamed text at whole characters: half a surrogate pair at the end of a piece waits for the other half.
 * UTF-8, and so every connection and every wasm module, would make two U+FFFD of a split pair.
 *
 * @example
 * ```ts
 * const characters = new WholeCharacters();
 * characters.push("a\ud83d"); // "a"
 * characters.push("\ude00b"); // "😀b"
 * characters.end(); // ""
 * ```
 */
export class WholeCharacters {
  /** A high surrogate whose low one may come with the next piece. */
  #half = "";

  /**
   * Takes the next piece. Returns its complete characters. A lone surrogate that can't be completed any more becomes
   * U+FFFD.
   */
  push(piece: string): string {
    // An empty piece has no information about the next one.
    if (piece === "") return "";
    const text = this.#half + piece;
    this.#half = endsInHalf(text) ? text.slice(-1) : "";
    return wellFormed(this.#half === "" ? text : text.slice(0, -1));
  }

  /** Ends the text. Returns U+FFFD if half a character is left, else nothing. Later pieces belong to another text. */
  end(): string {
    const isLeft = this.#half !== "";
    this.#half = "";
    return isLeft ? "\uFFFD" : "";
  }
}

/** Returns true if the last UTF-16 unit is the first half of a character. */
export function endsInHalf(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}
