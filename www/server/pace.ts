/** How fast the scripted agent "types". `DEMO_PACE=0` in the environment removes the pauses, `2` doubles them. */
export class Pace {
  readonly #factor: number;
  readonly #signal: AbortSignal;

  constructor(factor: number, signal: AbortSignal) {
    this.#factor = factor;
    this.#signal = signal;
  }

  /** Waits; rejects at once when the client has gone. */
  async pause(milliseconds: number): Promise<void> {
    const duration = milliseconds * this.#factor;
    if (duration > 0) await wait(duration, this.#signal);
    else this.#signal.throwIfAborted();
  }
}

/** Reads the pace from the environment; anything that is not a number from 0 to 10 means 1. */
export function paceFactor(value: string | undefined): number {
  const factor = Number(value);
  return value !== undefined && value.trim() !== "" && factor >= 0 && factor <= 10 ? factor : 1;
}

/** Waits for a time in milliseconds; rejects with the signal's reason when that is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const ends = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", ends);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", ends, { once: true });
  });
}
