import { start, truncate } from "../codec/truncate.js";

/** The most UTF-16 units of a text that are looked at, and that are logged. */
const LONGEST_READ = 65_536;
const LONGEST_TEXT = 2000;

/** Units beyond that in which a secret may end that begins before. */
const MORE_READ = 32_768;

/** Returns true if a text is longer than what is looked at. */
export function isTooLong(text: string): boolean {
  return text.length > LONGEST_READ;
}

/** The beginning of a text that is searched for secrets: longer than what is logged by more than the length of a secret. */
export function beginningOf(text: string): string {
  return isTooLong(text) ? start(text, LONGEST_READ + MORE_READ) : text;
}

/** The beginning of a long text, without the word that it was cut in: half a secret would not be recognized. */
export function wholeWords(text: string): string {
  if (!isTooLong(text)) return text;
  const beginning = start(text, LONGEST_READ);
  return beginning.slice(0, lastBlank(beginning) + 1);
}

function lastBlank(text: string): number {
  for (let at = text.length - 1; at >= 0; at -= 1) if (/[\s,;]/.test(text[at] as string)) return at;
  return -1;
}

/**
 * A text of a length that a line can have, with a mark where it was cut.
 *
 * @param isCut whether its end is missing already.
 */
export function shortened(text: string, isCut: boolean): string {
  const kept = truncate(text, LONGEST_TEXT);
  return isCut && kept === text ? `${text}… [the rest was cut]` : kept;
}
