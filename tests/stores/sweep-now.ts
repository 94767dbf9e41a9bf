import { mock } from "node:test";
import { ownTimers } from "../node/server/own-timers.js";

/** Makes stores that are opened from now on delete what is over whenever `tick()` is called. */
export function sweepNow(): { tick(): void; restore(): void } {
  // The time between two sweeps is drawn around a minute: with this number it is one.
  const drawn = mock.method(Math, "random", () => 0.5);
  const timers = ownTimers(60_000);
  return {
    tick: () => timers.tick(60_000),
    restore() {
      timers.restore();
      drawn.mock.restore();
    },
  };
}
