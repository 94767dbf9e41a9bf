/**
 * Signals that abort with another one. Browsers search the listeners of a signal for each that comes and goes, so
 * thousands of calls don't listen to one.
 */
export class LinkedSignals {
  readonly #controllers = new Set<AbortController>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", this.#abort);
  }

  /** Does something with a signal of its own. */
  async with<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (this.#signal.aborted) controller.abort(this.#signal.reason);
    this.#controllers.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#controllers.delete(controller);
    }
  }

  /** All is done. */
  close(): void {
    this.#signal.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => {
    for (const controller of this.#controllers) controller.abort(this.#signal.reason);
  };
}
