import { ArgumentsReader, type ArgumentsReaderOptions } from "../arguments/arguments-reader.js";
import { FreedError } from "../core/freed.js";
import { type ManagerOptions, type RawDirective, RawExecutionManager } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { describe } from "../errors/thrown.js";
import { report } from "../events/report.js";
import { TypedEventTarget, type TypedListener } from "../events/typed-event-target.js";
import {
  coreOptions,
  DEFAULT_RETRY_CONFIG,
  maxResultLength,
  type RetryConfig,
  type ToolExecutionManagerOptions,
} from "../options/options.js";
import type { RunOfCalls } from "../tools/call-origin.js";
import { compiledTool } from "../tools/define.js";
import type { Known, ToolOutput } from "../tools/result-metadata.js";
import type { RegisteredTool } from "../tools/types.js";
import { type ArgumentsText, argumentsText, takenOver, textOfReader } from "./arguments.js";
import { pastSteps } from "./call-origin.js";
import type { CallStep } from "./call-step.js";
import { CallSteps, managerSteps } from "./call-steps.js";
import { CallsInSteps, type CallToExecute, nameOf } from "./calls-in-steps.js";
import {
  type CallNotRun,
  callNotRun,
  type NotRunWatcher,
  tellNotRun,
  watchCallsNotRun,
} from "./calls-not-run.js";
import { checkArguments } from "./check-arguments.js";
import { CheckedArguments } from "./checked-arguments.js";
import { now } from "./clock.js";
import { type ExecutionOptions, executionOptions } from "./execute-options.js";
import { ExecutionDriver } from "./execution-driver.js";
import { underWay, waitForOthers } from "./execution-handle.js";
import { ExecutionHistory } from "./execution-history.js";
import type { ExecutionHost } from "./execution-host.js";
import { ExecutionIds } from "./execution-id.js";
import { ExecutionScheduler } from "./execution-scheduler.js";
import { type ExecutionWatcher, watchExecutions, watchOf } from "./execution-watch.js";
import { type ExecutionPlan, planOf, type ToolExecutor, validatorOf } from "./executor.js";
import { settingsOf, type ToolExecutionManagerSettings } from "./manager-settings.js";
import { notRun } from "./not-run.js";
import { HeldResults } from "./page-cache.js";
import { addRunHeaders, type RunHeaders, runHeaders } from "./run-of-calls.js";
import {
  type StructuredToolResult,
  structuredResultsOf,
  type WantedResults,
} from "./structured-result.js";
import type {
  ExecuteOptions,
  ToolError,
  ToolExecution,
  ToolExecutionEventMap,
  ToolExecutionResult,
} from "./types.js";

/**
 * Runs tools: validates the arguments, calls the handler, retries what may be retried, stops what is aborted, and
 * reports to listeners what happens.
 *
 * @example
 * ```ts
 * const manager = new ToolExecutionManager({ timeout: 10_000 });
 * manager.addEventListener("tool-execution-retrying", (event) => console.log(event.detail.delayMs));
 * const outcome = await manager.execute(registry.get("greet")!, "call-1", { name: "Ada" });
 * if (outcome.success) console.log(outcome.result);
 * ```
 */
export class ToolExecutionManager extends TypedEventTarget<ToolExecutionEventMap> {
  readonly #plan: ExecutionPlan;
  readonly #options: ManagerOptions;
  readonly #maxResultLength: number;
  #host: ExecutionHost | undefined;
  readonly #executions: ExecutionHistory;
  readonly #ids = new ExecutionIds();
  readonly #heard = new Set<string>();
  #watchers: readonly ExecutionWatcher[] | undefined;
  #steps: CallSteps | undefined;
  readonly #inSteps = new CallsInSteps();
  readonly #runHeaders = new Set<RunHeaders>();
  readonly #notRunWatchers = new Set<NotRunWatcher>();
  #isFreed = false;

  /**
   * @param executor runs the tools; by default, one that validates the arguments and calls the handler.
   * @param defaultRetryConfig the schedule of retries, unless a tool's metadata overrides it.
   * @throws {TypeError} if an option is invalid.
   */
  constructor(
    executor?: ToolExecutor,
    defaultRetryConfig?: RetryConfig,
    options?: ToolExecutionManagerOptions,
  );
  /**
   * @param settings the options in one object.
   * @throws {TypeError} if an option is invalid.
   */
  constructor(settings?: ToolExecutionManagerSettings);
  constructor(
    first?: ToolExecutor | ToolExecutionManagerSettings,
    defaultRetryConfig?: RetryConfig,
    positional?: ToolExecutionManagerOptions,
  ) {
    super();
    const settings = settingsOf(first, defaultRetryConfig, positional);
    const { executor, retryConfig = DEFAULT_RETRY_CONFIG, ...options } = settings;
    this.#plan = planOf(executor);
    this.#options = coreOptions(retryConfig, options);
    this.#maxResultLength = maxResultLength(options);
    this.#executions = new ExecutionHistory(this.#options.maxHistory);
  }

