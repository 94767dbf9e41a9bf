/**
 * What the core calls of the page while it waits; the build puts these in the place of the globals in the generated half.
 * Timers are the page's own at the time, so that a test's clock counts here too; one that throws is as good as none.
 */

const native = { setTimeout, queueMicrotask: globalThis.queueMicrotask };

/** Never throws: where the page's timer does, the platform's takes its place. */
export function setTimer(callback: () => void, milliseconds: number): unknown {
  const call = (): void => reach(callback);
  try {
    return globalThis.setTimeout(call, milliseconds);
  } catch {
    return Reflect.apply(native.setTimeout, globalThis, [call, milliseconds]);
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
  Reflect.apply(native.queueMicrotask, globalThis, [() => reach(callback)]);
}

/**
 * Calls the core, and again a little later where something that the page has put in the place of a part of the language
 * stands in the way: the core counts on being called. Called once too often it does nothing.
 */
function reach(callback: () => void, tries = 250): void {
  try {
    callback();
  } catch {
    const again = (): void => reach(callback, tries - 1);
    if (tries > 0) Reflect.apply(native.setTimeout, globalThis, [again, 20]);
  }
}
