import { categorizeError } from "../errors/categorize-error.js";
import { checkOptions } from "../options/check-options.js";
import { aFlag } from "../options/rules.js";
import { type CompiledTool, compiledTool } from "../tools/define.js";
import type { RegisteredTool, ToolExecutionContext } from "../tools/types.js";
import type { ArgumentsValidator } from "../validation/validator.js";
import { GivenValue } from "./arguments.js";
import { attempt } from "./attempt.js";
import { ExecutorValidator } from "./call-executor.js";
import type { ToolContentPart } from "./content-parts.js";
import { readHandlerResult } from "./handler-result.js";
import type { ToolError } from "./types.js";

/** An executor's result of a call. */
export type ToolExecutorResult =
  | {
      readonly success: true;
      /** The text the model reads. */
      readonly result: string;
      /** The handler's return value, for the page. */
      readonly output?: unknown;
      /** The metadata of `structuredResults()`. */
      readonly metadata?: unknown;
      /** Content that a model may get instead of the text. */
      readonly parts?: readonly ToolContentPart[] | undefined;
    }
  | { readonly success: false; readonly error: ToolError };

/** A validator's result: the arguments for the handler, or an error. */
export type ToolValidationResult =
  | { readonly success: true; readonly args: unknown }
  | { readonly success: false; readonly error: ToolError };

/**
 * Runs a tool once. A `ToolExecutionManager` adds everything around it: events, retries, timeouts, cancellation.
 *
 * @example
 * ```ts
 * const logging: ToolExecutor = {
 *   async execute(tool, args, context) {
 *     console.log(tool.name, args);
 *     return new DefaultToolExecutor().execute(tool, args, context);
 *   },
 * };
 * ```
 */
export interface ToolExecutor {
  execute(
    tool: RegisteredTool,
    args: Record<string, unknown>,
    context: ToolExecutionContext,
  ): Promise<ToolExecutorResult> | ToolExecutorResult;
  /** Checks arguments before `execute` gets them. Without it they are not checked. */
  validate?(
    tool: RegisteredTool,
    args: Record<string, unknown>,
  ): Promise<ToolValidationResult> | ToolValidationResult;
}

/** Options of a `DefaultToolExecutor`. */
export interface DefaultToolExecutorOptions {
  /** Whether arguments are deliberately unchecked, so that a manager doesn't warn. */
  readonly unchecked?: boolean;
}

/** Calls the handler, and settles at once when the context's signal is aborted. Checks no arguments. */
export class DefaultToolExecutor implements ToolExecutor {
  /** True if arguments are meant to go unchecked. */
  readonly unchecked: boolean;

  /** @throws {TypeError} if an option is invalid. */
  constructor(options: DefaultToolExecutorOptions = {}) {
    checkOptions("DefaultToolExecutor", options, { unchecked: aFlag });
    this.unchecked = options.unchecked ?? false;
  }

  execute(
    tool: RegisteredTool,
    args: Record<string, unknown>,
    context: ToolExecutionContext,
  ): Promise<ToolExecutorResult> {
    return new Promise((resolve) => {
      const { signal } = context;
      const end = (result: ToolExecutorResult): void => {
        signal.removeEventListener("abort", abort);
        resolve(result);
      };
      const fail = (thrown: unknown): void =>
        end({ success: false, error: categorizeError(thrown, "execution") });
      const abort = (): void => fail(signal.reason);
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      const succeed = (value: unknown): void => {
        const { text, output, metadata, parts } = readHandlerResult(value);
        const given = metadata === undefined ? undefined : { metadata };
        end({ success: true, result: text, output, ...given, ...(parts && { parts }) });
      };
      return attempt(() => tool.handler(args as never, context), succeed, fail);
    });
  }
}

/** Checks arguments against the tool's schema, then lets another executor run the tool. */
export class ValidatingToolExecutor implements ToolExecutor {
  /** The executor that runs the tool. */
  readonly inner: ToolExecutor;
  /** Arguments this executor has accepted, and for which tool: they are not checked a second time. */
  readonly #accepted = new WeakMap<object, RegisteredTool>();

  constructor(inner: ToolExecutor = new DefaultToolExecutor()) {
    this.inner = inner;
  }

  async validate(
    tool: RegisteredTool,
    args: Record<string, unknown>,
  ): Promise<ToolValidationResult> {
    const verdict = await compiledTool(tool).validator.validate(new GivenValue(args));
    if (!verdict.accepted) return { success: false, error: verdict.error };
    const { value } = verdict.output ?? { value: args };
    if (typeof value === "object" && value !== null) this.#accepted.set(value, tool);
    return { success: true, args: value };
  }

  async execute(
    tool: RegisteredTool,
    args: Record<string, unknown>,
    context: ToolExecutionContext,
  ): Promise<ToolExecutorResult> {
    if (this.#accepted.get(args) === tool) return this.inner.execute(tool, args, context);
    const checked = await this.validate(tool, args);
    if (!checked.success) return checked;
    return this.inner.execute(tool, checked.args as Record<string, unknown>, context);
  }
}

/** The division of work between a manager and its executor. */
export interface ExecutionPlan {
  /** The manager checks the arguments itself, without asking an executor. */
  readonly validates: boolean;
  /** The executor that runs the tool; if absent, the manager calls the handler itself. */
  readonly executor: ToolExecutor | undefined;
}

/** The validator of a tool's arguments under a plan: the tool's own, or the executor; `undefined` without either. */
export function validatorOf(
  { validates, executor }: ExecutionPlan,
  tool: RegisteredTool,
  { validator }: CompiledTool,
): ArgumentsValidator | undefined {
  if (validates) return validator;
  return executor?.validate ? new ExecutorValidator(executor, tool) : undefined;
}

/**
 * The plan for an executor. A manager does the work of the package's own executors itself, once and without detours.
 */
export function planOf(executor: ToolExecutor | undefined): ExecutionPlan {
  if (executor === undefined) return { validates: true, executor: undefined };
  if (isPlain(executor, DefaultToolExecutor)) {
    if (!executor.unchecked) warnOfUnchecked();
    return { validates: false, executor: undefined };
  }
  if (isPlain(executor, ValidatingToolExecutor)) {
    const { inner } = executor;
    const isChecked = isPlain(inner, DefaultToolExecutor);
    return { validates: true, executor: isChecked ? undefined : planOf(inner).executor };
  }
  return { validates: false, executor };
}

let hasWarned = false;

/** A page that only names an executor seldom means to give up the checks. */
function warnOfUnchecked(): void {
  if (hasWarned) return;
  hasWarned = true;
  console.warn(
    "ag-ui-lit: a ToolExecutionManager with a DefaultToolExecutor checks no arguments. Leave the executor out to check them, or " +
      "write new DefaultToolExecutor({ unchecked: true }) if handlers are to get what the model wrote.",
  );
}

/** Returns true if neither a subclass nor an own property changes the behaviour of the class. */
function isPlain<T extends object>(executor: object, type: new () => T): executor is T {
  return (
    Object.getPrototypeOf(executor) === type.prototype &&
    !Object.hasOwn(executor, "execute") &&
    !Object.hasOwn(executor, "validate")
  );
}
