import { onAbort } from "../execution/on-abort.js";

/** What a promise says, or a signal's reason, whichever is first; nobody is left to listen. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  let release = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else release = onAbort(signal, stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    release();
  }
}
