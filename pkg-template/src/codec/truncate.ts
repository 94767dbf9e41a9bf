/**
 * Keeping a text within a length. This is TypeScript and not the core's, because the text is JavaScript's: handing
 * it over to be cut would copy all of it twice, and a lone surrogate would not survive the way.
 */

/** The length that a cut text lacks. */
export interface Missing {
  /** In UTF-16 units. */
  readonly length: number;
  /** `false` when writing was given up before the end, so that more is missing than was counted. */
  readonly isExact: boolean;
}

/**
 * A text of at most `maxLength` UTF-16 units; a longer one is cut at a whole character and gets a mark, in addition to
 * the limit, with the number of the missing ones.
 *
 * @example
 * ```ts
 * truncate("abcdef", 4); // "abcd… [2 more characters were cut]"
 * truncate("abc😀", 4); // "abc… [2 more characters were cut]"
 * ```
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = start(text, maxLength);
  return kept + markOf({ length: text.length - kept.length, isExact: true });
}

/** The first `maxLength` UTF-16 units of a text, one less rather than an unpaired surrogate. */
export function start(text: string, maxLength: number): string {
  const end = Math.max(0, Math.floor(maxLength));
  const splitsPair = end < text.length && isHigh(text, end - 1) && isLow(text, end);
  return text.slice(0, splitsPair ? end - 1 : end);
}

/** The mark in place of the removed text. */
export function markOf({ length, isExact }: Missing): string {
  if (length <= 0) return isExact ? "" : "… [the rest was cut]";
  const count = `${isExact ? "" : "at least "}${length}`;
  return length === 1 && isExact
    ? "… [1 more character was cut]"
    : `… [${count} more characters were cut]`;
}

/** A text without lone surrogates: each becomes U+FFFD, for no UTF-8 and no backend can carry one. */
export function wellFormed(text: string): string {
  if (!/[\uD800-\uDFFF]/.test(text)) return text;
  // With the u flag a pair is one character, so that only unpaired surrogates match.
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/**
 * JSON text of `JSON.stringify` without lone surrogates, which it contains as escapes: `\ud83d` becomes U+FFFD. Other
 * languages refuse to read them, serde among them.
 */
export function wellFormedJson(text: string): string {
  if (!text.includes("\\ud")) return text;
  // An escaped backslash before it makes it text: only after an even number of them it is an escape.
  return text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\uFFFD");
}

function isHigh(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800;
}

function isLow(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}
