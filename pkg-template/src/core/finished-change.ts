/** The part of a transaction of IndexedDB that waiting for it needs. */
interface Change {
  readonly done: Promise<unknown>;
  abort(): void;
}

/** Waits for a change and its steps. A failed step ends the transaction, and only there a full disk is reported. */
export async function finishedChange(change: Change, steps: () => Promise<void>): Promise<void> {
  const work = steps().catch((thrown: unknown) => {
    try {
      change.abort();
    } catch {
      // It has ended already.
    }
    throw thrown;
  });
  const outcomes = await Promise.allSettled([work, change.done]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
