import { Stint } from "./page-turn.js";

/** How many are begun before the clock is looked at. */
const few = 16;

/** Begins work for each item, in their order and not waiting for one another, in turns with the page. */
export async function inTurns<T, R>(
  items: readonly T[],
  begin: (item: T) => Promise<R>,
): Promise<R[]> {
  const begun: Promise<R>[] = [];
  const stint = new Stint();
  for (const item of items) {
    if (begun.length % few === few - 1 && stint.isDue) await stint.turn();
    begun.push(begin(item));
  }
  stint.end();
  return Promise.all(begun);
}
