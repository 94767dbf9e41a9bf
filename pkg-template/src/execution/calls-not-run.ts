import { isObject, read } from "../codec/safe-read.js";
import { report } from "../events/report.js";
import type { RunOfCalls } from "../tools/call-origin.js";
import type { ToolError } from "./types.js";

/** A call that was answered without an execution: its tool is unknown, or a person declined it, for example. */
export interface CallNotRun {
  /** The name that the model wrote; the tool's id, where there is such a tool and it has one. */
  readonly tool: string;
  readonly toolCallId: string;
  /** The arguments as the model wrote them, which need not be readable. */
  readonly args: string;
  readonly error: ToolError;
  /** The run of an agent that asked for it, if one did. */
  readonly run?: RunOfCalls | undefined;
}

/** A function that receives each call that was answered without an execution. */
export type NotRunWatcher = (call: CallNotRun) => void;

/**
 * The method of a `ToolExecutionManager` that takes such a watcher, and returns a function that removes it. A
 * registered symbol, like `watchExecutions`.
 */
export const watchCallsNotRun = Symbol.for("ag-ui-lit.watch-calls-not-run");

/** The method that passes a call on to those watchers. */
export const callNotRun = Symbol.for("ag-ui-lit.call-not-run");

/** Notifies a manager's watchers of a call that it will not see. Never throws. */
export function reportNotRun(manager: unknown, call: CallNotRun): void {
  const method = isObject(manager) ? read(manager, callNotRun) : undefined;
  if (typeof method !== "function") return;
  try {
    Reflect.apply(method, manager, [call]);
  } catch (thrown) {
    report(thrown);
  }
}

/**
 * Reports a manager's calls that are not run, from now on; returns a function that ends that. A manager without such
 * reports has none.
 */
export function watchNotRun(manager: object, watcher: NotRunWatcher): () => void {
  const method = read(manager, watchCallsNotRun);
  return typeof method === "function" ? Reflect.apply(method, manager, [watcher]) : () => {};
}
