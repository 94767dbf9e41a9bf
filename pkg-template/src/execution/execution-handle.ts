import type { ToolExecution, ToolExecutionResult } from "./types.js";

/** An execution under way, for those of this package that run tools. */
export interface ExecutionHandle {
  readonly id: string;
  readonly done: Promise<ToolExecutionResult>;
  /** The execution as it is now; to be asked while it is under way, or in the event of its end. */
  record(): ToolExecution;
}

/**
 * A method of a manager, for tools that execute others and wait for them. Those may need the execution's slot, so it
 * gives up its own. It takes the execution's id, and ignores an id without a slot or of another manager.
 */
export const waitForOthers = Symbol.for("ag-ui-lit.wait-for-others");

/** A method of a manager, for tools that look at others: the executions under way, oldest first. */
export const underWay = Symbol.for("ag-ui-lit.under-way");
