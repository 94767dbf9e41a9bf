import type { ContextRunner } from "../../execution/captured-context.js";
import type { ExecutionHandle } from "../../execution/execution-handle.js";
import type { RunOfCalls } from "../../execution/run-of-calls.js";
import type { ToolError } from "../../execution/types.js";
import type { Asker } from "./approval.js";

/** Where a call comes from. A tool that makes calls of its own goes by it, so that nothing is got around by way of it. */
export interface Origin {
  /** Asks the person before whom the call is made. */
  readonly asker: Asker;
  /** How many agents stand between that person's own and the call. */
  readonly depth: number;
  /** The run that asked for it, or for the call that makes it. */
  readonly run?: RunOfCalls | undefined;
  /** Runs work in the context of the call that makes it: traces follow it. */
  readonly within?: ContextRunner | undefined;
  /** Counts one more call of a tool; says why it must not be made. Without it any may. */
  admit?(toolName: string): ToolError | undefined;
}

/** By the ids of executions under way. */
const origins = new Map<string, Origin>();

/** Notes where an execution comes from, until it has ended. */
export function noteOrigin({ id, done }: ExecutionHandle, origin: Origin): void {
  origins.set(id, origin);
  void done.then(() => origins.delete(id));
}

/** Where an execution comes from; unknown when the page called it by hand, or by another copy of the package. */
export function originOf(executionId: string): Origin | undefined {
  return origins.get(executionId);
}

/** The property of an `<ag-ui-agent>` that asks its person. Every copy of the package knows it. */
export const askerOf = Symbol.for("ag-ui-lit.asker");
