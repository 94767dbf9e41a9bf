import { OptionError } from "../options/option-error.js";
import { executionTimeout } from "../options/options.js";
import { type FieldNames, refuseUnknown } from "../options/unknown-options.js";
import { callContext, readCallContext } from "./call-context.js";
import { type InternalExecuteOptions, onBegun } from "./execution-handle.js";
import type { ExecutionRequest } from "./execution-host.js";
import { ofRun } from "./run-of-calls.js";
import type { ExecuteOptions } from "./types.js";

/** What the options of one execution come to. */
export interface ExecutionOptions
  extends Pick<ExecutionRequest, "signal" | "timeout" | "run" | "context"> {
  /** Takes the handle. */
  readonly begun: InternalExecuteOptions[typeof onBegun];
}

/** Reads the options of one execution. @throws {OptionError} when one is not as it must be. */
export function executionOptions(options: InternalExecuteOptions | undefined): ExecutionOptions {
  if (!options) return none;
  refuseUnknown("execute()", options, fields);
  const { signal, timeout, [onBegun]: begun, [ofRun]: run, [callContext]: given } = options;
  // A signal may be of another realm, so its class says nothing.
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new OptionError("options.signal must be an AbortSignal");
  }
  const context = readCallContext(given);
  return { signal, timeout: executionTimeout(timeout), begun, run, context };
}

const fields = Object.keys({
  signal: true,
  timeout: true,
} satisfies FieldNames<ExecuteOptions>);

const none: ExecutionOptions = {
  signal: undefined,
  timeout: undefined,
  begun: undefined,
  run: undefined,
  context: undefined,
};
