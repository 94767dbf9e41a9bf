import type { ApprovalRequest } from "../element/events/details.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolExecution } from "../execution/types.js";
import type { CallEntry } from "./call-entry.js";

type EndDetail = AgUiAgentEventMap["ag-ui-tool-call-end" | "ag-ui-tool-call-error"]["detail"];

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

/** A call was answered. */
export function entryEnded(entry: CallEntry, detail: EndDetail): void {
  entry.answeredBy = detail.answeredBy;
  if (detail.execution) entry.execution = detail.execution;
  if ("error" in detail) {
    const args = detail.execution?.args;
    entry.settle({ ...(isRead(args) && { args }), error: detail.error });
  } else {
    entry.settle({ args: detail.toolCallArgs, result: detail.result });
  }
}

/** Whether arguments could be read: those that could not are an empty object, and say less than what arrived. */
function isRead(args: object | undefined): args is Readonly<Record<string, unknown>> {
  return args !== undefined && Object.keys(args).length > 0;
}

/** The call that a person is asked about. The request has only the backend's id, which other calls may have. */
export function approvalFound(
  entries: Iterable<CallEntry>,
  { toolCallId, toolCallName, toolCallArgs }: ApprovalRequest,
): CallEntry | undefined {
  const waiting = [...entries].filter(
    (entry) =>
      entry.toolCallId === toolCallId &&
      entry.toolName === toolCallName &&
      !entry.end &&
      !entry.execution &&
      !entry.approval,
  );
  if (waiting.length < 2) return waiting[0];
  const text = JSON.stringify(toolCallArgs);
  return waiting.find(({ state }) => JSON.stringify(state.args) === text) ?? waiting[0];
}
