/**
 * The texts of the list of threads, and of its drawer in the chat. Titles are given with hidden characters named
 * already.
 */
export interface ThreadsStrings {
  /** The name of the list, of the button that opens it in the chat, and of the drawer. */
  readonly threads: string;
  /** The button that begins a thread. */
  readonly newThread: string;
  /** The name of the search field. */
  readonly search: string;
  /** The title of a thread without one. */
  readonly untitled: string;
  /** A thread that runs. */
  readonly running: string;
  /** The number of unread messages of a thread, for screen readers. */
  readonly unread: (count: number) => string;
  /** The time of a thread's last change, relative to now. Both are epoch milliseconds. */
  readonly time: (at: number, now: number) => string;
  /** The same time, in full. */
  readonly fullTime: (at: number) => string;
  /** Describes the keys of the list, for screen readers. */
  readonly keys: string;
  /** The button that renames a thread. */
  readonly rename: (title: string) => string;
  /** The name of the field for a thread's title. */
  readonly titleField: string;
  /** The button that asks whether to delete a thread. */
  readonly remove: (title: string) => string;
  /** Asks whether to delete a thread for good. */
  readonly removeQuestion: (title: string) => string;
  /** The button that deletes it. */
  readonly removeConfirm: string;
  /** The button that keeps it. */
  readonly removeKeep: string;
  /** The name of the menu with export and import. */
  readonly more: string;
  readonly exportAll: string;
  readonly importFile: string;
  /** Shown while the list is read for the first time. */
  readonly loading: string;
  /** Shown in place of a list without threads. */
  readonly none: string;
  /** The number of threads that a search has found so far. */
  readonly found: (count: number, isDone: boolean) => string;
  /** Removes a notice. */
  readonly dismiss: string;
  /** Reads the list again after a failure. */
  readonly tryAgain: string;

  /** Read by a screen reader, and shown where it is a notice: a thread was renamed. */
  readonly renamed: (title: string) => string;
  /** A thread was deleted. */
  readonly removed: (title: string) => string;
  /** Threads were written to a file, without those that could not be read. */
  readonly exported: (count: number, missing: number) => string;
  /** Threads of a file were added; some were refused, some came without their instructions for the model. */
  readonly imported: (count: number, refused: number, withoutInstructions: number) => string;
  /** A thread is not deleted because it runs. */
  readonly removeRunning: (title: string) => string;
  /** The reason of a failure: the store's or the page's code. */
  readonly failedRemove: (title: string) => string;
  readonly failedRename: (title: string) => string;
  readonly failedOpen: (title: string) => string;
  readonly failedCreate: string;
  readonly failedExport: string;
  /** Nothing was imported: by the `code` of a `ThreadListError`, or another failure. */
  readonly failedImport: (code: string | undefined) => string;
  /** The store can't be read. */
  readonly failedRead: string;
}
