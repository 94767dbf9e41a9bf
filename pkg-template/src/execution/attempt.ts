import { rawAbortCancelled, rawAbortTimedOut, rawMakeController } from "../core/raw.js";
import type { ToolExecutionContext } from "../tools/types.js";

/** The receiver of an attempt's reports. */
export interface AttemptOwner {
  attemptReturned(attempt: Attempt, output: unknown): void;
  attemptFailed(attempt: Attempt, thrown: unknown): void;
  orphanSettled(attempt: Attempt, settled: HandlerOutcome): void;
  progressed(attempt: Attempt, progress: unknown): void;
}

/** A tool, or its replacement. */
export interface Callee {
  handler(args: never, context: ToolExecutionContext): unknown;
}

/** The end of a handler. */
export type HandlerOutcome =
  | { readonly outcome: "succeeded"; readonly output: unknown }
  | { readonly outcome: "failed"; readonly thrown: unknown };

/**
 * One call of a handler, its signal and its deadline. It reports its end to its owner once: the first of the handler's
 * end, the deadline, and being stopped.
 *
 * At its deadline it becomes an orphan: the handler may still run, and its late end is reported as such. Once stopped,
 * it is silent and releases its owner.
 */
export class Attempt {
  /** Counted from 1. */
  readonly number: number;
  #owner: AttemptOwner | undefined;
  #isOrphan = false;
  #controller: AbortController | undefined;
  /** Aborts its signal, once it is stopped. */
  #abortSignal: ((controller: AbortController) => void) | undefined;
  /** Milliseconds it may take, if there is a limit: the core watches the clock. */
  timeout = Number.POSITIVE_INFINITY;

  constructor(owner: AttemptOwner, number: number) {
    this.number = number;
    this.#owner = owner;
  }

  /** Returns true if the handler's end still counts. */
  get isRunning(): boolean {
    return this.#owner !== undefined && !this.#isOrphan;
  }

  /** Made when first asked for: most handlers never look at it. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = rawMakeController();
      this.#abortSignal?.(this.#controller);
    }
    return this.#controller.signal;
  }

  /** Calls the handler. */
  async run(callee: Callee, args: unknown, context: ToolExecutionContext): Promise<void> {
    let output: unknown;
    try {
      output = await callee.handler(args as never, context);
    } catch (thrown) {
      const owner = this.#settle();
      if (this.#isOrphan) owner?.orphanSettled(this, { outcome: "failed", thrown });
      else owner?.attemptFailed(this, thrown);
      return;
    }
    const owner = this.#settle();
    if (this.#isOrphan) owner?.orphanSettled(this, { outcome: "succeeded", output });
    else owner?.attemptReturned(this, output);
  }

  /** Transfers it to another owner. */
  handTo(owner: AttemptOwner): void {
    if (this.#owner) this.#owner = owner;
  }

  /** Passes the handler's progress reports on to the owner, until the attempt is over. */
  reportProgress(progress: unknown): void {
    if (this.isRunning) this.#owner?.progressed(this, progress);
  }

  /** Aborts the signal and falls silent. An orphan has been aborted already, and still reports how it ends. */
  stop(message: string): void {
    if (this.#isOrphan) return;
    this.#owner = undefined;
    this.#abort((controller) => rawAbortCancelled(controller, message));
  }

  /** Its deadline has passed: it has failed, `goOn` does what follows, then its signal is aborted. */
  expire(goOn: () => void): void {
    this.#isOrphan = true;
    goOn();
    this.#abort((controller) => rawAbortTimedOut(controller, this.number, this.timeout));
  }

  /** Its end has come; returns whom it matters to. */
  #settle(): AttemptOwner | undefined {
    const owner = this.#owner;
    this.#owner = undefined;
    return owner;
  }

  #abort(abortSignal: (controller: AbortController) => void): void {
    this.#abortSignal = abortSignal;
    const controller = this.#controller;
    if (!controller) return;
    try {
      abortSignal(controller);
    } catch {
      // The core has stopped, or the page has put something else in the place of `DOMException`.
      controller.abort();
    }
  }
}

/** Calls code of the page, which may return or throw at once or later. `settle` and `fail` must not throw. */
export function attempt<T>(
  call: () => T | PromiseLike<T>,
  settle: (value: T) => void,
  fail: (thrown: unknown) => void,
): void {
  void follow(call, settle, fail);
}

/** `await` of a promise makes no other promise; one that is resolved with a promise makes two. */
async function follow<T>(
  call: () => T | PromiseLike<T>,
  settle: (value: T) => void,
  fail: (thrown: unknown) => void,
): Promise<void> {
  let value: T;
  try {
    value = await call();
  } catch (thrown) {
    fail(thrown);
    return;
  }
  settle(value);
}
