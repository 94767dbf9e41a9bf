import { onAbort } from "./on-abort.js";
import { after } from "./timer.js";

/** The result of `race` when its signal is aborted first. */
export const aborted = Symbol("aborted");

/** The result of `race` when its time is over first. */
export const late = Symbol("late");

/** Limits of the wait for a promise. */
export interface RaceLimits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; `Infinity` for no deadline. */
  readonly timeout?: number | undefined;
}

/** The results of a race with these limits, besides the promise's value. */
type Ended<Limits> =
  | ("signal" extends keyof Limits ? typeof aborted : never)
  | ("timeout" extends keyof Limits ? typeof late : never);

/**
 * A promise; or a function that returns one, not called once the signal is aborted. Its exceptions become rejections.
 */
export type Work<T> = PromiseLike<T> | (() => T | PromiseLike<T>);

/**
 * Waits for a promise that may never settle. Resolves as it does, or to `aborted` or `late`; a later rejection is
 * ignored. No timer and no listener is left behind.
 */
export function race<T, Limits extends RaceLimits>(
  work: Work<T>,
  limits: Limits,
): Promise<T | Ended<Limits>> {
  return new Promise<T | typeof aborted | typeof late>((resolve, reject) => {
    const { signal, timeout = Number.POSITIVE_INFINITY } = limits;
    if (signal?.aborted && typeof work === "function") return resolve(aborted);
    let release = (): void => {};
    let callOff = (): void => {};
    const end = (): void => {
      release();
      callOff();
    };
    const settle = (value: T | typeof aborted | typeof late): void => {
      end();
      resolve(value);
    };
    // In a promise of its own: synchronous exceptions, and a strange `then`, become rejections as well.
    const done = (async () => (typeof work === "function" ? work() : work))();
    done.then(settle, (thrown: unknown) => {
      end();
      reject(thrown);
    });
    if (signal?.aborted) return settle(aborted);
    if (signal) release = onAbort(signal, () => settle(aborted));
    if (timeout !== Number.POSITIVE_INFINITY) callOff = after(timeout, () => settle(late));
  }) as Promise<T | Ended<Limits>>;
}

/**
 * As `race`, for a caller that goes no further.
 *
 * @param what a description of the work.
 * @throws {DOMException} a `TimeoutError` after the time; or the signal's reason once that is aborted.
 */
export async function within<T>(
  work: Work<T>,
  { signal, timeout }: RaceLimits,
  what = "It",
): Promise<T> {
  const value = await race(work, { signal, timeout });
  if (value === aborted) throw signal?.reason;
  if (value === late) {
    throw new DOMException(`${what} took longer than ${timeout} ms.`, "TimeoutError");
  }
  return value as T;
}
