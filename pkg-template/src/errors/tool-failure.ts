import { isObject, read } from "../codec/safe-read.js";
import type { ToolErrorCategory } from "../core/raw.js";
import { type FieldNames, refuseUnknown } from "../options/unknown-options.js";

/** Options of a handler's failure, besides the message. */
export interface ToolFailureOptions {
  /** The kind of failure; `"execution"` by default. */
  readonly category?: ToolErrorCategory | undefined;
  /** Milliseconds to wait before another try; not negative. */
  readonly retryAfter?: number | undefined;
  /**
   * Whether another try may help. Takes precedence over the tool's `retryConfig` and `idempotent`; without it the
   * category decides.
   */
  readonly retryable?: boolean | undefined;
  /** A short stable name for the failure, for code that must tell failures apart. */
  readonly code?: string | undefined;
  /** The cause, such as the error that was caught. */
  readonly cause?: unknown;
  /** The storable value of the failure: the `metadata` of `structuredResults()`. The model does not read it. */
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
 * Thrown by a handler to report its failure. The model reads the message: write what happened and what to do instead.
 *
 * @throws {TypeError} if an option is invalid; the message names the option.
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
  /** The kind of failure. */
  readonly category: ToolErrorCategory;
  /** Milliseconds to wait before another try, if set. */
  readonly retryAfter: number | undefined;
  /** Whether another try may help, if set. */
  readonly retryable: boolean | undefined;
  /** A short stable name for the failure, if set. */
  readonly code: string | undefined;
  /** The storable value of the failure, if set. */
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

/** Returns true for a `ToolFailure`, also of another copy of the package or another realm. */
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

/** Returns true for the name of a category. */
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
