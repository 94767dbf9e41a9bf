import { onAbort } from "./on-abort.js";
import { after } from "./timer.js";

/** Limits of a wait for somebody else's promise, which may never settle. */
export interface RaceLimits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; no limit when absent or `Infinity`. */
  readonly timeout?: number | undefined;
}

/** Work to wait for: a promise, or a function that begins it. */
export type Work<T> = PromiseLike<T> | (() => T | PromiseLike<T>);

/** The result of `race` when its signal was aborted first. */
export const aborted = Symbol("aborted");

/** The result of `race` when its time was over first. */
export const late = Symbol("late");

/**
 * Waits for work, for a signal and for a time, whichever is first. No listener and no timer is left behind. Where the signal is aborted
 * already, a function is not called.
 *
 * @throws what the work throws.
 */
export async function race<T>(
  work: Work<T>,
  { signal, timeout = Number.POSITIVE_INFINITY }: RaceLimits,
): Promise<T | typeof aborted | typeof late> {
  const isFunction = typeof work === "function";
  if (signal?.aborted && isFunction) return aborted;
  let release = (): void => {};
  let callOff = (): void => {};
  const limits = new Promise<typeof aborted | typeof late>((resolve) => {
    if (signal?.aborted) resolve(aborted);
    else if (signal) release = onAbort(signal, () => resolve(aborted));
    if (timeout !== Number.POSITIVE_INFINITY) callOff = after(timeout, () => resolve(late));
  });
  try {
    // In a promise of its own: what is thrown at once, and what a strange `then` does, is a rejection as well.
    const begun = isFunction ? (async () => work())() : work;
    return await Promise.race(signal?.aborted ? [limits, begun] : [begun, limits]);
  } finally {
    release();
    callOff();
  }
}

/**
 * Waits as `race` does, for its callers that go no further without the work.
 *
 * @param what the work, in words, for the error of a time that is over.
 * @throws what the work throws; the signal's reason once that is aborted; a `TimeoutError` when the time is over.
 */
export async function within<T>(work: Work<T>, limits: RaceLimits, what = "It"): Promise<T> {
  const first = await race(work, limits);
  if (first === aborted) throw limits.signal?.reason;
  if (first === late) {
    throw new DOMException(`${what} took longer than ${limits.timeout} ms.`, "TimeoutError");
  }
  return first as T;
}
