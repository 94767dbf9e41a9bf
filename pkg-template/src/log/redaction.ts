import { isObject } from "../codec/safe-read.js";
import { checkOptions, type OptionRule, type OptionRules } from "../options/check-options.js";
import { aFlag, aFunction } from "../options/rules.js";
import type { Redaction, RedactRule } from "./redactor.js";

/** The rule of a log's option `redact`. */
export const aRedaction: OptionRule = [
  "a function, or an object of keys, patterns, emails and values",
  (value) => typeof value === "function" || isObject(value),
];

/**
 * Reads the option of a log.
 *
 * @param name the function whose option it is.
 * @throws {TypeError} if it is invalid.
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
