import type { CallOrigin } from "../tools/call-origin.js";
import type { ToolExecutionContext, ToolPreflight } from "../tools/types.js";
import type { Attempt } from "./attempt.js";
import type { CallContext } from "./call-context.js";
import { captureContext, capturedContext, provideContext } from "./captured-context.js";

/**
 * The context of a handler. `signal` is an own property, so that `{ ...context }` has it too, and is made on first
 * access. All contexts share one getter: a getter in an object literal is made anew each time, and costs twice as much
 * as all other fields together.
 */
export class ExecutionContext implements ToolExecutionContext {
  readonly #attempt: Attempt;
  readonly executionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  declare readonly idempotencyKey: string;
  readonly attemptNumber: number;
  readonly maxAttempts: number;
  readonly origin: CallOrigin;
  declare readonly signal: AbortSignal;
  declare readonly deadline?: number;
  declare readonly preflight?: ToolPreflight;
  readonly reportProgress: (progress: unknown) => void;

  constructor(
    attempt: Attempt,
    executionId: string,
    toolCallId: string,
    toolName: string,
    maxAttempts: number,
    deadline: number | undefined,
    origin: CallOrigin,
    own: CallContext | undefined,
    makeKey: (() => string) | undefined,
  ) {
    this.#attempt = attempt;
    this.executionId = executionId;
    this.toolCallId = toolCallId;
    this.toolName = toolName;
    if (makeKey === undefined) (this as { idempotencyKey: string }).idempotencyKey = executionId;
    else Object.defineProperty(this, "idempotencyKey", madeWhenRead(makeKey));
    this.attemptNumber = attempt.number;
    this.maxAttempts = maxAttempts;
    this.origin = origin;
    this.reportProgress = (progress) => attempt.reportProgress(progress);
    Object.defineProperty(this, "signal", ExecutionContext.#signal);
    if (deadline !== undefined) this.deadline = deadline;
    if (own !== undefined) Object.defineProperties(this, Object.getOwnPropertyDescriptors(own));
  }

  /** Captured when it is asked for first, which must be before anything is awaited. */
  get [capturedContext](): ReturnType<typeof captureContext> {
    const runner = captureContext();
    provideContext(this, () => runner);
    return runner;
  }

  static readonly #signal: PropertyDescriptor & ThisType<object> = {
    get() {
      return ExecutionContext.#signalOf(this);
    },
    enumerable: true,
    configurable: true,
  };

  /** Also of an object that was made from a context with `Object.create`. */
  static #signalOf(holder: object | null): AbortSignal | undefined {
    if (holder === null) return undefined;
    if (#attempt in holder) return holder.#attempt.signal;
    return ExecutionContext.#signalOf(Object.getPrototypeOf(holder));
  }
}

/** A property that costs nothing unless it is read: a key is a hash of all arguments. */
function madeWhenRead(make: () => string): PropertyDescriptor {
  let made: string | undefined;
  const get = (): string => {
    made ??= make();
    return made;
  };
  return { get, enumerable: true, configurable: true };
}
