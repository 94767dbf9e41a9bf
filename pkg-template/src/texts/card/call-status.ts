/**
 * The status of a call. This is the one list of its values.
 *
 * | status | meaning |
 * |---|---|
 * | `writing` | The model still writes the arguments. |
 * | `waiting` | The arguments are complete. The call waits for the end of the run, a free slot, or the backend's answer. |
 * | `approval` | A person is asked whether the tool may run. |
 * | `asking` | The tool runs, and waits for a person's answer in its view: see `humanTool()`. |
 * | `running` | The tool runs. |
 * | `retrying` | An attempt failed. The next one begins at `retryAt`. |
 * | `open` | The call has no answer and nothing works on it, as in a thread that was restored. |
 * | `succeeded` | The call was answered with a result. |
 * | `failed` | The call was answered with an error. |
 * | `declined` | A person declined: the tool was not run. |
 * | `cancelled` | The call was stopped, or given up before its tool ran. |
 */
export const CALL_STATUSES = [
  "writing",
  "waiting",
  "approval",
  "asking",
  "running",
  "retrying",
  "open",
  "succeeded",
  "failed",
  "declined",
  "cancelled",
] as const;

/** The status of a call: a value of `CALL_STATUSES`. */
export type ToolCallStatus = (typeof CALL_STATUSES)[number];

/** Returns true if a call has its answer: nothing but a late result follows. */
export function isSettled(status: ToolCallStatus): boolean {
  return settled.has(status);
}

const settled: ReadonlySet<ToolCallStatus> = new Set([
  "succeeded",
  "failed",
  "declined",
  "cancelled",
]);
