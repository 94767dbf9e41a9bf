import { isArray, isObject } from "../codec/safe-read.js";
import { describe } from "../errors/thrown.js";
import { OptionError } from "../options/option-error.js";
import type { ToolPreflight } from "../tools/types.js";

/**
 * The option of `execute` with what a handler's context has beside the fields of every call: `preflight` of a call that a server has
 * prepared, or, on the server, whose conversation it is. A registered symbol, as `ofRun`, so that it goes through a page's own
 * `execute` too; a page's executor gets the fields with the context.
 *
 * A call that has it shares no run of the handler and no kept result with others (`dedupe`, `cache`): those are known by the
 * arguments alone, and the same arguments may be another user's.
 */
export const callContext = Symbol.for("ag-ui-lit.call-context");

/** Fields of a handler's context. They can't take the place of those that every call has. */
export interface CallContext {
  readonly preflight?: ToolPreflight;
  readonly [field: string]: unknown;
}

/** The fields that are said, read once, so that all attempts get the same. @throws {OptionError} when they are no object. */
export function readCallContext(given: unknown): CallContext | undefined {
  if (given === undefined) return undefined;
  if (!isObject(given) || isArray(given)) {
    throw new OptionError(`the call context must be an object, but is ${describe(given)}`);
  }
  const fields = Object.entries(given).filter(([field]) => !ofEveryCall.has(field));
  return Object.fromEntries(fields);
}

/** Also those that are absent from some calls: whoever reads one relies on it. */
const ofEveryCall: ReadonlySet<string> = new Set([
  "executionId",
  "toolCallId",
  "toolName",
  "idempotencyKey",
  "attemptNumber",
  "maxAttempts",
  "signal",
  "deadline",
  "reportProgress",
]);
