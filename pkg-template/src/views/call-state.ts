import type { ApprovalRequest } from "../element/events/details.js";
import type { ToolError } from "../errors/tool-error.js";
import type { ValidationIssue } from "../execution/types.js";
import type { ToolCallStatus } from "../texts/card/call-status.js";

export { CALL_STATUSES, isSettled, type ToolCallStatus } from "../texts/card/call-status.js";

/** The reason that streamed arguments can't become valid any more. */
export interface InvalidArguments {
  readonly reason: "syntax" | "schema";
  readonly message: string;
}

/** The reason of refusing a person's answer. */
export interface RefusedAnswer {
  readonly message: string;
  /** Everything that is wrong with it; a `path` leads into the answer. */
  readonly issues: readonly ValidationIssue[];
}

/** The result of a handler that was given up at its deadline, and returned after all. */
export interface LateResult {
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** The text that the model would have read. */
  readonly result: string;
}

/** A call at one moment. A snapshot: it never changes later. */
export interface ToolCallState<Args = Record<string, unknown>, Output = unknown> {
  /** The id that the backend gave the call. Another message may have a call with the same id. */
  readonly toolCallId: string;
  /** The id of the message with the call; empty until the message is known. */
  readonly messageId: string;
  readonly toolName: string;
  /** The arguments; while `status` is `writing`, those so far. Frozen. `{}` if they can't be read. */
  readonly args: Readonly<Partial<Args>>;
  /** The text of the arguments, as the model wrote it. */
  readonly argsText: string;
  readonly status: ToolCallStatus;
  /** The last value that the handler passed to `reportProgress()`. */
  readonly progress: unknown;
  /** The text that the model reads, once the call has succeeded. */
  readonly result: string | undefined;
  /** The value in `result`, read as JSON; `result` itself when it is not JSON. */
  readonly output: Output | undefined;
  /** The error of a call that ended without a result. */
  readonly error: ToolError | undefined;
  /** The reason that the arguments can't become valid any more. Only while `status` is `writing` or `waiting`. */
  readonly invalid: InvalidArguments | undefined;
  /**
   * The number of the current attempt, counted from 1; 0 before the first; the next one while `status` is `retrying`.
   */
  readonly attempt: number;
  /** The maximum number of attempts; 0 before the first. */
  readonly maxAttempts: number;
  /** The time of the next attempt, in milliseconds since 1970. Only while `status` is `retrying`, and only if known. */
  readonly retryAt: number | undefined;
  /** The error of the last attempt. Only while `status` is `retrying`. */
  readonly lastError: ToolError | undefined;
  /** The request that waits for a person. Only while `status` is `approval`. */
  readonly approval: ApprovalRequest | undefined;
  /** The reason of refusing the last answer of a person. Only while `status` is `asking`. */
  readonly refusal: RefusedAnswer | undefined;
  /** Whether the tool returned a result after its deadline. The model never reads that result. */
  readonly isLate: boolean;
  /** That result. */
  readonly late: LateResult | undefined;
  /** The responder, if it was not the page. */
  readonly answeredBy: "backend" | undefined;
  /** Stops the tool. Returns whether there was something to stop. */
  cancel(): boolean;
  /** Begins the next attempt at once. Absent where nothing waits for it. */
  readonly retry: (() => boolean) | undefined;
  /**
   * Answers the call with a value: see `humanTool()`. Resolves to `true` when the tool took it; to `false` when it does
   * not match the tool's `resultSchema` (the call waits on, see `refusal`), or the call does not wait for an answer.
   * Never rejects.
   */
  respond(value: unknown): Promise<boolean>;
}
