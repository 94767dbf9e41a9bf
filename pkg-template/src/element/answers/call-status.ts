import type { ToolCall } from "@ag-ui/core";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { ToolExecution, ToolExecutionEventMap } from "../../execution/types.js";
import type { Emit } from "../events/event-map.js";

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
 * not unique, so an execution is matched to its call when it begins.
 */
export class CallStatus {
  readonly #manager: ToolExecutionManager;
  readonly #emit: Emit;
  readonly #calls = new Map<string, ToolCall>();
  /** The ids of the calls' executions. */
  readonly #executions = new Map<ToolCall, string>();
  /** As they were last reported: a second attempt changes no status, and a manager may keep no finished execution. */
  readonly #reported = new Map<string, ToolExecution>();
  #beginning: { readonly call: ToolCall; readonly id: string } | undefined;

  constructor(manager: ToolExecutionManager, emit: Emit) {
    this.#manager = manager;
    this.#emit = emit;
    for (const type of types) manager.addEventListener(type, this);
  }

  /**
   * Calls `begin`, which begins the execution of a call; an execution is announced while it begins. Another listener
   * may begin executions of its own meanwhile, so the one is taken that has the call's tool and `id`.
   */
  watch<T>(call: ToolCall, id: string, begin: () => T): T {
    this.#beginning = { call, id };
    try {
      return begin();
    } finally {
      this.#beginning = undefined;
    }
  }

  /** The execution of a call of this batch, as it was last reported. */
  executionOf(call: ToolCall): ToolExecution | undefined {
    const id = this.#executions.get(call);
    return id === undefined ? undefined : this.#reported.get(id);
  }

  /** Part of listening: not for calling. */
  handleEvent(event: ToolExecutionEventMap[(typeof types)[number]]): void {
    const { detail } = event;
    const id = "execution" in detail ? detail.execution.id : detail.executionId;
    if ("execution" in detail && event.type === "tool-execution-started")
      this.#match(detail.execution);
    const call = this.#calls.get(id);
    if (!call) return;
    const named = { toolCallId: call.id, toolCallName: call.function.name };
    if ("delayMs" in detail) {
      const { attemptNumber, maxAttempts, error, delayMs } = detail;
      this.#emit("ag-ui-tool-retrying", { ...named, attemptNumber, maxAttempts, error, delayMs });
      return;
    }
    const execution = this.#manager.getExecution(id);
    if (!execution || execution.status === this.#reported.get(id)?.status) return;
    this.#reported.set(id, execution);
    this.#emit("ag-ui-tool-status-changed", { ...named, status: execution.status, execution });
  }

  #match(execution: ToolExecution): void {
    const beginning = this.#beginning;
    if (!beginning || execution.toolCallId !== beginning.id) return;
    if (execution.toolName !== beginning.call.function.name) return;
    this.#calls.set(execution.id, beginning.call);
    this.#executions.set(beginning.call, execution.id);
    this.#beginning = undefined;
  }

  /** Stops listening. */
  close(): void {
    for (const type of types) this.#manager.removeEventListener(type, this);
  }
}
