import { describe, describeCode } from "../codec/describe.js";
import { isArray, isError, isObject, read, readNumber, readText } from "../codec/safe-read.js";
import { start, truncate, wellFormed } from "../codec/truncate.js";
import { writeValue } from "../codec/write-value.js";
import { DEFAULT_MAX_RESULT_LENGTH } from "../constants/core.js";
import type { ThrownFacts, ToolErrorCategory } from "../core/raw.js";
import { httpFactsOf } from "./http-facts.js";
import { issuesOfThrown, issuesOfToolError } from "./issues.js";
import { isCategory, isToolFailure } from "./tool-failure.js";

export { describe } from "../codec/describe.js";
export { issuesOf } from "./issues.js";

/** The maximum length of a chain of causes that is followed. */
const MOST_CAUSES = 8;

/** The maximum number of an aggregate's errors that are read. */
const MOST_ERRORS = 32;

/** The maximum number of values that are read for one thrown value, its causes and their errors together. */
const MOST_VALUES = 100;

/** The maximum length of a carried cause's message, of a code, and of a value without a message, in UTF-16 units. */
const LONGEST_INNER = 2000;
const LONGEST_CODE = 200;
const LONGEST_QUOTE = 500;

/**
 * Reads what can be known off a thrown value. It may be anything, also an object whose getters throw or one from
 * another realm, so nothing is assumed and `instanceof` decides nothing. `maxLength` bounds the message.
 */
export function factsOf(
  thrown: unknown,
  maxLength: number = DEFAULT_MAX_RESULT_LENGTH,
): ThrownFacts {
  return new Reading(maxLength).factsOf(thrown, 0);
}

/** The author's own word, where the `ToolFailure` nearest to the surface has one, whether another try may help. */
export function retryableSaidBy(thrown: unknown): boolean | undefined {
  let value: unknown = thrown;
  for (let depth = 0; depth < MOST_CAUSES && isObject(value); depth++) {
    if (isToolFailure(value)) return booleanOf(value, "retryable");
    if (isToolError(value)) return undefined;
    value = read(value, "cause");
  }
  return undefined;
}

/** The storable value of a failure: that of the `ToolFailure` nearest to the surface. */
export function structuredSaidBy(thrown: unknown): unknown {
  let value: unknown = thrown;
  for (let depth = 0; depth < MOST_CAUSES && isObject(value); depth++) {
    if (isToolFailure(value)) return read(value, "structured");
    value = read(value, "cause");
  }
  return undefined;
}

/** A `ToolError` that is thrown on, such as the `error` of another execution's result. */
export interface ThrownToolError {
  readonly category: ToolErrorCategory;
  readonly message: string;
  readonly retryable: boolean;
  readonly cause?: unknown;
}

/** Returns true for a `ToolError`: a plain object without a brand, but with a shape of its own. */
export function isToolError(value: unknown): value is ThrownToolError {
  return (
    isObject(value) &&
    isCategory(read(value, "category")) &&
    booleanOf(value, "retryable") !== undefined &&
    readText(value, "message") !== undefined
  );
}

/** Reads one thrown value and its content, each object once. */
class Reading {
  readonly #maxLength: number;
  readonly #seen = new Set<object>();

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  factsOf(thrown: unknown, depth: number): ThrownFacts {
    if (!isObject(thrown)) return { message: this.#bounded(messageOfPrimitive(thrown), depth) };
    this.#seen.add(thrown);
    const http = httpFactsOf(thrown);
    const issues = issuesOfThrown(thrown);
    const hasOtherWords = http.status !== undefined || issues !== undefined || isError(thrown);
    const message = readText(thrown, "message") ?? (hasOtherWords ? undefined : worded(thrown));
    const cause = depth < MOST_CAUSES ? this.#factsInside(read(thrown, "cause"), depth) : undefined;
    return compact<ThrownFacts>({
      name: codeOf(thrown, "name"),
      message: message === undefined ? undefined : this.#bounded(message, depth),
      code: codeOf(thrown, "code"),
      retryAfter: readNumber(thrown, "retryAfter"),
      ...http,
      issues,
      ...choiceOf(thrown),
      cause,
      // zod 3 has its issues under this name, too.
      errors: issues ? undefined : this.#errorsOf(thrown, depth),
    });
  }

  #factsInside(value: unknown, depth: number): ThrownFacts | undefined {
    if (value === undefined || value === null) return undefined;
    if (isObject(value) && (this.#seen.has(value) || this.#seen.size >= MOST_VALUES)) {
      return undefined;
    }
    return this.factsOf(value, depth + 1);
  }

  #errorsOf(thrown: object, depth: number): ThrownFacts[] | undefined {
    const errors = read(thrown, "errors");
    if (depth >= MOST_CAUSES || !isError(thrown) || !isArray(errors)) return undefined;
    const length = Math.min(errors.length, MOST_ERRORS);
    const facts = Array.from({ length }, (_, index) =>
      this.#factsInside(read(errors, index), depth),
    );
    return facts.filter((each) => each !== undefined);
  }

  #bounded(message: string, depth: number): string {
    const longest = depth === 0 ? this.#maxLength : Math.min(this.#maxLength, LONGEST_INNER);
    return wellFormed(truncate(message, longest));
  }
}

/** The author's choices. */
function choiceOf(thrown: object): Pick<ThrownFacts, "category" | "retryable" | "issues"> {
  const isFailure = isToolFailure(thrown);
  if (!isFailure && !isToolError(thrown)) return {};
  const category = read(thrown, "category");
  const retryable = booleanOf(thrown, "retryable");
  const issues = isFailure ? undefined : issuesOfToolError(thrown);
  return {
    category: isCategory(category) ? category : "execution",
    ...(retryable !== undefined && { retryable }),
    ...(issues && { issues }),
  };
}

function booleanOf(holder: object, key: string): boolean | undefined {
  const value = read(holder, key);
  return typeof value === "boolean" ? value : undefined;
}

function codeOf(holder: object, key: string): string | undefined {
  const code = readText(holder, key);
  return code && wellFormed(start(code, LONGEST_CODE));
}

function messageOfPrimitive(thrown: unknown): string {
  if (typeof thrown === "string") return thrown.trim() ? thrown : "The tool threw an empty string.";
  const isCode = typeof thrown === "function" || typeof thrown === "symbol";
  return `The tool threw ${isCode ? describeCode(thrown) : describe(thrown)}.`;
}

/** An object that is not an error as text: its own `toString()` if it has one, else as a result would be written. */
function worded(thrown: object): string {
  const own = isArray(thrown) ? "" : ownWords(thrown);
  if (own.trim() !== "" && !own.startsWith("[object ")) return own;
  return `The tool threw ${writeValue(thrown, LONGEST_QUOTE).replace(/^"(\[.*\])"$/, "$1")}.`;
}

function ownWords(thrown: object): string {
  try {
    return String(thrown);
  } catch {
    return "";
  }
}

/** JSON has no `undefined`: absent values are left out. */
function compact<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as unknown as T;
}