  /**
   * Runs a tool for a call. The arguments are an object, the model's JSON text, a reader that has read it while it was
   * streamed, or the result of `check`.
   *
   * Never throws and never rejects: every failure, even an invalid tool, is a result with `success: false`. The
   * `output` is typed if `ToolResultMetadata` has the tool's name.
   */
  execute<Tool extends RegisteredTool>(
    tool: Tool & { readonly name: Known },
    toolCallId: string,
    args: Record<string, unknown> | string | ArgumentsReader | CheckedArguments,
    options?: ExecuteOptions,
  ): Promise<ToolExecutionResult<ToolOutput<Tool>>>;
  execute<Tool extends RegisteredTool>(
    tool: Tool,
    toolCallId: string,
    args: Record<string, unknown> | string | ArgumentsReader | CheckedArguments,
    options?: ExecuteOptions,
  ): Promise<ToolExecutionResult>;
  execute(
    tool: RegisteredTool,
    toolCallId: string,
    args: Record<string, unknown> | string | ArgumentsReader | CheckedArguments,
    options?: ExecuteOptions,
  ): Promise<ToolExecutionResult> {
    let read: ExecutionOptions;
    try {
      read = executionOptions(options);
    } catch (thrown) {
      return this.#notRun(tool, toolCallId, args, thrown);
    }
    const steps = read.hasPassedSteps ? undefined : this.#steps?.all;
    return steps?.length
      ? this.#executeInSteps(steps, { tool, toolCallId, args }, read)
      : this.#execute({ tool, toolCallId, args }, read);
  }

