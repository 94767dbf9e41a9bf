import type { CallOrigin } from "../tools/call-origin.js";
import type { RegisteredTool } from "../tools/types.js";
import type { ToolExecutionResult } from "./types.js";

/** The outcome of a call, run or not: the result of `execute()`. */
export type CallOutcome = ToolExecutionResult;

/** A call on its way, as a page's step sees it. */
export interface StepCall {
  readonly toolCallId: string;
  /** The name that the model wrote. */
  readonly toolName: string;
  /** The tool; `undefined` where no tool has the name. */
  readonly tool: RegisteredTool | undefined;
  /** The arguments as they were written, parsed and not yet validated; `{}` where they can't be read. Frozen. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The arguments as the JSON text that was written. */
  readonly argsText: string;
  /** The origin of the call. */
  readonly origin: CallOrigin;
  /** Aborted when the call is given up: its outcome is not awaited any more. */
  readonly signal: AbortSignal;
}

/**
 * Goes on with the call: the next step, and at last the tool. It never rejects. Called again, it returns the same
 * promise: a tool runs once. Called after the step has ended, it runs nothing.
 *
 * @param changes arguments to go on with, in the place of those that were written. They are validated as any.
 */
export type CallNext = (changes?: {
  readonly args: Readonly<Record<string, unknown>>;
}) => Promise<CallOutcome>;

/**
 * A step that a page adds to the path of a call. It returns the result of `next()`, or an outcome of its own; without
 * `next()` the tool does not run. To refuse a call, throw a `ToolFailure`.
 *
 * @example
 * ```ts
 * const audit: CallStep = async (call, next) => {
 *   const outcome = await next();
 *   console.log(call.origin.kind, call.toolName, outcome.success);
 *   return outcome;
 * };
 * ```
 */
export type CallStep = (call: StepCall, next: CallNext) => CallOutcome | PromiseLike<CallOutcome>;
