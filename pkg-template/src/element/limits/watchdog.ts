import { after } from "../../execution/timer.js";
import type { RunError } from "../errors/run-error.js";
import { beyondLimit, type RunLimits } from "./limits.js";

/** Ends a run that is silent, or goes on, for longer than the page allows. */
export class Watchdog {
  readonly #limits: RunLimits;
  readonly #end: (error: RunError) => void;
  #lastTouch = performance.now();
  #callOffIdle: () => void = () => {};
  readonly #callOffTotal: () => void;

  constructor(limits: RunLimits, end: (error: RunError) => void) {
    this.#limits = limits;
    this.#end = end;
    const { idleTimeout, runTimeout } = limits;
    this.#callOffTotal = Number.isFinite(runTimeout)
      ? after(runTimeout, () => end(beyondLimit("The run took too long", "runTimeout", runTimeout)))
      : () => {};
    if (Number.isFinite(idleTimeout)) this.#wait(idleTimeout);
  }

  /** Something has come. Cheap: it is called for every piece of a stream. */
  touch(): void {
    this.#lastTouch = performance.now();
  }

  /** The run is over. */
  close(): void {
    this.#callOffIdle();
    this.#callOffTotal();
  }

  #wait(milliseconds: number): void {
    this.#callOffIdle = after(milliseconds, () => {
      const { idleTimeout } = this.#limits;
      const left = this.#lastTouch + idleTimeout - performance.now();
      if (left > 0) this.#wait(left);
      else this.#end(beyondLimit("The agent has sent nothing", "idleTimeout", idleTimeout));
    });
  }
}
