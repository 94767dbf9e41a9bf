/** How long the page may wait for its turn, in milliseconds. Half of it is left to what the last piece of work takes. */
const longestMs = 8;

let lastTurn = 0;
let next: Promise<void> | undefined;

/** Whether work has gone on for so long that the page is to have its turn. */
export function isPagesTurn(): boolean {
  return performance.now() - lastTurn > longestMs;
}

/**
 * Gives the page its turn: resolves when timers, clicks and frames that were due have been served. A message's task is
 * used, since `scheduler.yield()` comes before timers and `setTimeout()` waits 4 ms when it is used over and over.
 */
export function pageTurn(): Promise<void> {
  next ??= new Promise<void>((resolve) => {
    inOwnTask(() => {
      next = undefined;
      lastTurn = performance.now();
      resolve();
    });
  });
  return next;
}

/** Fewer messages are done with before the page would notice. */
const long = 500;

/** Gives the page its turn between two pieces of work on a list of messages, when the list is long. */
export async function turnWhenLong(messages: readonly unknown[]): Promise<void> {
  if (messages.length > long && isPagesTurn()) await pageTurn();
}

function inOwnTask(work: () => void): void {
  // Not every page of a test has it.
  if (typeof MessageChannel === "undefined") {
    setTimeout(work);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
