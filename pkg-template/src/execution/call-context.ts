import type { ToolPreflight } from "../tools/types.js";

/**
 * Fields of a handler's context in addition to those of every call: `preflight` of a call that a server has prepared
 * or, on the server, the conversation's owner.
 *
 * A call with such fields shares no run of the handler and no cached result with others (`dedupe`, `cache`): those are
 * identified by the arguments alone, and the same arguments may be another user's.
 */
export interface CallContext {
  readonly preflight?: ToolPreflight;
  readonly [field: string]: unknown;
}

/** A copy of the fields that can be added to a context: none of them replaces one that every call has. */
export function callContext(fields: CallContext): CallContext {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !ofEveryCall.has(field)));
}

/** Also those that are absent from some calls: handlers rely on them. */
const ofEveryCall: ReadonlySet<string> = new Set([
  "executionId",
  "toolCallId",
  "toolName",
  "idempotencyKey",
  "attemptNumber",
  "maxAttempts",
  "signal",
  "deadline",
  "origin",
  "reportProgress",
]);
