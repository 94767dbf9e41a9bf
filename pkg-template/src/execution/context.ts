import type { CallOrigin } from "../tools/call-origin.js";
import type { ToolExecutionContext, ToolPreflight } from "../tools/types.js";
import type { Attempt } from "./attempt.js";
import { partsOf } from "./call-origin.js";
import { captureContext, capturedContext, provideContext } from "./captured-context.js";
import type { Execution } from "./execution.js";

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

  /** @param deadline the time at which the attempt ends, in milliseconds since 1970. */
  constructor(attempt: Attempt, execution: Execution, deadline: number | undefined) {
    const { toolName, request, host } = execution;
    const { toolCallId, origin, context: own } = request;
    this.#attempt = attempt;
    this.executionId = execution.id;
    this.toolCallId = toolCallId;
    this.toolName = toolName;
    const { keyOf } = partsOf(origin);
    if (keyOf === undefined) (this as { idempotencyKey: string }).idempotencyKey = execution.id;
    else {
      const make = (): string => keyOf({ toolName, toolCallId, argsText: request.args.text });
      Object.defineProperty(this, "idempotencyKey", madeWhenRead(make));
    }
    this.attemptNumber = attempt.number;
    this.maxAttempts = host.raw.maxAttempts(execution.key);
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
