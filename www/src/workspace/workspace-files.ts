import {
  type FileContent,
  type FileEntry,
  listFiles,
  openFolder,
  readFile,
  resetFolder,
} from "./workspace-folder.js";

/** The workspace's files as the page shows them. Raises `change`. */
export class WorkspaceFiles extends EventTarget {
  /** Nothing as long as they are not read. */
  entries: readonly FileEntry[] | undefined;
  /** Why they can't be shown, in words. */
  problem: string | undefined;
  /** The file that is open, and what it holds. */
  opened: { readonly path: string; readonly content: FileContent | undefined } | undefined;
  /** One after the other, so that what was read first is never shown last. */
  #queue: Promise<void> = Promise.resolve();

  /** Reads what is there now. Never rejects. */
  refresh(): Promise<void> {
    return this.#next(() => this.#read());
  }

  /** Puts the samples in the place of whatever is there. Never rejects. */
  reset(): Promise<void> {
    return this.#next(async () => {
      await resetFolder();
      await this.#read();
    });
  }

  /** Opens a file, or closes the one that is open. Never rejects. */
  toggle(path: string): Promise<void> {
    this.opened = this.opened?.path === path ? undefined : { path, content: undefined };
    this.#changed();
    return this.refresh();
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue
      .then(work)
      .then(
        () => {
          this.problem = undefined;
        },
        (error: unknown) => {
          this.problem = error instanceof Error ? error.message : String(error);
        },
      )
      .then(() => this.#changed());
    return this.#queue;
  }

  async #read(): Promise<void> {
    const folder = await openFolder();
    this.entries = await listFiles(folder);
    const path = this.opened?.path;
    if (path === undefined) return;
    const isThere = this.entries.some((entry) => entry.path === path);
    const content = isThere ? await readFile(folder, path) : undefined;
    // Another may have been opened meanwhile: it is read next.
    if (this.opened?.path === path) this.opened = content && { path, content };
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}
