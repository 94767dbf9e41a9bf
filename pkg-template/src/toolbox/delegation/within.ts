import { onAbort } from "../../execution/on-abort.js";
import { after } from "../../execution/timer.js";

/** Runs work until a signal or the timeout stops it. `isLate` reports that the timeout did. */
export async function within<Result extends { readonly outcome: string }>(
  timeout: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ readonly result: Result; readonly isLate: boolean }> {
  const controller = new AbortController();
  let isOver = false;
  const abort = (): void => controller.abort(signal.reason);
  const expire = (): void => {
    isOver = true;
    controller.abort();
  };
  let release = (): void => {};
  if (signal.aborted) abort();
  else release = onAbort(signal, abort);
  const callOff = timeout === Number.POSITIVE_INFINITY ? (): void => {} : after(timeout, expire);
  try {
    const result = await work(controller.signal);
    return { result, isLate: isOver && result.outcome === "aborted" };
  } finally {
    callOff();
    release();
  }
}
