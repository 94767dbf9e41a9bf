import { endsInHalf } from "../../codec/whole-characters.js";

/** A text that arrives by its beginnings, in pieces that are whole: line ends are `\n`, and no character is cut. */
export class NormalText {
  #text = "";
  #taken = 0;

  /** What came since, or `undefined` if this is another text and not a longer one. */
  next(text: string, isComplete: boolean): string | undefined {
    if (text.length < this.#taken || !text.startsWith(this.#text)) return undefined;
    const end = isComplete ? text.length : wholeEnd(text, this.#taken);
    const piece = text.slice(this.#taken, end);
    this.#text = text.slice(0, end);
    this.#taken = end;
    return piece.replace(/\r\n?/g, "\n");
  }
}

/** What may belong to the character behind it. */
const JOINING = new Set(["\r", "\u200C", "\u200D", "\uFE0E", "\uFE0F"]);

/** Where the part of a text ends that does not depend on what comes: half a character, a `\r`, or a character that joins. */
function wholeEnd(text: string, from: number): number {
  let end = text.length;
  for (let held = 0; held < 4 && end > from; held += 1) {
    const last = text.slice(end - 1, end);
    if (!endsInHalf(last) && !JOINING.has(last)) return end;
    end -= 1;
  }
  return end;
}
