import { describe } from "../codec/describe.js";
import { OptionError } from "./option-error.js";
import { refuseUnknown } from "./unknown-options.js";

/** The required form of an option, as text, and its check; with `"needed"` the option is required. */
export type OptionRule = readonly [
  expected: string,
  isSo: (value: unknown) => boolean,
  needed?: "needed",
];

/** A rule for each option. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule };

/**
 * Checks options at once, with an error that the page's author sees. An unknown option may be meant to make something
 * safe.
 *
 * @param name the function that takes them: `webTools`.
 * @param at their path, if they are an option of others themselves: `image.agent`.
 * @throws {OptionError} that names the option, and its rule or the known options.
 */
export function checkOptions<Options extends object>(
  name: string,
  options: Options,
  rules: OptionRules<Options>,
  at?: string,
): void {
  const whole = at === undefined ? `${name}()` : `${name}({ ${at} })`;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new OptionError(`ag-ui-lit: ${whole} takes an object of options.`);
  }
  const known = Object.keys(rules);
  refuseUnknown(whole, options, known);
  for (const option of known as (keyof Options & string)[]) {
    const [expected, isSo, needed] = rules[option];
    const value = options[option];
    if (value === undefined ? !needed : isSo(value)) continue;
    const place = at === undefined ? option : `${at}.${option}`;
    const must = value === undefined ? "is needed: it must be" : "must be";
    const is = value === undefined ? "" : `, but is ${kindOf(value)}`;
    throw new OptionError(`ag-ui-lit: ${name}({ ${place} }) ${must} ${expected}${is}.`);
  }
}

/** Describes the kind of a value. Contents of texts and objects are omitted: they may be secret. */
function kindOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return describe(value);
  return Array.isArray(value) ? "an array" : "an object";
}
