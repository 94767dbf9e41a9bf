import { turn } from "./measure.js";

/** What one piece of work took, in milliseconds. */
export interface Spent {
  readonly took: number;
  /** The longest time in which the page had no turn. */
  readonly longest: number;
}

/** Does something and measures how long it took, and for how long no timer ran meanwhile. */
export async function spentOn(work: () => Promise<void>): Promise<Spent> {
  const start = performance.now();
  let last = start;
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    const took = performance.now() - start;
    await turn();
    look();
    return { took, longest };
  } finally {
    clearInterval(timer);
  }
}
