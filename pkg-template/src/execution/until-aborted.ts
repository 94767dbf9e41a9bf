import { onAbort } from "./on-abort.js";

/** What `untilAborted` resolves to when its signal is aborted first. */
export const aborted = Symbol("aborted");

/** Resolves as a promise does, or to `aborted` as soon as a signal is. */
export async function untilAborted<T>(
  work: PromiseLike<T>,
  signal: AbortSignal,
): Promise<T | typeof aborted> {
  if (signal.aborted) return aborted;
  let release = (): void => {};
  const isAborted = new Promise<typeof aborted>((resolve) => {
    release = onAbort(signal, () => resolve(aborted));
  });
  try {
    return await Promise.race([work, isAborted]);
  } finally {
    release();
  }
}
