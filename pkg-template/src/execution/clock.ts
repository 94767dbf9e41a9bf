/** Kept: `performance` of a page and its `timeOrigin` are getters, which cost more than the time itself. */
const clock = performance;
const origin = clock.timeOrigin;

/** Milliseconds since 1970 with the resolution of `performance.now()`; never set back while the page lives. */
export function now(): number {
  return origin + clock.now();
}
