import { RawExecutionManager } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { TypedEventTarget, type TypedListener } from "../events/typed-event-target.js";
import { type CompiledTool, compiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import { argumentsText } from "./arguments.js";
import { Run, type RunHost } from "./run.js";
import { describe } from "./thrown.js";
import type {
  ExecuteOptions,
  ToolExecution,
  ToolExecutionEventMap,
  ToolExecutionResult,
} from "./types.js";

/**
 * Runs tools: validates the arguments, calls the handler once, and tells listeners what happens.
 *
 * @example
 * ```ts
 * const manager = new ToolExecutionManager();
 * manager.addEventListener("tool-execution-failed", (event) => console.warn(event.detail.error.message));
 * const outcome = await manager.execute(registry.get("greet")!, "call-1", { name: "Ada" });
 * if (outcome.success) console.log(outcome.result);
 * ```
 */
export class ToolExecutionManager extends TypedEventTarget<ToolExecutionEventMap> {
  #raw: RawExecutionManager | undefined;
  readonly #runs = new Map<number, Run>();
  readonly #keys = new Map<string, number>();
  readonly #running = new Set<Run>();
  readonly #heard = new Set<string>();

  /**
   * Runs a tool for a call. The arguments are an object or the JSON text the model wrote.
   *
   * Never throws and never rejects: whatever goes wrong, also with something that is no tool, is a result with
   * `success: false`.
   */
  execute(
    tool: RegisteredTool,
    toolCallId: string,
    args: Record<string, unknown> | string,
    options: ExecuteOptions = {},
  ): Promise<ToolExecutionResult> {
    let run: Run | undefined;
    try {
      const host = this.#host();
      const compiled: CompiledTool = compiledTool(tool);
      run = new Run(host, {
        tool,
        compiled,
        toolCallId: describe(toolCallId),
        args: argumentsText(args),
        signal: options.signal,
      });
      this.#runs.set(run.key, run);
      this.#keys.set(run.id, run.key);
      this.#running.add(run);
      run.start();
      return run.result;
    } catch (thrown) {
      if (run) this.#running.delete(run);
      return Promise.resolve(notRun(thrown));
    }
  }

  /** Cancels an execution; says whether there was something to cancel. */
  cancel(executionId: string): boolean {
    const key = this.#keys.get(executionId);
    return key !== undefined && (this.#runs.get(key)?.cancel() ?? false);
  }

  /** Cancels every execution under way. */
  cancelAll(): void {
    for (const run of [...this.#running]) run.cancel();
  }

  /** An execution as it is now. The last 1,000 finished ones are kept. */
  getExecution(executionId: string): ToolExecution | undefined {
    const key = this.#keys.get(executionId);
    return key === undefined ? undefined : this.#runs.get(key)?.record();
  }

  /** The executions of a call, oldest first. */
  getExecutionsForToolCall(toolCallId: string): ToolExecution[] {
    const records = Array.from(this.#runs.values(), (run) => run.record());
    return records.filter((record) => record.toolCallId === toolCallId);
  }

  override addEventListener<Type extends keyof ToolExecutionEventMap>(
    type: Type,
    listener: TypedListener<ToolExecutionEventMap[Type]> | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    this.#heard.add(type);
    super.addEventListener(type, listener, options);
  }

  #host(): RunHost {
    requireCore("A ToolExecutionManager");
    this.#raw ??= new RawExecutionManager();
    return {
      raw: this.#raw,
      emit: (type, detail) => {
        if (this.#heard.has(type)) this.dispatchEvent(new CustomEvent(type, { detail: detail() }));
      },
      retire: (run) => this.#retire(run),
    };
  }

  #retire(run: Run): void {
    this.#running.delete(run);
    const forgotten = this.#raw?.retire(run.key);
    if (forgotten === undefined) return;
    const old = this.#runs.get(forgotten);
    if (old) this.#keys.delete(old.id);
    this.#runs.delete(forgotten);
  }
}

/** The result of a call that never became an execution: no tool, or no core. */
function notRun(thrown: unknown): ToolExecutionResult {
  const message = thrown instanceof Error ? thrown.message : describe(thrown);
  const code = (thrown as { code?: unknown } | null)?.code;
  return {
    success: false,
    error: {
      category: "permanent",
      message,
      retryable: false,
      code: typeof code === "string" ? code : "not_a_tool",
      cause: thrown,
    },
  };
}
