/** Kept: `performance` of a page and its `timeOrigin` are getters, which cost more than the time itself. */
const clock = performance;
const origin = clock.timeOrigin;

let latest = origin;

/**
 * Milliseconds since 1970 with the resolution of `performance.now()`; never set back while the page lives. It calls the
 * page's own `now`, so that a test's clock counts here too; an invalid time counts as no time having passed.
 */
export function now(): number {
  try {
    const time = origin + clock.now();
    if (Number.isFinite(time)) latest = time;
  } catch {}
  return latest;
}
