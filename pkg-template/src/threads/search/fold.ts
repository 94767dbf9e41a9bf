/**
 * Marks that don't tell letters apart for a search: accents, the points of Hebrew, the vowel signs of Arabic. The signs
 * of voiced kana do, and so do vowel signs of Indic scripts, which are not among these.
 */
const ACCENTS = /(?![\u3099\u309A])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}]/gu;

/**
 * A text without case, accents and runs of blanks, for comparing. Each character is folded by itself, so that the fold
 * of a text is the fold of its pieces, one after the other, except for blanks at their edges.
 *
 * @example
 * ```ts
 * fold("Straße  Café"); // "STRASSE CAFE"
 * ```
 */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(ACCENTS, "").toUpperCase().replace(/\s+/g, " ");
}
