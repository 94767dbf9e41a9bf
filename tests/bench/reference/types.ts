/** The part of ag-ui-lit's contract that the plain manager keeps, in its own words. */

export type Category = "validation" | "execution" | "timeout" | "cancelled" | "transient";

export interface Failure {
  readonly category: Category;
  readonly message: string;
  readonly retryable: boolean;
  readonly cause?: unknown;
}

export type Outcome =
  | { readonly success: true; readonly result: string; readonly output: unknown }
  | { readonly success: false; readonly error: Failure };

export type Status = "pending" | "validating" | "executing" | "succeeded" | "failed" | "cancelled";

export interface Context {
  readonly executionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly idempotencyKey: string;
  readonly attemptNumber: number;
  readonly maxAttempts: number;
  readonly signal: AbortSignal;
  reportProgress(progress: unknown): void;
}

export interface Tool {
  readonly name: string;
  readonly schema: object;
  readonly idempotent?: boolean;
  readonly handler: (args: never, context: Context) => unknown;
}

/** An execution at one moment. */
export interface Execution {
  readonly id: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Record<string, unknown>;
  readonly status: Status;
  readonly result?: string | undefined;
  readonly error?: Failure | undefined;
  readonly timing: {
    queuedAt: number;
    startedAt?: number | undefined;
    completedAt?: number | undefined;
    duration?: number | undefined;
  };
  readonly retry: {
    attemptNumber: number;
    maxAttempts: number;
    previousErrors: readonly Failure[];
  };
}

export interface PlainOptions {
  /** Makes no event that nobody listens to, and no signal that nobody reads. */
  readonly lean?: boolean;
  readonly maxAttempts?: number;
  readonly baseDelay?: number;
  /** Milliseconds an attempt may take. */
  readonly timeout?: number;
  readonly maxHistory?: number;
}
