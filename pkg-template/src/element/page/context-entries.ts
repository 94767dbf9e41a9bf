import type { Context } from "@ag-ui/core";
import { describe } from "../../codec/describe.js";
import { isObject, isPromiseLike, read } from "../../codec/safe-read.js";
import { textOf } from "../../execution/handler-result.js";

/**
 * Something that the agent should know of the page: what it is, and the value. A value that is no text is sent as JSON. A
 * function is called when a run starts.
 */
export interface ContextEntry {
  readonly description: string;
  readonly value: unknown;
}

/** Removes what was added. */
export interface ContextRegistration {
  /** The agent is not told any more, from the next run on. Does nothing when that was done. */
  remove(): void;
}

/** How an entry is added. */
export interface AddContextOptions {
  /** Removes the entry when it is aborted. One that is aborted already adds nothing. */
  readonly signal?: AbortSignal | undefined;
}

/** How many UTF-16 units a description may have. */
const longestDescription = 10_000;

/**
 * The entry that a page gave: the same object, since its value may be read later.
 *
 * @throws {TypeError} when it is no entry.
 */
export function readEntry(given: unknown, place: string): ContextEntry {
  const must = `<ag-ui-agent>: ${place} must be`;
  if (!isObject(given)) {
    throw new TypeError(`${must} { description, value }, but is ${describe(given)}.`);
  }
  const description = read(given, "description");
  const isText = typeof description === "string" && description.trim() !== "";
  if (!isText || description.length > longestDescription) {
    const range = `a text of 1 to ${longestDescription.toLocaleString("en")} characters`;
    throw new TypeError(
      `<ag-ui-agent>: ${place}.description must be ${range}, but is ${describe(description)}.`,
    );
  }
  return given as ContextEntry;
}

/** The entries that a page gave. @throws {TypeError} when one is none. */
export function readEntries(given: unknown): readonly ContextEntry[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    throw new TypeError(`<ag-ui-agent>: context must be an array, but is ${describe(given)}.`);
  }
  return Object.freeze(given.map((entry, index) => readEntry(entry, `context[${index}]`)));
}

/**
 * What is sent of the entries now. One whose value can't be had is left out, with a warning: the run is worth more than what it
 * is told.
 */
export function contextNow(entries: Iterable<ContextEntry>): Context[] {
  return [...entries].flatMap((entry) => {
    try {
      const { description } = entry;
      const value = valueNow(entry);
      return value === undefined ? [] : [{ description, value: textOf(value) }];
    } catch (thrown) {
      console.warn(
        `<ag-ui-agent>: the context ${describe(read(entry, "description"))} is left out: its value can't be read.`,
        thrown,
      );
      return [];
    }
  });
}

function valueNow(entry: ContextEntry): unknown {
  const { value } = entry;
  const now: unknown = typeof value === "function" ? value.call(entry) : value;
  if (isPromiseLike(now)) {
    // Nobody waits for it, so its failure is nobody's either.
    Promise.resolve(now).catch(() => {});
    throw new TypeError("The value is a promise: await it first, and give the agent what comes.");
  }
  return now;
}
