import type { CallContext, callContext } from "./call-context.js";
import type { ofRun, RunOfCalls } from "./run-of-calls.js";
import type { ExecuteOptions, ToolExecution, ToolExecutionResult } from "./types.js";

/** An execution under way, for those of this package that run tools. */
export interface ExecutionHandle {
  readonly id: string;
  readonly done: Promise<ToolExecutionResult>;
  /** The execution as it is now; to be asked while it is under way, or in the event of its end. */
  record(): ToolExecution;
}

/**
 * The option of `execute` that takes the handle, before any event of the execution is dispatched. It goes with the other
 * options, so that it reaches the manager through a page's own `execute` too, and every copy of the package knows it.
 */
export const onBegun = Symbol.for("ag-ui-lit.execution-begun");

/** Options of `execute` as this package gives them. */
export interface InternalExecuteOptions extends ExecuteOptions {
  readonly [onBegun]?: (execution: ExecutionHandle) => void;
  readonly [ofRun]?: RunOfCalls | undefined;
  readonly [callContext]?: CallContext | undefined;
}

/**
 * A method of a manager, for tools that execute others: an execution waits for some of its own. Those could wait for its slot,
 * so it holds none any more. It takes the execution's id, and does nothing with one that has none or is another manager's.
 */
export const waitForOthers = Symbol.for("ag-ui-lit.wait-for-others");

/** A method of a manager, for tools that look at others: the executions under way, oldest first. */
export const underWay = Symbol.for("ag-ui-lit.under-way");
