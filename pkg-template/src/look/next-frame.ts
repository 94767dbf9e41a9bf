/** In a tab that nobody sees no frame comes: then this long, in milliseconds, stands for one. */
const HIDDEN = 250;

/** Resolves with the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, HIDDEN);
    const frame = requestAnimationFrame(done);
    function done(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}

/** Calls back when the page has nothing else to do, but soon. */
export function whenIdle(callback: () => void): void {
  // Safari has none.
  if (typeof requestIdleCallback === "function") requestIdleCallback(callback, { timeout: 100 });
  else setTimeout(callback, 30);
}
