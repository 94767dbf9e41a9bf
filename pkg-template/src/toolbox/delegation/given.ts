import { describe } from "../../codec/describe.js";
import { isObject, read } from "../../codec/safe-read.js";
import { OptionError } from "../../options/options.js";

// What a page gave, checked at once: each fault names its option.

/** An object of options; nothing counts as none. */
export function optionsObject(given: unknown, name: string): object {
  if (given === undefined) return {};
  if (isObject(given) && !Array.isArray(given)) return given;
  throw wrong(name, "must be an object", given);
}

/** A whole number from 1 on, or what stands for it. */
export function count<Other>(given: unknown, name: string, otherwise: Other): number | Other {
  if (given === undefined) return otherwise;
  if (Number.isSafeInteger(given) && (given as number) >= 1) return given as number;
  throw wrong(name, "must be a whole number from 1 on", given);
}

/** Milliseconds above 0; `Infinity` is no limit. */
export function time(given: unknown, name: string, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (typeof given === "number" && given > 0) return given;
  throw wrong(name, "must be a number of milliseconds above 0, or Infinity", given);
}

/** Texts that say something. */
export function texts(given: unknown, name: string): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const isList = Array.isArray(given) && given.every((one) => typeof one === "string" && one);
  if (isList) return [...given];
  throw wrong(name, "must be an array of texts", given);
}

/** An object that has some methods. */
export function withMethods<T>(
  given: unknown,
  methods: readonly string[],
  name: string,
  what: string,
): T {
  const has = methods.every(
    (method) => isObject(given) && typeof read(given, method) === "function",
  );
  if (has) return given as T;
  throw wrong(name, `must be ${what}`, given);
}

/** The address of an agent: absolute, or seen from the page. */
export function address(given: unknown, name: string): string {
  if (typeof given === "string" && given.trim() !== "") {
    const base = (globalThis as { location?: { href?: string } }).location?.href;
    if (URL.canParse(given, base === "about:blank" ? undefined : base)) return given;
  }
  throw wrong(name, "must be the address of an AG-UI agent", given);
}

/** The fault of an option. */
export function wrong(name: string, must: string, given: unknown): OptionError {
  const shown = typeof given === "string" ? JSON.stringify(given.slice(0, 100)) : describe(given);
  return new OptionError(`${name} ${must}, but is ${shown}`);
}
