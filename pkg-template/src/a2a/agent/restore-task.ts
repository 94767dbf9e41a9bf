import type { StreamResponse, Task } from "@a2a-js/sdk";
import type { Client, RequestOptions } from "@a2a-js/sdk/client";
import type { RunAgentInput, ToolCall } from "@ag-ui/core";
import { isObject, read, readText } from "../../codec/safe-read.js";
import { inputRequired } from "../task-states.js";
import { TaskRunEvents } from "./task-run-events.js";
import { callsIn, TaskTeller } from "./task-teller.js";
import type { ThreadState } from "./thread-state.js";

/** The task in a call's mark, `metadata["ag-ui-lit"].a2a`: a restored thread still has it. */
export interface TaskMark {
  readonly taskId: string;
  readonly contextId: string;
}

/** The requirements for finding a task. */
export interface RestoreHost {
  readonly client: Client;
  /** Whether the agent keeps a thread by its name. */
  readonly takesTools: boolean;
  readonly signal: AbortSignal;
}

/** The maximum length of an id in a mark. */
const LONGEST_ID = 1000;

/**
 * Finds the waiting task of a thread that was restored, for example after a reload: by the mark of its calls, else by
 * the thread's name, if the agent keeps it. The task's earlier messages count as reported. Without such a task nothing
 * changes. Never rejects.
 */
export async function restoreTask(
  input: RunAgentInput,
  state: ThreadState,
  host: RestoreHost,
): Promise<void> {
  if (state.task || state.contextId !== "" || state.sent.size > 0) return;
  const calls = lastCalls(input);
  if (calls.length === 0) return;
  const mark = calls.map(markOf).find((found) => found !== undefined);
  try {
    const tasks = mark ? [await byMark(mark, host)] : await byThread(input.threadId, host);
    const ids = new Set(calls.map(({ id }) => id));
    const waiting = tasks.find((task) => waitsFor(task, ids));
    if (!waiting || state.task) return;
    const silent = new TaskTeller(state, new TaskRunEvents(input, () => {}));
    silent.take({ payload: { $case: "task", value: waiting } } as StreamResponse);
  } catch {
    // The agent has forgotten the task, or can't be asked: the next message will show which.
  }
  if (mark && state.contextId === "") state.contextId = mark.contextId;
}

/** The calls of the agent's last message. */
function lastCalls({ messages }: RunAgentInput): readonly ToolCall[] {
  const last = messages.findLast(({ role }) => role === "assistant");
  return (last as { readonly toolCalls?: readonly ToolCall[] } | undefined)?.toolCalls ?? [];
}

function markOf(call: ToolCall): TaskMark | undefined {
  const mark = ["metadata", "ag-ui-lit", "a2a"].reduce<unknown>(
    (from, key) => (isObject(from) ? read(from, key) : undefined),
    call,
  );
  if (!isObject(mark)) return undefined;
  const taskId = readText(mark, "taskId") ?? "";
  const contextId = readText(mark, "contextId") ?? "";
  const isId = taskId !== "" && taskId.length <= LONGEST_ID && contextId.length <= LONGEST_ID;
  return isId ? { taskId, contextId } : undefined;
}

function byMark({ taskId }: TaskMark, { client, signal }: RestoreHost): Promise<Task> {
  return client.getTask({ tenant: "", id: taskId }, { signal });
}

async function byThread(
  contextId: string,
  { client, takesTools, signal }: RestoreHost,
): Promise<readonly Task[]> {
  if (!takesTools) return [];
  const asked = { tenant: "", contextId, status: inputRequired, pageSize: 20, pageToken: "" };
  const options: RequestOptions = { signal };
  const { tasks } = await client.listTasks(
    { ...asked, statusTimestampAfter: undefined, includeArtifacts: true },
    options,
  );
  return tasks;
}

function waitsFor({ status }: Task, ids: ReadonlySet<string>): boolean {
  if (status?.state !== inputRequired) return false;
  return callsIn(status.message?.parts ?? []).some(({ id }) => ids.has(id));
}
