import { onAbort } from "../../execution/on-abort.js";

/** How long somebody else's promise is waited for. */
export interface Limits {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
  /** What is waited for, in words. */
  readonly what: string;
}

/**
 * Waits for somebody else's promise, which may never settle.
 *
 * @throws {DOMException} a `TimeoutError` after the limit, the signal's reason once that is aborted.
 */
export function within<T>(work: () => T | PromiseLike<T>, limits: Limits): Promise<T> {
  const { limit, signal, what } = limits;
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      reject(new DOMException(`${what} took longer than ${limit} ms.`, "TimeoutError"));
    }, limit);
    const release = signal && onAbort(signal, abort);
    const end = (): void => {
      clearTimeout(timer);
      release?.();
    };
    // In a promise of its own: what is thrown at once, and what a strange `then` does, is a rejection as well.
    const done = (async () => work())();
    done.then(resolve, reject).finally(end);
  });
}
