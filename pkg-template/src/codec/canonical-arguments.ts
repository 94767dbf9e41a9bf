import { jsonObjectOf } from "./json-object.js";

/**
 * The same text for all equal arguments, regardless of spacing and order of keys; `undefined` if the text is not an
 * object.
 */
export function canonicalArguments(text: string): string | undefined {
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
