/**
 * The name of the lock of a thread: the tab that holds it runs the thread's calls. Tabs that show the thread wait for
 * it.
 */
export function lockName(storeName: string, threadId: string): string {
  return `ag-ui-lit-thread:${JSON.stringify([storeName, threadId])}`;
}

/** The browser's locks; `undefined` where there are none, as on pages without a secure context. */
export function lockManager(): LockManager | undefined {
  return typeof navigator === "undefined" ? undefined : navigator.locks;
}

/** The threads of a store by whether a tab acts for them, and by whether one shows them. */
export interface OpenThreads {
  readonly isHeld: (threadId: string) => boolean;
  readonly isOpen: (threadId: string) => boolean;
}

/** Finds out which threads are open in any tab; `undefined` where that can't be known. */
export async function openThreads(storeName: string): Promise<OpenThreads | undefined> {
  const state = await lockManager()
    ?.query()
    .catch(() => undefined);
  if (!state) return undefined;
  const held = new Set(state.held?.map(({ name }) => name));
  const pending = new Set(state.pending?.map(({ name }) => name));
  const isHeld = (threadId: string): boolean => held.has(lockName(storeName, threadId));
  return {
    isHeld,
    isOpen: (threadId) => isHeld(threadId) || pending.has(lockName(storeName, threadId)),
  };
}
