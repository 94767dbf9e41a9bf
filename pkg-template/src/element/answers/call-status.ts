import type { ToolCall } from "@ag-ui/core";
import { callContext } from "../../execution/call-context.js";
import {
  type ExecutionHandle,
  type InternalExecuteOptions,
  onBegun,
} from "../../execution/execution-handle.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import { ofRun } from "../../execution/run-of-calls.js";
import type { ToolExecution, ToolExecutionEventMap } from "../../execution/types.js";
import type { ToolPreflight } from "../../tools/types.js";
import type { Emit } from "../events/event-map.js";
import { noteOrigin, type Origin } from "./origin.js";

const types = [
  "tool-execution-started",
  "tool-execution-validating",
  "tool-execution-executing",
  "tool-execution-retrying",
  "tool-execution-succeeded",
  "tool-execution-failed",
  "tool-execution-cancelled",
] as const satisfies readonly (keyof ToolExecutionEventMap)[];

/**
 * Reports what the executions of a batch of calls are doing. A manager may serve others as well, and call ids are
 * not unique, so an execution is known by the handle that its call got when it began.
 */
export class CallStatus {
  readonly #manager: ToolExecutionManager;
  readonly #emit: Emit;
  readonly #watched = new Map<string, Watched>();
  readonly #executions = new Map<ToolCall, Watched>();

  constructor(manager: ToolExecutionManager, emit: Emit) {
    this.#manager = manager;
    this.#emit = emit;
    for (const type of types) manager.addEventListener(type, this);
  }

  /** The options of `execute` that have the execution of a call reported. */
  optionsFor(
    call: ToolCall,
    signal: AbortSignal,
    origin: Origin,
    preflight?: ToolPreflight,
  ): InternalExecuteOptions {
    return {
      signal,
      ...(preflight && { [callContext]: { preflight } }),
      [ofRun]: origin.run,
      [onBegun]: (handle) => {
        noteOrigin(handle, origin);
        const watched = { call, handle, reported: undefined };
        this.#watched.set(handle.id, watched);
        this.#executions.set(call, watched);
      },
    };
  }

  /** The execution of a call of this batch, as it was last reported. */
  executionOf(call: ToolCall): ToolExecution | undefined {
    return this.#executions.get(call)?.reported;
  }

  /** Part of listening: not for calling. */
  handleEvent({ detail }: ToolExecutionEventMap[(typeof types)[number]]): void {
    const isRecorded = "execution" in detail;
    const watched = this.#watched.get(isRecorded ? detail.execution.id : detail.executionId);
    if (!watched) return;
    const { call, handle, reported } = watched;
    const named = { toolCallId: call.id, toolCallName: call.function.name };
    if ("delayMs" in detail) {
      const { attemptNumber, maxAttempts, error, delayMs } = detail;
      this.#emit("ag-ui-tool-retrying", { ...named, attemptNumber, maxAttempts, error, delayMs });
      return;
    }
    // A listener before this one may have ended it: that was reported inside of the event that is dispatched now.
    if (reported?.timing.completedAt !== undefined) return;
    const execution = isRecorded ? detail.execution : handle.record();
    // A second attempt changes no status.
    if (execution.status === reported?.status) return;
    watched.reported = execution;
    this.#emit("ag-ui-tool-status-changed", { ...named, status: execution.status, execution });
  }

  /** Stops listening. */
  close(): void {
    for (const type of types) this.#manager.removeEventListener(type, this);
  }
}

/** An execution of a call, and as what it was last reported: a manager may keep no finished execution. */
interface Watched {
  readonly call: ToolCall;
  readonly handle: ExecutionHandle;
  reported: ToolExecution | undefined;
}
