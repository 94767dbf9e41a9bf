import { endsInHalf } from "../../codec/whole-characters.js";

/**
 * A text that arrives by its beginnings, normalised: line ends are `\n`, and the last character is whole. Of a text without `\r`
 * nothing is copied.
 */
export class NormalText {
  #given = "";
  #normal: string | undefined;

  /** The normal text, or `undefined` if what is given is another text and not a longer one. */
  next(text: string, isComplete: boolean): string | undefined {
    const before = this.#given;
    if (!text.startsWith(before)) return undefined;
    this.#given = text.slice(0, isComplete ? text.length : wholeEnd(text, before.length));
    if (this.#normal === undefined && !this.#given.includes("\r", before.length))
      return this.#given;
    const known = this.#normal ?? before;
    this.#normal = known + this.#given.slice(before.length).replace(/\r\n?/g, "\n");
    return this.#normal;
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
