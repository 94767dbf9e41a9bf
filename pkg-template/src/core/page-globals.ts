/**
 * What the core calls of the page while it waits; the build puts these in the place of the globals in the generated half.
 * Timers are the page's own at the time, so that a test's clock counts here too; one that throws is as good as none.
 */

const native = { setTimeout, queueMicrotask: globalThis.queueMicrotask };

/** Never throws: where the page's timer does, the platform's takes its place. */
export function setTimer(callback: () => void, milliseconds: number): unknown {
  try {
    return globalThis.setTimeout(callback, milliseconds);
  } catch {
    return Reflect.apply(native.setTimeout, globalThis, [callback, milliseconds]);
  }
}

/** Never throws. */
export function clearTimer(timer: Parameters<typeof clearTimeout>[0]): void {
  try {
    globalThis.clearTimeout(timer);
  } catch {
    // It is called back for nothing.
  }
}

/**
 * The platform's own, as it was when the package was loaded: the queue of what is waited for is one for all managers, and
 * stands still for ever when it is not called back once.
 */
export function queueTask(callback: () => void): void {
  Reflect.apply(native.queueMicrotask, globalThis, [callback]);
}
