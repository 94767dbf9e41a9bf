import { WorkSlice } from "./yield-to-page.js";

/** How many are begun before the clock is looked at. */
const few = 16;

/** Begins work for each item, in their order and not waiting for one another, in turns with the page. */
export async function startEach<T, R>(
  items: readonly T[],
  begin: (item: T) => Promise<R>,
): Promise<R[]> {
  const begun: Promise<R>[] = [];
  const slice = new WorkSlice();
  for (const item of items) {
    if (begun.length % few === few - 1 && slice.isDue) await slice.yield();
    begun.push(begin(item));
  }
  slice.end();
  return Promise.all(begun);
}
