import {
  ArgumentsReader,
  type ArgumentsReaderOptions,
  type HandedOver,
} from "../arguments/arguments-reader.js";
import { describe, messageOf } from "../codec/describe.js";
import { plainCopy } from "../codec/plain-copy.js";
import { wellFormed } from "../codec/truncate.js";
import { DEFAULT_MAX_DEPTH } from "../constants/core.js";
import {
  type BigInteger,
  type CoreToolError,
  type RawExecutionManager,
  RawReading,
} from "../core/raw.js";
import { deepFreeze } from "../tools/deep-freeze.js";
import { ArgumentsFault, type GivenArguments, type Verdict } from "../validation/validator.js";

/** Arguments of a call: as a reader has read them from a stream, as an object, or as JSON text. */
export type CallArguments = ArgumentsReader | Readonly<Record<string, unknown>> | string;

/** A call's arguments as text, and why they could not be written as text, if so. */
export interface ArgumentsText {
  readonly text: string;
  readonly fault?: string;
  /** The part that has been read already. */
  readonly streamed?: HandedOver | undefined;
  /** The verdict of the tool's validator or the executor, if one was asked already. */
  readonly verdict?: Verdict;
}

/**
 * Arguments are JSON: given as an object they are written down, so that what is validated is what the handler gets. For
 * the same reason an unpaired surrogate becomes U+FFFD here, before anything is compared, validated or shown: the core
 * can't hold it.
 */
export function argumentsText(args: unknown): ArgumentsText {
  if (typeof args === "string") return { text: wellFormed(args) };
  try {
    return { text: JSON.stringify(args) ?? describe(args) };
  } catch (thrown) {
    const fault = `The arguments can't be written as JSON: ${faultOf(args, thrown)}.`;
    return { text: "", fault: wellFormed(fault) };
  }
}

/** The text that a reader has read, with its findings: under the same rules, and with `tool` for that tool. */
export function textOfReader(
  reader: ArgumentsReader,
  options: ArgumentsReaderOptions,
): ArgumentsText {
  const verdict = ArgumentsReader.verdictOf(reader, options);
  return { text: wellFormed(reader.text), ...(verdict && { verdict }) };
}

/** The same for an execution, which takes over the reader's memory. */
export function takenOver(reader: ArgumentsReader, options: ArgumentsReaderOptions): ArgumentsText {
  const written = textOfReader(reader, options);
  return { ...written, streamed: ArgumentsReader.handOver(reader, options) };
}

/** The error in arguments, with its place, which `JSON.stringify` does not report. */
function faultOf(args: unknown, thrown: unknown): string {
  try {
    plainCopy(args, "arguments");
    return messageOf(thrown);
  } catch (fault) {
    return messageOf(fault).replace(/\.$/, "");
  }
}

/** The error for arguments that are refused. */
export function invalidArguments(message: string): CoreToolError {
  return { category: "validation", message, retryable: false };
}

/** The JSON text that `JSON.parse` reads as the core did; absent when the core could not read it. */
export function readableText(
  raw: RawExecutionManager,
  key: number,
  text: string,
): string | undefined {
  switch (raw.reading(key)) {
    case RawReading.Exact:
      return text;
    case RawReading.Normalized:
      return raw.normalized(key);
    case RawReading.Unreadable:
      return undefined;
  }
}

/** A validator's output as JSON; `undefined` if JSON would lose something of it, as of a `Set` or a `Date`. */
export function exactJsonOf(value: unknown): string | undefined {
  try {
    return isPlain(value) ? JSON.stringify(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if JSON represents a value without loss. */
function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object") return typeof value === "string" || typeof value === "boolean";
  if (value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isKnown = Array.isArray(value)
    ? prototype === Array.prototype
    : prototype === Object.prototype || prototype === null;
  if (!isKnown || Object.hasOwn(value, "toJSON")) return false;
  // Counts also hidden keys, symbols, and properties of an array that are not items.
  const keys = Reflect.ownKeys(value);
  const count = Array.isArray(value) ? value.length + 1 : Object.keys(value).length;
  return keys.length === count && Object.values(value).every(isPlain);
}

/** Arguments that were given as a value, for a validator. */
export class GivenValue implements GivenArguments {
  readonly maxDepth = DEFAULT_MAX_DEPTH;
  readonly #value: Record<string, unknown>;

  constructor(value: Record<string, unknown>) {
    this.#value = value;
  }

  get text(): string {
    const { text, fault } = argumentsText(this.#value);
    if (fault !== undefined) throw new ArgumentsFault(fault);
    return text;
  }

  fresh(): Record<string, unknown> {
    return this.#value;
  }
}

/** The value of argument text that the core has read: parsed anew for the handler, once and frozen for records. */
export class ArgumentsValue implements GivenArguments {
  /** As it was given. */
  readonly text: string;
  readonly maxDepth: number;
  readonly #json: string | undefined;
  readonly #bigIntegers: (() => readonly BigInteger[]) | undefined;
  #prepared: Record<string, unknown> | undefined;
  #shown: Readonly<Record<string, unknown>> | undefined;

  /**
   * `json` is absent if the text could not be read; `bigIntegers` are those that it can't hold, if there may be any;
   * `prepared` is the value, if it was built while the text was streamed.
   */
  constructor(
    text: string,
    maxDepth: number,
    json: string | undefined,
    bigIntegers?: () => readonly BigInteger[],
    prepared?: Record<string, unknown>,
  ) {
    this.text = text;
    this.maxDepth = maxDepth;
    this.#json = json;
    this.#bigIntegers = bigIntegers;
    this.#prepared = prepared;
  }

  /** Returns true if they are JSON, and an object. */
  get isReadable(): boolean {
    return this.#json !== undefined;
  }

  /** A value of its own, for a handler to keep or change. */
  fresh(): Record<string, unknown> {
    if (this.#json === undefined) return {};
    if (this.#prepared) {
      const prepared = this.#prepared;
      this.#prepared = undefined;
      return prepared;
    }
    return this.#parsed();
  }

  #parsed(): Record<string, unknown> {
    if (this.#json === undefined) return {};
    const value: Record<string, unknown> = JSON.parse(this.#json);
    if (this.#bigIntegers) {
      for (const { path, digits } of this.#bigIntegers()) put(value, path, BigInt(digits));
    }
    return value;
  }

  /** One frozen value, for records and events. */
  get shown(): Readonly<Record<string, unknown>> {
    this.#shown ??= deepFreeze(this.#parsed());
    return this.#shown;
  }
}

/** Puts a value where a path leads. The path was read from the same text, so it leads somewhere. */
function put(holder: object, path: readonly PropertyKey[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<object>((inner, key) => Reflect.get(inner, key), holder);
  // `__proto__` is an own property here, as JSON.parse made it.
  Object.defineProperty(parent, path.at(-1) as PropertyKey, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
