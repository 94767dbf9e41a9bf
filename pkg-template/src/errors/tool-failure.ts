import { isObject, read } from "../codec/safe-read.js";
import type { ToolErrorCategory } from "../core/raw.js";
import { type FieldNames, refuseUnknown } from "../options/unknown-options.js";

/** What a handler may say about its failure, besides the message. */
export interface ToolFailureOptions {
  /** What kind of failure; `"execution"` by default. */
  readonly category?: ToolErrorCategory | undefined;
  /** Milliseconds to wait before another try; not negative. */
  readonly retryAfter?: number | undefined;
  /**
   * Whether another try may help. Decides, whatever the tool's `retryConfig` and `idempotent` say; without it the
   * category does.
   */
  readonly retryable?: boolean | undefined;
  /** A short stable name for the failure, for code that must tell failures apart. */
  readonly code?: string | undefined;
  /** What led to it, such as the error that was caught. */
  readonly cause?: unknown;
  /** What a page stores of the failure: the `metadata` of `structuredResults()`. The model does not read it. */
  readonly structured?: unknown;
}

const fields = Object.keys({
  category: true,
  retryAfter: true,
  retryable: true,
  code: true,
  cause: true,
  structured: true,
} satisfies FieldNames<ToolFailureOptions>);

/** Shared by every copy of this package in every realm, where `instanceof` is not. */
const brand = Symbol.for("ag-ui-lit.ToolFailure");

/**
 * Thrown by a handler to say how it failed. The model reads the message: say what happened and what to do instead.
 *
 * @throws {TypeError} when an option is not what it must be; the message names the option.
 *
 * @example
 * ```ts
 * throw new ToolFailure("The printer is out of paper. Ask the user to refill it.", {
 *   category: "permanent",
 *   code: "no_paper",
 * });
 * throw new ToolFailure("The queue is full.", { category: "transient", retryAfter: 2_000 });
 * throw new ToolFailure("No such page.", { structured: { address: "/prices", status: 404 } });
 * ```
 */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  /** What kind of failure. */
  readonly category: ToolErrorCategory;
  /** Milliseconds to wait before another try, if said. */
  readonly retryAfter: number | undefined;
  /** Whether another try may help, if said. */
  readonly retryable: boolean | undefined;
  /** A short stable name for the failure, if said. */
  readonly code: string | undefined;
  /** What a page stores of it, if said. */
  readonly structured: unknown;

  static {
    Object.defineProperty(ToolFailure.prototype, brand, { value: true });
  }

  constructor(message: string, options: ToolFailureOptions = {}) {
    refuseUnknown("new ToolFailure()", options, fields);
    const { category = "execution", retryAfter, retryable, code } = options;
    check("category", isCategory(category), `one of ${categories.join(", ")}`, category);
    const isWait = retryAfter === undefined || (Number.isFinite(retryAfter) && retryAfter >= 0);
    check("retryAfter", isWait, "a number of milliseconds, not negative", retryAfter);
    check("retryable", isOptional(retryable, "boolean"), "true or false", retryable);
    check("code", isOptional(code, "string"), "a string", code);
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.category = category;
    this.retryAfter = retryAfter;
    this.retryable = retryable;
    this.code = code;
    this.structured = options.structured;
  }
}

/** Whether a value is a `ToolFailure`, also of another copy of the package or another realm. */
export function isToolFailure(value: unknown): value is ToolFailure {
  return isObject(value) && read(value, brand) === true;
}

const isKnown: Readonly<Record<ToolErrorCategory, true>> = {
  validation: true,
  execution: true,
  timeout: true,
  cancelled: true,
  transient: true,
  permanent: true,
  unknown: true,
};
const categories = Object.keys(isKnown);

/** Whether a value is the name of a category. */
export function isCategory(value: unknown): value is ToolErrorCategory {
  return typeof value === "string" && Object.hasOwn(isKnown, value);
}

function isOptional(value: unknown, type: "boolean" | "string"): boolean {
  return value === undefined || typeof value === type;
}

function check(option: string, isRight: boolean, expected: string, received: unknown): void {
  if (isRight) return;
  const given = typeof received === "string" ? JSON.stringify(received) : String(received);
  throw new TypeError(`ToolFailure: the option ${option} must be ${expected}, not ${given}.`);
}
