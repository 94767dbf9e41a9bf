/** How long the page may wait for its turn, in milliseconds. Half of it is left to what the last piece of work takes. */
const longestMs = 8;

/** How long there was work since the page had its turn. What goes on in microtasks adds up. */
let spentMs = 0;
let next: Promise<void> | undefined;

/** Work that goes on piece by piece, in turns with the page. */
export class WorkSlice {
  #start = performance.now();

  /** Whether it has gone on for so long that the page is to have its turn. */
  get isDue(): boolean {
    return spentMs + performance.now() - this.#start > longestMs;
  }

  /** Gives the page its turn. */
  async yield(): Promise<void> {
    await yieldToPage();
    this.#start = performance.now();
  }

  /** There is nothing more to do for now. */
  end(): void {
    spentMs += performance.now() - this.#start;
  }
}

/**
 * Gives the page its turn: resolves when timers, clicks and frames that were due have been served. A message's task is
 * used, since `scheduler.yield()` comes before timers and `setTimeout()` waits 4 ms when it is used over and over.
 */
function yieldToPage(): Promise<void> {
  next ??= new Promise<void>((resolve) => {
    inOwnTask(() => {
      next = undefined;
      spentMs = 0;
      resolve();
    });
  });
  return next;
}

/** Fewer messages are done with before the page would notice. */
const long = 500;

/** Gives the page its turn between two pieces of work on a list of messages, when the list is long. */
export async function yieldWhenLong(messages: readonly unknown[]): Promise<void> {
  if (messages.length > long) await yieldToPage();
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
