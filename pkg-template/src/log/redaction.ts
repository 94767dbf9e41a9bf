import { isObject } from "../codec/safe-read.js";
import { checkOptions, type OptionRule, type OptionRules } from "../options/check-options.js";
import { aFlag, aFunction } from "../options/rules.js";
import type { Redaction, RedactRule } from "./redactor.js";

/** The option of a log that says what is taken out. */
export const aRedaction: OptionRule = [
  "a function, or an object of keys, patterns, emails and values",
  (value) => typeof value === "function" || isObject(value),
];

/**
 * What a log's option comes to.
 *
 * @param name whose option it is.
 * @throws {TypeError} when it is not as it must be.
 */
export function redactionOf(name: string, given: Redaction | RedactRule): Redaction {
  const redaction: Redaction = typeof given === "function" ? { values: given } : given;
  checkOptions(name, redaction, redactionRules, "redact");
  return redaction;
}

const redactionRules: OptionRules<Redaction> = {
  keys: ["a list of texts and regular expressions", isListOf(isTextOrPattern)],
  patterns: ["a list of regular expressions", isListOf(isPattern)],
  emails: aFlag,
  values: aFunction,
};

function isListOf(isOne: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(isOne);
}

function isTextOrPattern(value: unknown): boolean {
  return (typeof value === "string" && value.trim() !== "") || isPattern(value);
}

function isPattern(value: unknown): boolean {
  return value instanceof RegExp;
}
