/**
 * The globals that the core calls while it waits; the build replaces those of the generated script with these. Timers
 * are the page's own at the time, so that a test's clock counts here too; one that throws counts as missing.
 */

const native = {
  setTimeout: globalThis.setTimeout,
  queueMicrotask: globalThis.queueMicrotask,
};

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
 * The platform's own, as it was when the package was loaded: all managers share one queue of waiting work, which would
 * stop forever if a single callback were lost.
 */
export function queueTask(callback: () => void): void {
  Reflect.apply(native.queueMicrotask, globalThis, [() => reach(callback)]);
}

/**
 * Does something once the scripts have run that may set the sources of modules: while a document is parsed, once its
 * module scripts have run, else in the next task. Never throws; a page's fake clock does not delay it.
 */
export function afterScripts(work: () => void): void {
  const { document } = globalThis;
  if (document !== undefined && !isParsed(document)) {
    // Once is enough, and whichever comes: a document whose parsing was stopped has no DOMContentLoaded.
    const listener = new AbortController();
    const look = (): void => {
      if (!isParsed(document)) return;
      listener.abort();
      afterScripts(work);
    };
    for (const type of ["DOMContentLoaded", "readystatechange"]) {
      EventTarget.prototype.addEventListener.call(document, type, look, listener);
    }
    return;
  }
  try {
    Reflect.apply(native.setTimeout, globalThis, [work, 0]);
  } catch {
    // Workers of servers have no timers while their modules are imported.
    void Promise.resolve().then(work);
  }
}

/** By its timing: a document is `interactive` before its module scripts have run, and after. */
function isParsed({ readyState }: Document): boolean {
  if (readyState === "complete") return true;
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  return ((navigation as PerformanceNavigationTiming)?.domContentLoadedEventStart ?? 1) > 0;
}

/**
 * Calls the core, and again a little later if a part of the language that the page has replaced prevents it: the core
 * relies on the call. An extra call has no effect.
 */
function reach(callback: () => void, tries = 250): void {
  try {
    callback();
  } catch {
    const again = (): void => reach(callback, tries - 1);
    if (tries > 0) Reflect.apply(native.setTimeout, globalThis, [again, 20]);
  }
}
