import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolExecution } from "../execution/types.js";
import type { CallEntry } from "./call-entry.js";
import type { EndOfCall } from "./early-ends.js";

/** The execution of a call began, or reached another status. */
export function entryOfExecution(
  entry: CallEntry,
  execution: ToolExecution,
  manager: ToolExecutionManager,
): void {
  entry.execution = execution;
  entry.manager = manager;
  entry.approval = undefined;
  entry.attempt = execution.retry.attemptNumber;
  const { status, args, result, error } = execution;
  if (status === "succeeded") entry.settle({ args, result: result ?? "null" });
  else if (error) entry.settle({ ...(isRead(args) && { args }), error });
  else entry.touch();
}

/**
 * Handles an execution that waited for its next attempt before there was a listener. The time of that is only in the
 * event.
 */
export function entryWaits(entry: CallEntry, { status, retry }: ToolExecution): void {
  const error = retry.previousErrors.at(-1);
  if (status !== "executing" || !error || retry.previousErrors.length < retry.attemptNumber) return;
  entry.attempt = retry.attemptNumber + 1;
  entry.retrying = { at: undefined, error };
  entry.touch();
}

/** A call was answered. */
export function entryEnded(entry: CallEntry, detail: EndOfCall): void {
  entry.answeredBy = detail.answeredBy;
  if (detail.execution) entry.execution = detail.execution;
  if ("error" in detail) {
    const args = detail.execution?.args;
    entry.settle({ ...(isRead(args) && { args }), error: detail.error });
  } else {
    entry.settle({ args: detail.toolCallArgs, result: detail.result });
  }
}

/**
 * Returns true if arguments could be read: unreadable ones are an empty object, which has less than the streamed text.
 */
function isRead(args: object | undefined): args is Readonly<Record<string, unknown>> {
  return args !== undefined && Object.keys(args).length > 0;
}

/** Facts that identify one of several calls with the same id: an approval or an execution has only the backend's id. */
interface CallFacts {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The matching call that is not in progress yet; of several, the one with the same arguments. */
export function waitingCall(
  entries: Iterable<CallEntry>,
  { toolCallId, toolName, args }: CallFacts,
): CallEntry | undefined {
  const waiting = [...entries].filter(
    (entry) =>
      entry.toolCallId === toolCallId &&
      entry.toolName === toolName &&
      !entry.end &&
      !entry.execution &&
      !entry.approval,
  );
  if (waiting.length < 2) return waiting[0];
  const text = JSON.stringify(args);
  return waiting.find(({ state }) => JSON.stringify(state.args) === text) ?? waiting[0];
}
