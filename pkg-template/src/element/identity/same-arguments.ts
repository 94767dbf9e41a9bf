import { canonicalArguments } from "../../codec/canonical-arguments.js";
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
  const [first, second] = [canonicalArguments(one), canonicalArguments(other)];
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
  const canonical = canonicalArguments(text);
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
