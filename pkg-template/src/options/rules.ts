import { isObject, read } from "../codec/safe-read.js";
import type { OptionRule } from "./check-options.js";

// Rules that several kinds of options share.

export const aCount: OptionRule = [
  "a whole number from 1",
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
];
export const aFlag: OptionRule = ["true or false", (value) => typeof value === "boolean"];
export const aFunction: OptionRule = ["a function", (value) => typeof value === "function"];
export const anObject: OptionRule = [
  "an object of options",
  (value) => isObject(value) && !Array.isArray(value),
];
export const anApproval: OptionRule = [
  '"never", "always" or a function',
  (value) => value === "never" || value === "always" || typeof value === "function",
];
export const aText: OptionRule = [
  "a text that is not empty",
  (value) => typeof value === "string" && value.trim() !== "",
];
/** Of a wait that the options' owner ends itself. */
export const aTime: OptionRule = [
  "a number of milliseconds above 0, or Infinity",
  (value) => typeof value === "number" && value > 0,
];
export const aSignal: OptionRule = [
  "an AbortSignal",
  (value) => hasMethods(value, "addEventListener") && typeof read(value, "aborted") === "boolean",
];
/** Also one of another copy of the package. */
export const aRegistry: OptionRule = [
  "a ToolRegistry",
  (value) => hasMethods(value, "get", "toAgUiTools"),
];
/** Also one of another copy of the package. */
export const aManager: OptionRule = [
  "a ToolExecutionManager",
  (value) => hasMethods(value, "execute", "check"),
];

/** The same, of an option that can't be left out. */
export function needed([expected, isSo]: OptionRule): OptionRule {
  return [expected, isSo, "needed"];
}

/** A list of texts, each of which is as it must be. */
export function listOf(what: string, isSo: (text: string) => boolean): OptionRule {
  const isOne = (text: unknown) => typeof text === "string" && isSo(text);
  return [`a list of ${what}`, (value) => Array.isArray(value) && value.every(isOne)];
}

/** A number in a range. */
export function aNumber(least: number, most = Number.POSITIVE_INFINITY): OptionRule {
  const range =
    most === Number.POSITIVE_INFINITY ? `at least ${least}` : `from ${least} to ${most}`;
  return [
    `a number, ${range}`,
    (value) => typeof value === "number" && value >= least && value <= most,
  ];
}

/** Returns true if a value is an object with the given methods. */
export function hasMethods(value: unknown, ...methods: readonly string[]): value is object {
  return isObject(value) && methods.every((name) => typeof read(value, name) === "function");
}
