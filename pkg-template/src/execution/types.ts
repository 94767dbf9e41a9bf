import type { ExecutionRecord } from "../core/raw.js";
import type { ToolError } from "../errors/tool-error.js";
import type { CallOrigin } from "../tools/call-origin.js";
import type { ToolContentPart } from "./content-parts.js";

export type {
  RetryRecord,
  Timing,
  ToolErrorCategory,
  ToolExecutionStatus,
  ValidationIssue,
} from "../core/raw.js";
export type { ToolError } from "../errors/tool-error.js";

/** An execution at one moment. A snapshot: it never changes later. */
export interface ToolExecution extends Omit<ExecutionRecord, "error"> {
  /** Unique across pages and tabs. */
  readonly id: string;
  /** The id the backend gave the call. */
  readonly toolCallId: string;
  /** The tool's name. */
  readonly toolName: string;
  /** The arguments as received; `{}` when they could not be read. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The text the model reads, once the execution has succeeded. */
  readonly result?: string;
  /** The reason of the end, unless it succeeded. */
  readonly error?: ToolError;
}

/** The outcome of an execution. `Output` is the type of the handler's return value, if it is known. */
export type ToolExecutionResult<Output = unknown> =
  | {
      readonly success: true;
      /** The text the model reads. */
      readonly result: string;
      /** The handler's return value. */
      readonly output: Output;
      /** Content that a model may get instead of the text, if the handler returned `toolResult()` parts with media. */
      readonly parts?: readonly ToolContentPart[];
    }
  | { readonly success: false; readonly error: ToolError };

/** Options of `ToolExecutionManager.execute`. */
export interface ExecuteOptions {
  /** Cancels the execution when aborted. */
  readonly signal?: AbortSignal;
  /** Milliseconds an attempt may take; overrides the tool's and the manager's. */
  readonly timeout?: number;
  /**
   * The origin of the call. A handler that executes another tool passes its own `context.origin`, and a step its
   * `call.origin`: then the page's steps are not run again.
   * @default the page
   */
  readonly origin?: CallOrigin;
}

/** The events of a `ToolExecutionManager`, in the order of an execution's life. */
export interface ToolExecutionEventMap {
  /** The execution was accepted. */
  "tool-execution-started": CustomEvent<{ readonly execution: ToolExecution }>;
  /** The arguments are about to be checked. `args` is `{}` when `argsText` could not be read. */
  "tool-execution-validating": CustomEvent<{
    readonly executionId: string;
    readonly toolName: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly argsText: string;
  }>;
  /** The handler is about to be called. */
  "tool-execution-executing": CustomEvent<{
    readonly executionId: string;
    readonly toolName: string;
    readonly attemptNumber: number;
  }>;
  /** The handler reported how far it is. */
  "tool-execution-progress": CustomEvent<{
    readonly executionId: string;
    readonly toolName: string;
    readonly progress: unknown;
  }>;
  /** An attempt failed and another follows. `attemptNumber` is the attempt about to be made, `delayMs` away. */
  "tool-execution-retrying": CustomEvent<{
    readonly executionId: string;
    readonly toolName: string;
    readonly attemptNumber: number;
    readonly maxAttempts: number;
    readonly error: ToolError;
    readonly delayMs: number;
  }>;
  /** A handler that was given up at its deadline has come to its end after all. It changes no result. */
  "tool-execution-orphan-settled": CustomEvent<{
    readonly executionId: string;
    readonly toolName: string;
    readonly attemptNumber: number;
    readonly outcome: "succeeded" | "failed";
    /** The text the model would have read. */
    readonly result?: string;
    readonly error?: ToolError;
  }>;
  /** The handler returned. */
  "tool-execution-succeeded": CustomEvent<{
    readonly execution: ToolExecution;
    readonly result: string;
  }>;
  /** The execution failed for good. */
  "tool-execution-failed": CustomEvent<{
    readonly execution: ToolExecution;
    readonly error: ToolError;
  }>;
  /** The execution was stopped. */
  "tool-execution-cancelled": CustomEvent<{
    readonly executionId: string;
    readonly toolName: string;
  }>;
}
