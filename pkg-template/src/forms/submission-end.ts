/** The end of a call: it is cancelled, its form is removed before it was submitted, or it is done. */
export class SubmissionEnd {
  readonly #end = new AbortController();
  readonly #isSubmitted = new AbortController();

  /** `cancelled` is the execution's signal, `discarded` the form's. */
  constructor(cancelled: AbortSignal, discarded: AbortSignal) {
    this.#follow(cancelled, this.#end.signal);
    this.#follow(discarded, this.#isSubmitted.signal);
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** From now on the form's end does not end the call: the page's answer to it is awaited. */
  submitted(): void {
    this.#isSubmitted.abort();
  }

  /** Ends the call as failed. */
  fail(reason: unknown): void {
    this.#end.abort(reason);
  }

  /** Resolves to the work's result, unless the call ends first. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  }

  /** The call is done: releases the signals and all listeners. */
  settle(): void {
    this.#end.abort();
    this.#isSubmitted.abort();
  }

  #follow(signal: AbortSignal, until: AbortSignal): void {
    const stop = (): void => this.#end.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { signal: until });
  }
}
