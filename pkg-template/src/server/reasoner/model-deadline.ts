import { ModelFailure } from "../../errors/model-failure.js";
import { onAbort } from "../../execution/on-abort.js";
import { after } from "../../execution/timer.js";

/**
 * The time that a model has for one answer. Only waiting for the model counts, not what a client takes to read. A client that is gone is
 * not always known to be, as over A2A, whose tasks go on without one: without a deadline a model that hangs would hold its conversation.
 */
export class ModelDeadline {
  readonly #over = new AbortController();
  readonly #limit: number;
  /** Milliseconds that were waited before. */
  #waited = 0;
  /** The start of the current wait, if there is one. */
  #since: number | undefined;
  /** The end of the last wait, and the milliseconds without a wait since the timer was set. */
  #idleSince: number | undefined;
  #idle = 0;
  #callOff: (() => void) | undefined;
  #giveUp: () => void = () => {};
  #passed: ModelFailure | undefined;

  /** @param limit milliseconds, or Infinity. */
  constructor(request: AbortSignal, limit: number) {
    this.#limit = limit;
    const abort = (): void => this.#abort(request.reason);
    // For as long as the request goes on: whoever stops in the middle of an answer aborts that after the answer has been let go of.
    if (request.aborted) abort();
    else onAbort(request, abort);
  }

  /** For the model: aborted with the request's, and when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Says that the time is over; absent as long as it is not. */
  get passed(): ModelFailure | undefined {
    return this.#passed;
  }

  /**
   * Waits for the model. A stream is waited for at each event, so there is one timer for all of it.
   *
   * @throws what it throws; the signal's reason once that is aborted.
   */
  async wait<T>(work: () => T | PromiseLike<T>): Promise<T> {
    this.#since = performance.now();
    if (this.#idleSince !== undefined) this.#idle += this.#since - this.#idleSince;
    if (!this.#callOff) this.#arm(this.#limit - this.#waited);
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#giveUp = () => reject(this.signal.reason);
        if (this.signal.aborted) this.#giveUp();
        else Promise.resolve(work()).then(resolve, reject);
      });
    } finally {
      this.#idleSince = performance.now();
      this.#waited += this.#idleSince - this.#since;
      this.#since = undefined;
    }
  }

  /** There is no more to wait for. */
  end(): void {
    this.#callOff?.();
  }

  #arm(left: number): void {
    if (left === Number.POSITIVE_INFINITY) return;
    this.#idle = 0;
    this.#callOff = after(Math.max(left, 0), () => this.#look());
  }

  /** Meanwhile nobody may have waited for the model: that time is added, by the next wait if there is none now. */
  #look(): void {
    if (this.#since === undefined) this.#callOff = undefined;
    else if (this.#idle >= 1) this.#arm(this.#idle);
    else this.#pass();
  }

  #pass(): void {
    const message = `The model did not answer within ${this.#limit / 1000} s.`;
    this.#passed = new ModelFailure(message, { code: "model_timeout" });
    this.#abort(this.#passed);
  }

  #abort(reason: unknown): void {
    this.#over.abort(reason);
    this.#giveUp();
  }
}
