import { isPagesTurn, pageTurn } from "./page-turn.js";

/** How many are begun before the clock is looked at. */
const few = 16;

/** Begins work for each item, in their order and not waiting for one another, in turns with the page. */
export async function inTurns<T, R>(
  items: readonly T[],
  begin: (item: T) => Promise<R>,
): Promise<R[]> {
  const begun: Promise<R>[] = [];
  for (const item of items) {
    if (begun.length % few === few - 1 && isPagesTurn()) await pageTurn();
    begun.push(begin(item));
  }
  return Promise.all(begun);
}
