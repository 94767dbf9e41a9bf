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
}
