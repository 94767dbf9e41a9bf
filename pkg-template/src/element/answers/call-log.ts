import type { ToolMessage } from "@ag-ui/core";
import type { Approver } from "../../calls/approver.js";
import type { ExecutionWatcher } from "../../execution/execution-watch.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { CallPlace } from "./idempotency-key.js";

/** A call that the page is to answer, as a log knows it. */
export interface LoggedCall {
  readonly place: CallPlace;
  /** The id that the backend gave it. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments as they stand in the message. */
  readonly argsText: string;
  /** Its tool; `undefined` where no tool has the name. */
  readonly tool: RegisteredTool | undefined;
  readonly manager: ToolExecutionManager;
}

/** The entry of one call in a log. */
export interface CallLogEntry {
  /** Watches the call's execution: what must be on disk before the handler starts is awaited there. */
  readonly watcher: ExecutionWatcher;
  /** The approver of the call, in the place of the page's. */
  approverOf(approver: Approver | undefined): Approver | undefined;
  /** Resolves when the call may go on, also with a manager that no watcher can follow. Never rejects. */
  readonly ready: Promise<void> | undefined;
  /** The call has its answer. */
  ended(answer: ToolMessage): void;
}

/** Records the calls that the page answers. */
export interface CallLog {
  /** Enters a call before it is run; `undefined` for one that is not recorded. Never throws. */
  enter(call: LoggedCall): CallLogEntry | undefined;
}

/** An open call of a restored thread. */
export interface RestoredCall extends Omit<LoggedCall, "manager" | "tool"> {
  /** The name that the thread knows it by: no other call of it has it. */
  readonly alias: string;
}

/** The decision on an open call of a restored thread. */
export type Restoration =
  /** Its tool runs. */
  | { readonly do: "run" }
  /** It has this answer, the tool's or an error's. */
  | { readonly do: "answer"; readonly content: ToolMessage["content"]; readonly error?: string }
  /** The page is to settle it, and the agent waits for that. */
  | { readonly do: "offer" }
  /** It is answered as a call of which it is not known whether it ran. */
  | { readonly do: "leave" };

/** Decides on the open calls of a restored thread, by their aliases; a call that is missing is left. */
export type Restore = (
  calls: readonly RestoredCall[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Restoration>>;
