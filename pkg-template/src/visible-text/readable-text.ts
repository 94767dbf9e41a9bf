import { hiddenIn, nameOfHidden } from "./hidden.js";

/** The maximum number of different characters named in a message. */
const MOST_NAMED = 8;

/**
 * A text without the characters that a person can't see: the form of untrusted text for a model. Other line separators
 * become a line end, half of a surrogate pair becomes U+FFFD.
 *
 * @example
 * ```ts
 * readableText("Adds.\u{E0049}\u{E0067}"); // "Adds."
 * ```
 */
export function readableText(text: string): string {
  let shown = "";
  let end = 0;
  for (const { index, text: found } of hiddenIn(text, false)) {
    shown += text.slice(end, index) + (INSTEAD[found] ?? (SURROGATE.test(found) ? "\uFFFD" : ""));
    end = index + found.length;
  }
  return end === 0 ? text : shown + text.slice(end);
}

/** The names of hidden characters in texts, each once: `U+202E, U+200B and 3 more`; `undefined` without any. */
export function hiddenNames(texts: Iterable<string>): string | undefined {
  const names = new Set<string>();
  for (const text of texts) {
    for (const { text: found } of hiddenIn(text, false)) names.add(nameOfHidden(found));
  }
  if (names.size === 0) return undefined;
  const named = [...names].slice(0, MOST_NAMED).join(", ");
  return names.size > MOST_NAMED ? `${named} and ${names.size - MOST_NAMED} more` : named;
}

const INSTEAD: Readonly<Record<string, string>> = {
  "\r": "\n",
  "\v": "\n",
  "\f": "\n",
  "\u0085": "\n",
  "\u2028": "\n",
  "\u2029": "\n\n",
  "\u2800": " ",
};

const SURROGATE = /^[\uD800-\uDFFF]$/;