  #execute(
    { tool, toolCallId, args }: CallToExecute,
    { signal, timeout, origin, watch, context }: ExecutionOptions,
  ): Promise<ToolExecutionResult> {
    let execution: ExecutionDriver | undefined;
    try {
      this.#core();
      const request = {
        tool,
        compiled: compiledTool(tool),
        toolCallId: typeof toolCallId === "string" ? toolCallId : describe(toolCallId),
        args: this.#textOf(args, tool),
        signal,
        timeout,
        origin,
        context,
      };
      // The page's code that wrote the arguments (`toJSON`) may have freed the manager.
      execution = new ExecutionDriver(this.#core(), request);
      this.#executions.add(execution);
      if (watch || this.#watchers) {
        execution.watch = watchOf([...(this.#watchers ?? []), watch], execution, request);
      }
      execution.start();
      return execution.done;
    } catch (thrown) {
      if (!execution) return this.#notRun(tool, toolCallId, args, thrown);
      execution.abandon(thrown);
      return execution.done;
    }
  }

  /** Executes a call that has not passed the page's steps yet: no adapter of this package asked for it. */
  async #executeInSteps(
    steps: readonly CallStep[],
    call: CallToExecute,
    options: ExecutionOptions,
  ): Promise<ToolExecutionResult> {
    const { tool, toolCallId, args } = call;
    const passed = { ...options, origin: pastSteps(options.origin) };
    let hasBegun = false;
    const outcome = await this.#inSteps.run(steps, call, passed, (changed) => {
      hasBegun = true;
      return this.#execute({ ...call, args: changed ?? args }, passed);
    });
    if (!outcome.success && !hasBegun) this.#tellNotRun(tool, toolCallId, args, outcome.error);
    return outcome;
  }

  /**
   * Reads a call's arguments while they are streamed, under the rules of this manager; `execute` takes the reader
   * instead of them.
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
   * Checks arguments as `execute` would, and runs nothing: for a form, or before a person is asked. No event reports
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

  /**
   * Adds a step to the path of every call that this manager executes, regardless of its origin: an agent, a subagent,
   * `batch`, the browser, a model of a server, or the page by `execute()`. Steps run in the order in which they were
   * added, the first outermost, before a person is asked for approval and before the arguments are validated. A step
   * also gets calls that are refused. See `CallStep`.
   *
   * @returns a function that removes the step.
   * @throws {TypeError} when it is not a function.
   *
   * @example
   * ```ts
   * manager.use(async (call, next) => {
   *   const outcome = await next();
   *   console.log(call.origin.kind, call.toolName, outcome.success);
   *   return outcome;
   * });
   * ```
   */
  use(step: CallStep): () => void {
    this.#steps ??= new CallSteps();
    return this.#steps.use(step);
  }

  /** @internal For responders of calls. */
  get [managerSteps](): readonly CallStep[] {
    return this.#steps?.all ?? [];
  }

  /** Cancels an execution; returns true if there was something to cancel. */
  cancel(executionId: string): boolean {
    return this.#find(executionId)?.cancel() ?? false;
  }

  /**
   * Begins the next attempt of an execution at once, if it waits for one after a failure. Only the delay is skipped:
   * the attempt may have to wait for a slot, or for the rate limit.
   *
   * @returns whether an attempt was waiting. An execution that shares another one's run waits for none of its own.
   *
   * @example
   * ```ts
   * manager.addEventListener("tool-execution-retrying", ({ detail }) => {
   *   addEventListener("online", () => manager.retryNow(detail.executionId), { once: true });
   * });
   * ```
   */
  retryNow(executionId: string): boolean {
    return this.#find(executionId)?.retryNow() ?? false;
  }

  /**
   * Cancels every execution under way. None that waited for one of them begins; executions begun by listeners meanwhile
   * are not affected, and run.
   */
  cancelAll(): void {
    this.#host?.scheduler.cancelAll();
  }

  /** An execution as it is now. A bounded number of finished ones is kept: see `maxHistory`. */
  getExecution(executionId: string): ToolExecution | undefined {
    return this.#find(executionId)?.record();
  }

  /** The executions of a call, oldest first. */
  getExecutionsForToolCall(toolCallId: string): ToolExecution[] {
    return this.#executions.all
      .filter(({ request }) => request.toolCallId === toolCallId)
      .map((execution) => execution.record());
  }

  /** For tools that look at others: not for calling. */
  [underWay](): ToolExecution[] {
    return this.#executions.running.map((execution) => execution.record());
  }

  /** For tools that execute others: not for calling. */
  [waitForOthers](executionId: string): void {
    this.#find(executionId)?.waitForOthers();
  }

  /**
   * Cancels what is under way and gives the core's memory back at once; the manager can't be used afterwards. A
   * manager that is simply let go of is collected with everything it holds.
   */
  free(): void {
    // Before anything ends: an execution begun by a listener from now on would never end.
    this.#isFreed = true;
    this.#host?.scheduler.close();
    this.cancelAll();
    // A listener may have freed it meanwhile.
    const raw = this.#host?.raw;
    this.#host = undefined;
    this.#executions.clear();
    raw?.free();
  }

  /** The same as `free()`: for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  /** @internal For `structuredResults()`. */
  [structuredResultsOf]({ executionId, toolCallId, since }: WantedResults): StructuredToolResult[] {
    return this.#executions.all
      .filter(({ id }) => executionId === undefined || id === executionId)
      .filter(({ request }) => toolCallId === undefined || request.toolCallId === toolCallId)
      .flatMap((execution) => execution.structured(since) ?? [])
      .sort((a, b) => Number(a.timestamp > b.timestamp) - Number(a.timestamp < b.timestamp));
  }

  /** @internal For tracers: watches the executions that begin from now on, until the returned function is called. */
  [watchExecutions](watcher: ExecutionWatcher): () => void {
    this.#watchers = [...(this.#watchers ?? []), watcher];
    let isStopped = false;
    return () => {
      if (isStopped) return;
      isStopped = true;
      const rest = this.#watchers?.filter((each) => each !== watcher) ?? [];
      this.#watchers = rest.length > 0 ? rest : undefined;
    };
  }

  /** @internal For logs: adds a watcher of calls that are answered without an execution. */
  [watchCallsNotRun](watcher: NotRunWatcher): () => void {
    const own: NotRunWatcher = (call) => watcher(call);
    this.#notRunWatchers.add(own);
    return () => void this.#notRunWatchers.delete(own);
  }

  /** @internal For responders of calls: one was answered without an execution. */
  [callNotRun](call: CallNotRun): void {
    for (const watcher of this.#notRunWatchers) watcher(call);
  }

  /** @internal For logs: adds a source of headers for the runs of agents. Returns a function that removes it. */
  [addRunHeaders](headers: RunHeaders): () => void {
    // A function of its own, so that a source that is added twice is called twice, and removed separately.
    const source: RunHeaders = (run) => headers(run);
    this.#runHeaders.add(source);
    return () => void this.#runHeaders.delete(source);
  }

  /** @internal For agents: the headers of a run's request in addition to the page's own. */
  [runHeaders](run: RunOfCalls): Record<string, string> {
    return Object.assign({}, ...Array.from(this.#runHeaders, (headers) => headers(run)));
  }

  override addEventListener<Type extends keyof ToolExecutionEventMap>(
    type: Type,
    listener: TypedListener<ToolExecutionEventMap[Type]> | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    this.#heard.add(type);
    super.addEventListener(type, listener, options);
  }

  /** Answers a call that became no execution: of something that is not a tool, for instance. */
  #notRun(
    tool: unknown,
    toolCallId: unknown,
    args: unknown,
    thrown: unknown,
  ): Promise<ToolExecutionResult> {
    const outcome = notRun(thrown);
    this.#tellNotRun(tool, toolCallId, args, outcome.error);
    return resolved(outcome);
  }

  #tellNotRun(tool: unknown, toolCallId: unknown, args: unknown, error: ToolError): void {
    if (this.#notRunWatchers.size === 0) return;
    const text = typeof args === "string" ? args : jsonOf(args);
    const call = {
      tool: nameOf(tool),
      toolCallId: describe(toolCallId),
      args: text,
      error,
    };
    tellNotRun(this, call);
  }

  #textOf(args: unknown, tool: RegisteredTool): ArgumentsText {
    if (args instanceof CheckedArguments) return args.textFor(this, tool, this.#readingOf(tool));
    if (args instanceof ArgumentsReader) return takenOver(args, this.#readingOf(tool));
    return argumentsText(args);
  }

  /** Options of the arguments' reader, whose early verdict counts only if the tool's validator is used. */
  #readingOf(tool: RegisteredTool): ArgumentsReaderOptions {
    const { maxDepth, bigIntegers } = this.#options;
    return this.#plan.validates ? { maxDepth, bigIntegers, tool } : { maxDepth, bigIntegers };
  }

  #find(executionId: string): ExecutionDriver | undefined {
    const key = this.#ids.keyOf(executionId);
    return key === undefined ? undefined : this.#executions.get(key);
  }

  #core(): ExecutionHost {
    if (this.#isFreed) throw new FreedError("ToolExecutionManager");
    this.#host ??= this.#makeHost();
    return this.#host;
  }

  #makeHost(): ExecutionHost {
    requireCore("A ToolExecutionManager");
    const executions = this.#executions;
    const raw = new RawExecutionManager(
      this.#options,
      now,
      goOnWith(executions),
      holdOf(executions),
    );
    return {
      raw,
      plan: this.#plan,
      maxResultLength: this.#maxResultLength,
      maxDepth: this.#options.maxDepth,
      ids: this.#ids,
      keepsBigIntegers: this.#options.bigIntegers === "bigint",
      scheduler: new ExecutionScheduler(raw, executions),
      held: new HeldResults(),
      driverOf: (key) => executions.get(key),
      hears: (type) => this.#heard.has(type),
      dispatch: (type, detail) => this.#dispatch(type, detail),
    };
  }

  /** Listeners can't throw here, but a page's replacement of `CustomEvent` can. */
  #dispatch(type: string, detail: unknown): void {
    try {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    } catch (thrown) {
      report(thrown);
    }
  }
}

/** The language's own promise, even if the page has replaced `Promise`. */
async function resolved<T>(value: T): Promise<T> {
  return value;
}

/**
 * Continues a waiting execution. The core holds this function for its own lifetime, so it must not hold the manager: a
 * waiting execution keeps itself alive. A separate function, since all closures of one method share their scope.
 */
function goOnWith(executions: ExecutionHistory): (key: number, directive: RawDirective) => void {
  const weak = weakly(executions);
  return (key, directive) => weak.deref()?.get(key)?.waited(directive);
}

/** Holds an execution that waits for a time in the queue: the core holds the returned function until then. */
function holdOf(executions: ExecutionHistory): (key: number) => (() => void) | undefined {
  const weak = weakly(executions);
  return (key) => weak.deref()?.get(key)?.held();
}

/** A weak reference; a strong one where a server's worker has no other, by an older date of compatibility. */
function weakly<T extends object>(value: T): { deref(): T | undefined } {
  return globalThis.WeakRef ? new WeakRef(value) : { deref: () => value };
}

/** The arguments of a call whose arguments could not be read. */
const noArguments = Object.freeze({});

/** A value as JSON, or a description if it has none. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? describe(value);
  } catch {
    return describe(value);
  }
}
