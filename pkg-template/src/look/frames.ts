/** The replacement of a frame in a hidden page, which gets none, in milliseconds. */
const HIDDEN = 250;

/** The same in a page that is hidden already, and in Node. */
const FRAMELESS = 16;

/** Calls back in the next frame, once, or after a while where none comes. */
export function inNextFrame(callback: () => void): void {
  const done = (): void => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    callback();
  };
  const hasFrames =
    typeof requestAnimationFrame === "function" && globalThis.document?.hidden === false;
  const timer = setTimeout(done, hasFrames ? HIDDEN : FRAMELESS);
  const frame = hasFrames ? requestAnimationFrame(done) : undefined;
}

/** Resolves with the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => inNextFrame(resolve));
}

/** Makes a function that has another one called in the next frame, once however often it is called before that. */
export function onceAFrame(work: () => void): () => void {
  let isDue = false;
  const run = (): void => {
    isDue = false;
    work();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    inNextFrame(run);
  };
}

/** Calls back when the page has nothing else to do, but soon. */
export function whenIdle(callback: () => void): void {
  // Safari has none.
  if (typeof requestIdleCallback === "function") requestIdleCallback(callback, { timeout: 100 });
  else setTimeout(callback, 30);
}
