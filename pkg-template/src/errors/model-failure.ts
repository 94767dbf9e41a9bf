import { isObject, read } from "../codec/safe-read.js";
import { refuseUnknown } from "../options/unknown-options.js";

/** Options of a `ModelFailure`, besides the message. */
export interface ModelFailureOptions {
  /**
   * A short stable name of the failure, by which clients distinguish failures: 1 to 64 of `A-Z a-z 0-9 _ . -`.
   * @default "model"
   */
  readonly code?: string | undefined;
  /** The cause, such as the error that was caught. Only the server's log gets it. */
  readonly cause?: unknown;
}

/** Shared by every copy of this package in every realm, where `instanceof` is not. */
const brand = Symbol.for("ag-ui-lit.ModelFailure");

/**
 * Thrown by a model's function to tell the client the reason of a missing answer. The client gets the message and the
 * code of a `ModelFailure`; for any other thrown value it gets a general sentence, and the server's log gets the value.
 *
 * @throws {TypeError} if the code is invalid.
 *
 * @example
 * ```ts
 * if (response.status === 429) {
 *   throw new ModelFailure("The model is busy. Try again in a minute.", { code: "model_busy", cause: response });
 * }
 * ```
 */
export class ModelFailure extends Error {
  override readonly name: string = "ModelFailure";
  /** A short stable name of the failure. */
  readonly code: string;

  static {
    Object.defineProperty(ModelFailure.prototype, brand, { value: true });
  }

  constructor(message: string, options: ModelFailureOptions = {}) {
    refuseUnknown("new ModelFailure()", options, ["code", "cause"]);
    const { code = "model" } = options;
    if (!isCode(code)) {
      throw new TypeError(
        "ModelFailure: the option code must be 1 to 64 characters of A-Z, a-z, 0-9, _, . and -.",
      );
    }
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
  }
}

/** Returns true for a `ModelFailure`, also of another copy of the package or another realm. */
export function isModelFailure(value: unknown): value is ModelFailure {
  return isObject(value) && read(value, brand) === true;
}

/** Returns true for a text that can be a failure's code. */
export function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[\w.-]{1,64}$/.test(value);
}
