/** Milliseconds since 1970 with the resolution of `performance.now()`; never set back while the page lives. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
