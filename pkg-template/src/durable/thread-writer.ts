import type { ThreadAccess } from "../element/page/thread-access.js";
import { isStale } from "./call-writer.js";
import type { ShownThread } from "./shown-thread.js";
import type { ThreadRuns } from "./thread-runs.js";
import type { ThreadStore } from "./thread-store.js";

/** The part of an open thread that writing it needs. */
export interface ThreadWriterHost {
  readonly access: ThreadAccess;
  readonly store: ThreadStore;
  readonly runs: ThreadRuns;
  readonly shown: ShownThread;
  /** The number of this tab's claim; `undefined` where the store can't be used, and nothing is written. */
  readonly claim: number | undefined;
  /** The thread could not be stored. */
  failed(thrown: unknown): void;
  /** Another tab has taken over. */
  lost(): void;
}

/** Writes a thread as it is now. Resolves to whether nothing is left to be written; never rejects. */
export async function writeThread(id: string, host: ThreadWriterHost): Promise<boolean> {
  const { access, store, runs, shown, claim } = host;
  if (access.threadId !== id || claim === undefined) return true;
  if (runs.isTakingUp) return true;
  const { messages, state, interrupts, isRunning } = access;
  // Threads without messages fill no list.
  if (messages.length === 0 && shown.updatedAt <= 0) return true;
  const [createdAt, updatedAt] = [shown.createdAt, shown.nextChange()];
  const run = runs.saving(messages);
  try {
    const thread = { id, createdAt, updatedAt, messages, state, interrupts, isRunning };
    await store.save(run ? { ...thread, run } : thread, { claim, durability: "relaxed" });
    runs.saved(run);
    await shown.saved(messages);
    return true;
  } catch (thrown) {
    if (isStale(thrown)) host.lost();
    else host.failed(thrown);
    return false;
  }
}
