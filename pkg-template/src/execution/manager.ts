import { ArgumentsReader, type ArgumentsReaderOptions } from "../arguments/arguments-reader.js";
import { FreedError } from "../core/freed.js";
import { type ManagerOptions, RawDirective, RawExecutionManager } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { describe } from "../errors/thrown.js";
import { report } from "../events/report.js";
import { TypedEventTarget, type TypedListener } from "../events/typed-event-target.js";
import {
  coreOptions,
  DEFAULT_RETRY_CONFIG,
  executionTimeout,
  maxResultLength,
  OptionError,
  type RetryConfig,
  type ToolExecutionManagerOptions,
} from "../options/options.js";
import { compiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import { type ArgumentsText, argumentsText, takenOver, textOfReader } from "./arguments.js";
import { checkArguments } from "./check-arguments.js";
import { CheckedArguments } from "./checked-arguments.js";
import { now } from "./clock.js";
import { ExecutionIds } from "./execution-id.js";
import { type ExecutionPlan, planOf, type ToolExecutor, validatorOf } from "./executor.js";
import type { HandlerResult } from "./handler-result.js";
import { notRun } from "./not-run.js";
import { Run } from "./run.js";
import { RunHistory } from "./run-history.js";
import type { RunHost, RunOrder } from "./run-host.js";
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
  readonly #runs: RunHistory;
  readonly #ids = new ExecutionIds();
  /** Results that answer later calls, by the execution that made them. */
  readonly #results = new Map<number, HandlerResult>();
  readonly #heard = new Set<string>();
  /** Cancelled in the core, and not yet announced; the oldest is the last. */
  readonly #cancelled: Run[] = [];
  /** Ended, and not yet counted as history. */
  readonly #ended: Run[] = [];
  #isDraining = false;
  #isHeld = false;
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
    if (executor !== undefined && typeof executor?.execute !== "function") {
      throw new OptionError(
        "executor must have an execute() method; options are the third argument of ToolExecutionManager",
      );
    }
    this.#plan = planOf(executor);
    this.#options = coreOptions(defaultRetryConfig, options);
    this.#maxResultLength = maxResultLength(options);
    this.#runs = new RunHistory(this.#options.maxHistory);
  }

  /**
   * Runs a tool for a call. The arguments are an object, the JSON text the model wrote, a reader that has read it as it
   * arrived, or what `check` gave.
   *
   * Never throws and never rejects: whatever goes wrong, also with something that is no tool, is a result with
   * `success: false`.
   */
  execute(
    tool: RegisteredTool,
    toolCallId: string,
    args: Record<string, unknown> | string | ArgumentsReader | CheckedArguments,
    options?: ExecuteOptions,
  ): Promise<ToolExecutionResult> {
    let run: Run | undefined;
    try {
      const { signal, timeout } = options ? checked(options) : unlimited;
      this.#core();
      const order = {
        tool,
        compiled: compiledTool(tool),
        toolCallId: typeof toolCallId === "string" ? toolCallId : describe(toolCallId),
        args: this.#textOf(args, tool),
        signal,
        timeout,
      };
      // Whoever wrote the arguments down may have freed the manager.
      run = new Run(this.#core(), order);
      this.#runs.add(run);
      run.start();
      return run.done;
    } catch (thrown) {
      if (!run) return resolved(notRun(thrown));
      run.abandon(thrown);
      return run.done;
    }
  }

  /**
   * Reads a call's arguments while they arrive, by the rules of this manager; `execute` takes the reader in place of them.
   *
   * @example
   * ```ts
   * const reader = manager.readArguments(registry.get("write_note"));
   * for await (const delta of deltas) reader.push(delta);
   * await manager.execute(reader.tool!, "call-1", reader);
   * ```
   */
  readArguments(tool?: RegisteredTool): ArgumentsReader {
    const { maxDepth, bigIntegers } = this.#options;
    return new ArgumentsReader({ maxDepth, bigIntegers, ...(tool && { tool }) });
  }

  /**
   * Checks arguments as `execute` would, and runs nothing: for a form, or before a person is asked. No event tells of
   * it and nothing counts it. Never throws and never rejects: look at `error`.
   *
   * @example
   * ```ts
   * const checked = await manager.check(tool, { city: "Rome" });
   * if (checked.error) console.log(checked.error.message);
   * else await manager.execute(tool, "call-1", checked);
   * ```
   */
  async check(
    tool: RegisteredTool,
    args: Record<string, unknown> | string | ArgumentsReader,
  ): Promise<CheckedArguments> {
    let text = "";
    try {
      this.#core();
      const reader = args instanceof ArgumentsReader ? args : undefined;
      const written = reader ? textOfReader(reader, this.#readingOf(tool)) : argumentsText(args);
      text = written.text;
      const findings = await checkArguments({
        options: this.#options,
        validator: validatorOf(this.#plan, tool, compiledTool(tool)),
        args: written,
        reader,
      });
      return new CheckedArguments(this, tool, findings);
    } catch (thrown) {
      const verdict = { accepted: false as const, error: notRun(thrown).error };
      const nothing = { args: noArguments, text, value: undefined };
      return new CheckedArguments(this, tool, { ...nothing, verdict });
    }
  }

  /** Cancels an execution; says whether there was something to cancel. */
  cancel(executionId: string): boolean {
    return this.#find(executionId)?.cancel() ?? false;
  }

  /**
   * Cancels every execution under way. Nothing that waited for one of them begins; what a listener executes meanwhile is
   * none of them, and runs.
   */
  cancelAll(): void {
    if (!this.#host) return;
    const keys = this.#host.raw.cancelAll(now());
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const run = this.#runs.get(keys[at] as number);
      if (run) this.#cancelled.push(run);
    }
    // A listener may call this again, or `free()`: all have ended when that returns.
    for (let run = this.#cancelled.pop(); run; run = this.#cancelled.pop()) {
      run.follow(RawDirective.Cancel);
    }
  }

  /** An execution as it is now. A bounded number of finished ones is kept: see `maxHistory`. */
  getExecution(executionId: string): ToolExecution | undefined {
    return this.#find(executionId)?.record();
  }

  /** The executions of a call, oldest first. */
  getExecutionsForToolCall(toolCallId: string): ToolExecution[] {
    const runs = this.#runs.all.filter((run) => run.order.toolCallId === toolCallId);
    return runs.map((run) => run.record());
  }

  /**
   * Cancels what is under way and gives the core's memory back at once; the manager can't be used afterwards. A
   * manager that is simply let go of is collected with everything it holds.
   */
  free(): void {
    // Before anything ends: what a listener executes would never end.
    this.#isFreed = true;
    this.cancelAll();
    const raw = this.#host?.raw;
    this.#host = undefined;
    this.#runs.clear();
    this.#ended.length = 0;
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

  #textOf(args: unknown, tool: RegisteredTool): ArgumentsText {
    if (args instanceof CheckedArguments) return args.textFor(this, tool, this.#readingOf(tool));
    if (args instanceof ArgumentsReader) return takenOver(args, this.#readingOf(tool));
    return argumentsText(args);
  }

  /** How arguments are read; what a reader's judge has found out counts where the tool's validator is asked. */
  #readingOf(tool: RegisteredTool): ArgumentsReaderOptions {
    const { maxDepth, bigIntegers } = this.#options;
    return this.#plan.validates ? { maxDepth, bigIntegers, tool } : { maxDepth, bigIntegers };
  }

  #find(executionId: string): Run | undefined {
    const key = this.#ids.keyOf(executionId);
    return key === undefined ? undefined : this.#runs.get(key);
  }

  #core(): RunHost {
    if (this.#isFreed) throw new FreedError("ToolExecutionManager");
    this.#host ??= this.#makeHost();
    return this.#host;
  }

  #makeHost(): RunHost {
    requireCore("A ToolExecutionManager");
    const raw = new RawExecutionManager(this.#options, now, (key, directive) =>
      this.#runs.get(key)?.waited(directive),
    );
    return {
      raw,
      plan: this.#plan,
      maxResultLength: this.#maxResultLength,
      maxDepth: this.#options.maxDepth,
      ids: this.#ids,
      keepsBigIntegers: this.#options.bigIntegers === "bigint",
      hears: (type) => this.#heard.has(type),
      dispatch: (type, detail) => this.#dispatch(type, detail),
      runOf: (key) => this.#runs.get(key),
      resultOf: (key) => this.#results.get(key) ?? this.#runs.get(key)?.result,
      drain: () => this.#drain(),
      hold: () => void this.#hold(),
      retire: (run) => this.#retire(run),
    };
  }

  /** Listeners can't throw here, but what a page has put in the place of `CustomEvent` can. */
  #dispatch(type: string, detail: unknown): void {
    try {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    } catch (thrown) {
      report(thrown);
    }
  }

  /**
   * What is set free while something is cancelled goes on when the page's code is through: it may be in the middle of
   * cancelling more, such as every call of a signal that it aborts.
   */
  async #hold(): Promise<void> {
    if (this.#isHeld) return;
    this.#isHeld = true;
    await undefined;
    this.#isHeld = false;
    this.#drain();
  }

  /** One after the other and never nested: a long queue of calls that fail at once would use up the stack. */
  #drain(): void {
    if (this.#isDraining || this.#isHeld) return;
    this.#isDraining = true;
    try {
      for (let key = this.#nextReady(); key !== undefined; key = this.#nextReady()) {
        this.#runs.get(key)?.resume();
      }
      // Not before: those that shared an execution's run look at its result.
      for (let at = 0; at < this.#ended.length; at += 1) this.#forget(this.#ended[at] as Run);
    } catch (thrown) {
      report(thrown);
    } finally {
      this.#ended.length = 0;
      this.#isDraining = false;
    }
  }

  /** None also when a listener has freed the manager. */
  #nextReady(): number | undefined {
    return this.#isFreed ? undefined : this.#host?.raw.nextReady();
  }

  #retire(run: Run): void {
    this.#ended.push(run);
    this.#drain();
  }

  #forget(run: Run): void {
    const raw = this.#host?.raw;
    if (!raw) return;
    if (run.order.tool.metadata.cache) {
      if (run.result) this.#results.set(run.key, run.result);
      const dropped = raw.takeDroppedResults();
      for (let at = 0; at < dropped.length; at += 1) this.#results.delete(dropped[at] as number);
    }
    raw.retire(run.key);
    this.#runs.retire(run);
  }
}

/** The language's own promise, whatever the page has put in the place of `Promise`. */
async function resolved<T>(value: T): Promise<T> {
  return value;
}

/** What there is of arguments that could not be read. */
const noArguments = Object.freeze({});

const unlimited: Pick<RunOrder, "signal" | "timeout"> = { signal: undefined, timeout: undefined };

/** The options of one execution. @throws {OptionError} when one is not as it must be. */
function checked(options: ExecuteOptions): Pick<RunOrder, "signal" | "timeout"> {
  const { signal, timeout } = options;
  // A signal may be of another realm, so its class says nothing.
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new OptionError("options.signal must be an AbortSignal");
  }
  return { signal, timeout: executionTimeout(timeout) };
}
