/** What an option must be, in words, and whether a value is. */
export type OptionRule = readonly [expected: string, isSo: (value: unknown) => boolean];

/** A rule for each option. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule };

/** Checks options at once, where a page's author sees it. An option that nobody knows may be meant to make something safe. */
export function checkOptions<Options extends object>(
  name: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`ag-ui-lit: ${name}() takes an object of options.`);
  }
  for (const [option, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, option)) {
      const known = Object.keys(rules).join(", ");
      throw new TypeError(`ag-ui-lit: ${name}() has no option "${option}". There are: ${known}.`);
    }
    const [expected, isSo] = rules[option as keyof Options];
    if (value !== undefined && !isSo(value)) {
      throw new TypeError(`ag-ui-lit: ${name}({ ${option} }) must be ${expected}.`);
    }
  }
}

export const aCount: OptionRule = [
  "a whole number from 1",
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
];
export const aFlag: OptionRule = ["true or false", (value) => typeof value === "boolean"];
export const aFunction: OptionRule = ["a function", (value) => typeof value === "function"];
export const anApproval: OptionRule = [
  '"never", "always" or a function',
  (value) => value === "never" || value === "always" || typeof value === "function",
];
export const aText: OptionRule = [
  "a text that is not empty",
  (value) => typeof value === "string" && value.trim() !== "",
];

/** A list of texts, each of which is as it must be. */
export function listOf(what: string, isSo: (text: string) => boolean): OptionRule {
  const isOne = (text: unknown) => typeof text === "string" && isSo(text);
  return [`a list of ${what}`, (value) => Array.isArray(value) && value.every(isOne)];
}
