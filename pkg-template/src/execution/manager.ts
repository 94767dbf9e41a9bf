import { FreedError } from "../core/freed.js";
import { type ManagerOptions, RawExecutionManager } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { TypedEventTarget, type TypedListener } from "../events/typed-event-target.js";
import { compiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import { argumentsText } from "./arguments.js";
import { now } from "./clock.js";
import { type ExecutionPlan, planOf, type ToolExecutor } from "./executor.js";
import type { HandlerResult } from "./handler-result.js";
import { notRun } from "./not-run.js";
import {
  coreOptions,
  DEFAULT_RETRY_CONFIG,
  maxResultLength,
  type RetryConfig,
  type ToolExecutionManagerOptions,
} from "./options.js";
import { Run } from "./run.js";
import type { RunHost } from "./run-host.js";
import { describe } from "./thrown.js";
import type {
  ExecuteOptions,
  ToolExecution,
  ToolExecutionEventMap,
  ToolExecutionResult,
} from "./types.js";

/**
 * Runs tools: validates the arguments, calls the handler, retries what may be retried, stops what is aborted, and
 * tells listeners what happens.
 *
 * @example
 * ```ts
 * const manager = new ToolExecutionManager(undefined, DEFAULT_RETRY_CONFIG, { timeout: 10_000 });
 * manager.addEventListener("tool-execution-retrying", (event) => console.log(event.detail.delayMs));
 * const outcome = await manager.execute(registry.get("greet")!, "call-1", { name: "Ada" });
 * if (outcome.success) console.log(outcome.result);
 * ```
 */
export class ToolExecutionManager extends TypedEventTarget<ToolExecutionEventMap> {
  readonly #plan: ExecutionPlan;
  readonly #options: ManagerOptions;
  readonly #maxResultLength: number;
  #host: RunHost | undefined;
  readonly #runs = new Map<number, Run>();
  readonly #keys = new Map<string, number>();
  readonly #running = new Set<Run>();
  /** Results that answer later calls, by the execution that made them. */
  readonly #results = new Map<number, HandlerResult>();
  readonly #heard = new Set<string>();
  #isDraining = false;
  #isFreed = false;

  /**
   * @param executor what runs tools; one that validates and calls the handler when absent.
   * @param defaultRetryConfig when failed attempts are tried again, unless a tool's metadata says otherwise.
   * @throws {TypeError} when an option is not as it must be.
   */
  constructor(
    executor?: ToolExecutor,
    defaultRetryConfig: RetryConfig = DEFAULT_RETRY_CONFIG,
    options: ToolExecutionManagerOptions = {},
  ) {
    super();
    this.#plan = planOf(executor);
    this.#options = coreOptions(defaultRetryConfig, options);
    this.#maxResultLength = maxResultLength(options);
  }

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
      assertSignal(options.signal);
      run = new Run(this.#core(), {
        tool,
        compiled: compiledTool(tool),
        toolCallId: describe(toolCallId),
        args: argumentsText(args),
        signal: options.signal,
        timeout: options.timeout,
      });
      this.#runs.set(run.key, run);
      this.#keys.set(run.id, run.key);
      this.#running.add(run);
      run.start();
      return run.done;
    } catch (thrown) {
      if (!run) return Promise.resolve(notRun(thrown));
      run.abandon(thrown);
      return run.done;
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

  /** An execution as it is now. A bounded number of finished ones is kept: see `maxHistory`. */
  getExecution(executionId: string): ToolExecution | undefined {
    const key = this.#keys.get(executionId);
    return key === undefined ? undefined : this.#runs.get(key)?.record();
  }

  /** The executions of a call, oldest first. */
  getExecutionsForToolCall(toolCallId: string): ToolExecution[] {
    const runs = [...this.#runs.values()].filter((run) => run.order.toolCallId === toolCallId);
    return runs.map((run) => run.record());
  }

  /**
   * Cancels what is under way and gives the core's memory back at once; the manager can't be used afterwards. A
   * manager that is simply let go of is collected with everything it holds.
   */
  free(): void {
    this.cancelAll();
    const raw = this.#host?.raw;
    this.#host = undefined;
    this.#isFreed = true;
    this.#runs.clear();
    this.#keys.clear();
    this.#results.clear();
    raw?.free();
  }

  /** The same as `free()`: for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  override addEventListener<Type extends keyof ToolExecutionEventMap>(
    type: Type,
    listener: TypedListener<ToolExecutionEventMap[Type]> | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    this.#heard.add(type);
    super.addEventListener(type, listener, options);
  }

  #core(): RunHost {
    this.#host ??= this.#makeHost();
    return this.#host;
  }

  #makeHost(): RunHost {
    requireCore("A ToolExecutionManager");
    if (this.#isFreed) throw new FreedError("ToolExecutionManager");
    const raw = new RawExecutionManager(this.#options);
    return {
      raw,
      plan: this.#plan,
      maxResultLength: this.#maxResultLength,
      emit: (type, detail) => {
        if (this.#heard.has(type)) this.dispatchEvent(new CustomEvent(type, { detail: detail() }));
      },
      runOf: (key) => this.#runs.get(key),
      resultOf: (key) => this.#results.get(key) ?? this.#runs.get(key)?.result,
      drain: () => this.#drain(raw),
      retire: (run) => this.#retire(raw, run),
      abandon: (run) => this.#running.delete(run),
    };
  }

  /** One after the other and never nested: a long queue of calls that fail at once would use up the stack. */
  #drain(raw: RawExecutionManager): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let key = raw.nextReady(); key !== undefined; key = raw.nextReady()) {
        this.#runs.get(key)?.follow(raw.resume(key, now()));
      }
    } finally {
      this.#isDraining = false;
    }
  }

  #retire(raw: RawExecutionManager, run: Run): void {
    this.#running.delete(run);
    if (run.order.tool.metadata.cache) {
      if (run.result) this.#results.set(run.key, run.result);
      for (const key of raw.takeDroppedResults()) this.#results.delete(key);
    }
    const forgotten = raw.retire(run.key);
    if (forgotten === undefined) return;
    const old = this.#runs.get(forgotten);
    if (old) this.#keys.delete(old.id);
    this.#runs.delete(forgotten);
  }
}

/** Also one of another realm. */
function assertSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined || typeof signal?.addEventListener === "function") return;
  throw new TypeError("options.signal must be an AbortSignal");
}
