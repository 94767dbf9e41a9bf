/** The end of a call: by one of its signals, or because it is done. */
export class CallEnd {
  readonly #end = new AbortController();

  constructor(...signals: readonly AbortSignal[]) {
    const { signal: over } = this.#end;
    for (const signal of signals) {
      const stop = (): void => this.#end.abort(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { signal: over });
    }
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** What the work comes to, unless the call ends first. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  }

  /** The call is done: lets go of the signals, and of whoever still listens. */
  settle(): void {
    this.#end.abort();
  }
}
