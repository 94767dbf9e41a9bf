import type { ToolCall } from "@ag-ui/core";
import type { ExecutionHandle } from "../../execution/execution-handle.js";
import { type ExecutionWatcher, QuietWatch } from "../../execution/execution-watch.js";
import type { ToolExecution, ToolExecutionEventMap } from "../../execution/types.js";
import type { Emit } from "../events/event-map.js";

type EventType = keyof ToolExecutionEventMap;

/**
 * Reports the executions of a batch of calls by the element's events. Call ids are not unique, so an execution is known by the watch that
 * its call was given.
 */
export class CallStatus {
  readonly #emit: Emit;
  readonly #watched = new Map<ToolCall, WatchedCall>();

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Watches the execution of a call. */
  watcherOf(call: ToolCall): ExecutionWatcher {
    return (execution) => {
      const watched = new WatchedCall(call, execution, this.#emit);
      this.#watched.set(call, watched);
      return watched;
    };
  }

  /** The execution of a call of this batch, as it was last reported. */
  executionOf(call: ToolCall): ToolExecution | undefined {
    return this.#watched.get(call)?.reported;
  }
}

/** An execution of a call, and as what it was last reported: a manager may keep no finished execution. */
class WatchedCall extends QuietWatch {
  readonly #call: ToolCall;
  readonly #handle: ExecutionHandle;
  readonly #emit: Emit;
  reported: ToolExecution | undefined;

  constructor(call: ToolCall, handle: ExecutionHandle, emit: Emit) {
    super();
    this.#call = call;
    this.#handle = handle;
    this.#emit = emit;
  }

  override dispatched<Type extends EventType>(
    type: Type,
    detail: ToolExecutionEventMap[Type]["detail"],
  ): void {
    if (type === "tool-execution-progress" || type === "tool-execution-orphan-settled") return;
    const named = { toolCallId: this.#call.id, toolCallName: this.#call.function.name };
    if ("delayMs" in detail) {
      const { attemptNumber, maxAttempts, error, delayMs } = detail;
      this.#emit("ag-ui-tool-retrying", { ...named, attemptNumber, maxAttempts, error, delayMs });
      return;
    }
    // A listener of the page may have ended it: that was reported inside of the event that is dispatched now.
    if (this.reported?.timing.completedAt !== undefined) return;
    const execution = "execution" in detail ? detail.execution : this.#handle.record();
    // A second attempt changes no status.
    if (execution.status === this.reported?.status) return;
    this.reported = execution;
    this.#emit("ag-ui-tool-status-changed", { ...named, status: execution.status, execution });
  }
}
