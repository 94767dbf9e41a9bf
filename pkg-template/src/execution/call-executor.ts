import { categorizeError, toolErrorOf } from "../errors/categorize-error.js";
import { describe } from "../errors/thrown.js";
import type { RegisteredTool, ToolExecutionContext } from "../tools/types.js";
import type { ArgumentsValidator, GivenArguments, Verdict } from "../validation/validator.js";
import { contentPartsOf } from "./content-parts.js";
import type { ToolExecutor, ToolExecutorResult, ToolValidationResult } from "./executor.js";
import { type HandlerResult, readHandlerResult, textOf } from "./handler-result.js";
import type { ToolError } from "./types.js";

/** An executor's failure on its way to the manager. Its error is taken as it is. */
class ExecutorFailure {
  readonly #error: ToolError;

  constructor(error: ToolError) {
    this.#error = error;
  }

  /** The error, if a thrown value is such a failure. Safe for any value, also a revoked proxy. */
  static errorOf(thrown: unknown): ToolError | undefined {
    return isObject(thrown) && #error in thrown ? thrown.#error : undefined;
  }
}

/** An executor's success on its way to the manager: the text is the executor's own. */
class ExecutorSuccess {
  readonly #result: HandlerResult;

  constructor(result: HandlerResult) {
    this.#result = result;
  }

  /** The result, if an output is such a success. Safe for any value, also a revoked proxy. */
  static resultOf(output: unknown): HandlerResult | undefined {
    return isObject(output) && #result in output ? output.#result : undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The result of a call from its output: an executor's own, or a handler's return value. */
export function resultOfCall(output: unknown, maxLength: number): HandlerResult {
  const own = ExecutorSuccess.resultOf(output);
  return own ? { ...own, text: textOf(own.text, maxLength) } : readHandlerResult(output, maxLength);
}

/** The error of a call from its thrown value: an executor's own, or a handler's. */
export function errorOfCall(thrown: unknown, maxLength: number): ToolError {
  return ExecutorFailure.errorOf(thrown) ?? toolErrorOf(thrown, "execution", maxLength);
}

/** Runs a tool by a page's executor. Throws an `ExecutorFailure` for a reported failure. */
export async function callExecutor(
  executor: ToolExecutor,
  tool: RegisteredTool,
  args: unknown,
  context: ToolExecutionContext,
): Promise<ExecutorSuccess> {
  const result = await executor.execute(tool, args as Record<string, unknown>, context);
  if (isFailure(result)) throw new ExecutorFailure(errorOf(result.error));
  if (isSuccess(result)) {
    const { result: text, output, metadata } = result;
    const parts = contentPartsOf(result.parts);
    return new ExecutorSuccess({ text, output, metadata, ...(parts && { parts }) });
  }
  throw new TypeError(
    "The executor's result must be { success: true, result } or { success: false, error }, " +
      `but is ${describe(result)}`,
  );
}

/** A page's executor that checks arguments itself. The handler gets the arguments that it returns. */
export class ExecutorValidator implements ArgumentsValidator {
  readonly #executor: ToolExecutor;
  readonly #tool: RegisteredTool;

  constructor(executor: ToolExecutor, tool: RegisteredTool) {
    this.#executor = executor;
    this.#tool = tool;
  }

  async validate(args: GivenArguments): Promise<Verdict> {
    try {
      return verdictOf(await this.#executor.validate?.(this.#tool, args.fresh()));
    } catch (thrown) {
      return { accepted: false, error: errorOf(thrown) };
    }
  }
}

function verdictOf(result: ToolValidationResult | undefined): Verdict {
  if (result?.success === true) return { accepted: true, output: { value: result.args } };
  const fault = isFailure(result)
    ? result.error
    : new TypeError("The executor's validate() gave no result");
  return { accepted: false, error: errorOf(fault) };
}

function isSuccess(result: ToolExecutorResult): result is ToolExecutorResult & { success: true } {
  return result?.success === true && typeof result.result === "string";
}

function isFailure(result: unknown): result is { success: false; error: unknown } {
  return (result as { success?: unknown } | null)?.success === false;
}

function errorOf(error: unknown): ToolError {
  return categorizeError(error, "execution");
}
