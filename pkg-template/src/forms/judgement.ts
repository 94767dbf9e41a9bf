import { describe } from "../codec/describe.js";
import { truncate, wellFormed } from "../codec/truncate.js";

/** A control's judgement of a value: the accepted value, or the reason for the refusal. */
export type Judgement = { readonly value: unknown } | { readonly fault: string };

/** The maximum length of a quoted value, in UTF-16 units. */
const longestQuote = 80;

/** The maximum number of listed choices. */
const mostChoices = 20;

/** A value of another kind than the control takes. */
export function wrongKind(kind: string, given: unknown): { readonly fault: string } {
  return { fault: `must be ${kind}, but is ${quoted(given)}` };
}

/** Returns true if a person could choose the value. */
export function judgeChoice(choices: readonly string[], given: unknown): Judgement {
  if (typeof given !== "string") return wrongKind("a string", given);
  if (choices.includes(given)) return { value: given };
  const all = [...new Set(choices)].map(quoted);
  if (all.length === 0) return { fault: "has nothing to choose from now" };
  const more = all.length > mostChoices ? [`${all.length - mostChoices} more`] : [];
  return wrongKind(`one of ${[...all.slice(0, mostChoices), ...more].join(", ")}`, given);
}

/** Judges whether each value is a choice, and none occurs twice. */
export function judgeChoices(choices: readonly string[], given: unknown): Judgement {
  if (!Array.isArray(given)) return wrongKind("an array", given);
  for (const each of given) {
    const judged = judgeChoice(choices, each);
    if ("fault" in judged) return judged;
  }
  if (new Set(given).size < given.length) return { fault: "must have no value twice" };
  return { value: given };
}

/** A value in a sentence. */
export function quoted(given: unknown): string {
  if (typeof given === "string") return wellFormed(JSON.stringify(truncate(given, longestQuote)));
  if (given === null || typeof given !== "object") return describe(given);
  return Array.isArray(given) ? "an array" : "an object";
}
