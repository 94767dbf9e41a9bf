import { OptionError } from "../options/option-error.js";
import { executionTimeout } from "../options/options.js";
import { type FieldNames, refuseUnknown } from "../options/unknown-options.js";
import { pageOrigin, partsOf, readOrigin } from "./call-origin.js";
import type { ExecutionRequest } from "./execution-host.js";
import type { ExecutionWatcher } from "./execution-watch.js";
import type { ExecuteOptions } from "./types.js";

/** The options of one execution, read. */
export interface ExecutionOptions
  extends Pick<ExecutionRequest, "signal" | "timeout" | "origin" | "context"> {
  readonly watch: ExecutionWatcher | undefined;
  /** Whether the call has passed the page's steps. */
  readonly hasPassedSteps: boolean;
}

/** Reads the options of one execution. @throws {OptionError} if one is invalid. */
export function executionOptions(options: ExecuteOptions | undefined): ExecutionOptions {
  if (!options) return none;
  refuseUnknown("execute()", options, fields);
  const { signal, timeout, origin: given } = options;
  // A signal may be of another realm, so its class is not checked.
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new OptionError("options.signal must be an AbortSignal");
  }
  const origin = readOrigin(given);
  const { watch, fields: context, hasPassedSteps = false } = partsOf(origin);
  const read = { signal, timeout: executionTimeout(timeout), origin };
  return { ...read, watch, context, hasPassedSteps };
}

const fields = Object.keys({
  signal: true,
  timeout: true,
  origin: true,
} satisfies FieldNames<ExecuteOptions>);

const none: ExecutionOptions = {
  signal: undefined,
  timeout: undefined,
  origin: pageOrigin,
  watch: undefined,
  context: undefined,
  hasPassedSteps: false,
};
