import { race } from "../../execution/race.js";
import type { RunLog } from "../stores/run-log.js";

/** Wakes what waits for news of a run: rung by the log, or by the process itself. */
export class Doorbell {
  #isRung = false;
  #wake: (() => void) | undefined;
  #unwatch: (() => void) | undefined;
  #isClosed = false;

  /** Lets the log ring. Resolves to false when the log can't: then its owner asks again after a time. */
  async watch(log: RunLog, key: string): Promise<boolean> {
    try {
      const unwatch = await log.watch?.(key, this.ring);
      if (this.#isClosed) unwatch?.();
      else this.#unwatch = unwatch;
      return unwatch !== undefined;
    } catch {
      // A log that can't ring can still be asked.
      return false;
    }
  }

  readonly ring = (): void => {
    this.#isRung = true;
    this.#wake?.();
  };

  /** To be called before one looks: what rings from now on ends the next wait at once. */
  reset(): void {
    this.#isRung = false;
  }

  /** Resolves when it has been rung, after a time in milliseconds, or when the signal is aborted. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#isRung) return;
    const rung = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await race(rung, { signal, timeout: milliseconds });
    this.#wake = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#unwatch?.();
    this.#unwatch = undefined;
  }
}
