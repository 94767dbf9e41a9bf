import type { ArgumentsReader } from "../arguments/arguments-reader.js";
import { describe } from "../errors/thrown.js";
import {
  coreOptions,
  DEFAULT_RETRY_CONFIG,
  maxResultLength,
  type RetryConfig,
  type ToolExecutionManagerOptions,
} from "../options/options.js";
import { compiledTool } from "../tools/define.js";
import type { Known, ToolOutput } from "../tools/result-metadata.js";
import type { RegisteredTool } from "../tools/types.js";
import { ArgumentRules } from "./argument-rules.js";
import { pastSteps } from "./call-origin.js";
import type { CallStep } from "./call-step.js";
import { CallSteps, managerSteps } from "./call-steps.js";
import { CallsInSteps, type CallToExecute } from "./calls-in-steps.js";
import type { CheckedArguments } from "./checked-arguments.js";
import { type ExecutionOptions, executionOptions } from "./execute-options.js";
import type { ExecutionDriver } from "./execution-driver.js";
import { underWay, waitForOthers } from "./execution-handle.js";
import { Executions } from "./executions.js";
import { planOf, type ToolExecutor } from "./executor.js";
import { settingsOf, type ToolExecutionManagerSettings } from "./manager-settings.js";
import { notRun } from "./not-run.js";
import { ObservedManager } from "./observed-manager.js";
import {
  type StructuredToolResult,
  structuredResultsOf,
  type WantedResults,
} from "./structured-result.js";
import type { ExecuteOptions, ToolExecution, ToolExecutionResult } from "./types.js";

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
export class ToolExecutionManager extends ObservedManager {
  readonly #executions: Executions;
  readonly #rules: ArgumentRules;
  #steps: CallSteps | undefined;
  readonly #inSteps = new CallsInSteps();

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
    const plan = planOf(executor);
    const core = coreOptions(retryConfig, options);
    this.#rules = new ArgumentRules(core, plan);
    this.#executions = new Executions({
      options: core,
      plan,
      maxResultLength: maxResultLength(options),
      hears: (type) => this.hasListeners(type),
      dispatch: (type, detail) => this.dispatch(type, detail),
    });
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
      this.#executions.require();
      const request = {
        tool,
        compiled: compiledTool(tool),
        toolCallId: typeof toolCallId === "string" ? toolCallId : describe(toolCallId),
        args: this.#rules.textOf(this, args, tool),
        signal,
        timeout,
        origin,
        context,
      };
      // The page's code that wrote the arguments (`toJSON`) may have freed the manager.
      execution = this.#executions.begin(request);
      execution.watch = this.watchOf(execution, request, watch);
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
    if (!outcome.success && !hasBegun) this.reportNotRun(tool, toolCallId, args, outcome.error);
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
    return this.#rules.reader(tool);
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
  check(
    tool: RegisteredTool,
    args: Record<string, unknown> | string | ArgumentsReader,
  ): Promise<CheckedArguments> {
    return this.#rules.check(this, tool, args, () => void this.#executions.require());
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
    return this.#executions.find(executionId)?.cancel() ?? false;
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
    return this.#executions.find(executionId)?.retryNow() ?? false;
  }

  /**
   * Cancels every execution under way. None that waited for one of them begins; executions begun by listeners meanwhile
   * are not affected, and run.
   */
  cancelAll(): void {
    this.#executions.cancelAll();
  }

  /** An execution as it is now. A bounded number of finished ones is kept: see `maxHistory`. */
  getExecution(executionId: string): ToolExecution | undefined {
    return this.#executions.find(executionId)?.record();
  }

  /** The executions of a call, oldest first. */
  getExecutionsForToolCall(toolCallId: string): ToolExecution[] {
    return this.#executions.ofCall(toolCallId).map((execution) => execution.record());
  }

  /** For tools that look at others: not for calling. */
  [underWay](): ToolExecution[] {
    return this.#executions.running.map((execution) => execution.record());
  }

  /** For tools that execute others: not for calling. */
  [waitForOthers](executionId: string): void {
    this.#executions.find(executionId)?.waitForOthers();
  }

  /**
   * Cancels what is under way and gives the core's memory back at once; the manager can't be used afterwards. A
   * manager that is simply let go of is collected with everything it holds.
   */
  free(): void {
    this.#executions.free();
  }

  /** The same as `free()`: for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  /** @internal For `structuredResults()`. */
  [structuredResultsOf](wanted: WantedResults): StructuredToolResult[] {
    return this.#executions.structuredResults(wanted);
  }

  /** Answers a call that became no execution: of something that is not a tool, for instance. */
  #notRun(
    tool: unknown,
    toolCallId: unknown,
    args: unknown,
    thrown: unknown,
  ): Promise<ToolExecutionResult> {
    const outcome = notRun(thrown);
    this.reportNotRun(tool, toolCallId, args, outcome.error);
    return resolved(outcome);
  }
}

/** The language's own promise, even if the page has replaced `Promise`. */
async function resolved<T>(value: T): Promise<T> {
  return value;
}
