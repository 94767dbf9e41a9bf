import { STATUSES } from "../constants/core.js";
import type {
  CoreToolError,
  RawExecutionManager,
  Timing,
  ToolExecutionStatus,
} from "../core/raw.js";
import type { ToolError, ToolExecution } from "./types.js";

/** The page side's fields of an execution. */
export interface RecordView extends Pick<ToolExecution, "id" | "toolCallId" | "toolName" | "args"> {
  /** The text the model reads, once the execution has succeeded. */
  readonly text: string;
  /** Adds the thrown value to an error. */
  withCause(error: CoreToolError): ToolError;
}

/**
 * The current state of an execution: the core's fields joined with the page's. Field by field: a rest or spread of the
 * view would cost as much as the whole execution.
 */
export function recordOf(raw: RawExecutionManager, key: number, view: RecordView): ToolExecution {
  if (raw.isEventful(key)) return eventfulRecord(raw, key, view);
  const { id, toolCallId, toolName, args, text } = view;
  const status = STATUSES[raw.status(key)] as ToolExecutionStatus;
  const timing = timingOf(raw, key);
  const attemptNumber = raw.attempt(key);
  const retry = { attemptNumber, maxAttempts: raw.maxAttempts(key), previousErrors: [] };
  return Object.freeze(
    status === "succeeded"
      ? { id, toolCallId, toolName, args, status, timing, retry, result: text }
      : { id, toolCallId, toolName, args, status, timing, retry },
  );
}

/** One with errors, retries or a kept result: rare enough to cross as a whole. */
function eventfulRecord(raw: RawExecutionManager, key: number, view: RecordView): ToolExecution {
  const { id, toolCallId, toolName, args, text } = view;
  const record = raw.record(key)?.intoObject();
  if (!record) throw new Error(`ag-ui-lit: execution ${id} is not known to the core.`);
  const { error, ...rest } = record;
  return Object.freeze({
    id,
    toolCallId,
    toolName,
    args,
    ...rest,
    ...(rest.status === "succeeded" && { result: text }),
    ...(error && { error: view.withCause(error) }),
  });
}

/** Each time crosses as a number by itself: that costs next to nothing, a whole record several microseconds. */
function timingOf(raw: RawExecutionManager, key: number): Timing {
  const queuedAt = raw.queuedAt(key);
  const startedAt = raw.startedAt(key);
  const completedAt = raw.completedAt(key);
  if (Number.isNaN(completedAt)) {
    return Number.isNaN(startedAt) ? { queuedAt } : { queuedAt, startedAt };
  }
  if (Number.isNaN(startedAt)) return { queuedAt, completedAt };
  return { queuedAt, startedAt, completedAt, duration: completedAt - startedAt };
}
