import type { McpConnectionError } from "./errors.js";
import { httpStatusOf } from "./failures.js";
import type { McpSettings } from "./options.js";

/** Schedules the attempts to restore a connection: with a growing delay, and at once when the browser is online again. */
export class Reconnection {
  readonly #options: McpSettings["reconnect"];
  readonly #retry: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Attempts in a row that failed. */
  #failures = 0;

  /** @param retry begins an attempt, unless one is under way; it may be called more than once. */
  constructor(options: McpSettings["reconnect"], retry: () => void) {
    this.#options = options;
    this.#retry = retry;
  }

  /** Counts a failed attempt. Returns true if another one may be made. */
  failed(): boolean {
    this.#failures += 1;
    return this.#options !== false && this.#failures < this.#options.maxAttempts;
  }

  /** Forgets the failed attempts. */
  reset(): void {
    this.#failures = 0;
  }

  /** Schedules the next attempt. Returns its delay in milliseconds; `undefined` if the page reconnects itself. */
  schedule(error: McpConnectionError): number | undefined {
    if (this.#options === false) return undefined;
    const { initialDelay, maxDelay } = this.#options;
    // A server that only does not know the session any more is there.
    const isThere = this.#failures === 0 && [400, 404].includes(httpStatusOf(error) ?? 0);
    const full = Math.min(initialDelay * 2 ** this.#failures, maxDelay);
    const delay = isThere ? 0 : full * (0.5 + Math.random() / 2);
    this.stop();
    this.#timer = setTimeout(this.#retry, delay);
    globalThis.addEventListener?.("online", this.#retry);
    return delay;
  }

  /** Cancels the scheduled attempt. */
  stop(): void {
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.("online", this.#retry);
  }
}
