import type { ThreadImport } from "../file/import-threads.js";

/** The events of `<ag-ui-threads>`. All bubble and are composed; those that announce something can be cancelled. */
export interface AgUiThreadsEventMap {
  /** A thread is about to be opened; `messageId` is the message that a search has found. */
  "ag-ui-thread-open": CustomEvent<{
    readonly threadId: string;
    readonly messageId: string | undefined;
  }>;
  /** A new thread is about to be begun. */
  "ag-ui-thread-create": CustomEvent<null>;
  /** A thread is about to get another title. */
  "ag-ui-thread-rename": CustomEvent<{ readonly threadId: string; readonly title: string }>;
  /** A thread is about to be deleted for good; the person has confirmed it. */
  "ag-ui-thread-delete": CustomEvent<{ readonly threadId: string }>;
  /** A file with all threads was written and is about to be downloaded under this name. */
  "ag-ui-threads-export": CustomEvent<{ readonly file: Blob; readonly name: string }>;
  /** Threads of a file were imported, or refused. */
  "ag-ui-threads-imported": CustomEvent<ThreadImport>;
}

declare global {
  interface GlobalEventHandlersEventMap extends AgUiThreadsEventMap {}
}
