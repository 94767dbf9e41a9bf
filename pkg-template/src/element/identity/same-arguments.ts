import { jsonObjectOf } from "../../codec/json-object.js";
import { MAX_LENGTH } from "../../constants/core.js";

/** Returns true if an argument text is a JSON object that the core would read: a longer text than that is refused. */
export function isObjectText(text: string): boolean {
  return !isTooLong(text) && jsonObjectOf(text) !== undefined;
}

/**
 * Returns true if two argument texts say the same: equal JSON, whatever its spacing and order of keys. A text that is no
 * object counts as the `{}` that stands in the history for it.
 */
export function sameArguments(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [canonicalOf(one), canonicalOf(other)];
  if (first === undefined && second === undefined) return false;
  return (first ?? empty) === (second ?? empty);
}

/** Keys of arguments in an index, and those to look up for equal ones. */
export interface ArgumentKeys {
  readonly under: readonly string[];
  /** The likeliest first. */
  readonly lookUp: readonly string[];
}

/** Two texts say the same exactly when what one is kept under is among what the other looks up. */
export function argumentKeys(text: string): ArgumentKeys {
  const canonical = canonicalOf(text);
  if (canonical === undefined) {
    const own = `text:${text}`;
    return { under: [own, broken], lookUp: [own, empty] };
  }
  const under = [canonical];
  return { under, lookUp: canonical === empty ? [canonical, broken] : under };
}

const empty = "{}";
const broken = "no object";

/** The core reads no longer text. */
function isTooLong(text: string): boolean {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= MAX_LENGTH) return false;
  return text.length > MAX_LENGTH || new TextEncoder().encode(text).length > MAX_LENGTH;
}

/** One text for all that say the same; `undefined` for what is no object. */
function canonicalOf(text: string): string | undefined {
  try {
    const value = jsonObjectOf(inexact.test(text) ? text.replace(tokens, exactly) : text);
    return value && JSON.stringify(value, withSortedKeys);
  } catch {
    // Nested too deep to be written, or too long to be searched: the core refuses it, and it is compared as it stands.
    return undefined;
  }
}

/** Matches text that may be a number which a double can't hold: others would count as the same. */
const inexact = /\d[\d.]{14}|\d[eE]/;
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function exactly(token: string): string {
  return token.startsWith('"') || !inexact.test(token) ? token : `"number ${token}"`;
}

function withSortedKeys(_key: string, member: unknown): unknown {
  return typeof member === "object" && member !== null && !Array.isArray(member)
    ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
    : member;
}
