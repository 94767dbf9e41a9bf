import { type FileEntry, listFiles, resetFolder } from "./workspace-folder.js";

/** The workspace's files as the page shows them. Raises `change`. */
export class WorkspaceFiles extends EventTarget {
  /** Undefined as long as they are not read. */
  entries: readonly FileEntry[] | undefined;
  /** Why they can't be shown, in words. */
  problem: string | undefined;
  /** One after the other, so that what was read first is never shown last. */
  #queue: Promise<void> = Promise.resolve();

  /** Reads what is there now. Never rejects. */
  refresh(): Promise<void> {
    return this.#next(async () => {});
  }

  /** Puts the samples in the place of whatever is there. Never rejects. */
  reset(): Promise<void> {
    return this.#next(resetFolder);
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      try {
        await work();
        this.entries = await listFiles();
        this.problem = undefined;
      } catch (error) {
        this.problem = error instanceof Error ? error.message : String(error);
      }
      this.dispatchEvent(new Event("change"));
    });
    return this.#queue;
  }
}
