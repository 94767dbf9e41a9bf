/** A stable name for the failure of a `ThreadList`. */
export type ThreadListErrorCode = "thread_running" | "file_too_large" | "file_unreadable";

/** A request to a `ThreadList` that was refused. */
export class ThreadListError extends Error {
  override readonly name = "ThreadListError";
  /**
   * `thread_running`: a thread that runs is not deleted. `file_too_large`, `file_unreadable`: nothing of a file was imported.
   */
  readonly code: ThreadListErrorCode;

  constructor(code: ThreadListErrorCode, message: string) {
    super(`ag-ui-lit/threads: ${message}`);
    this.code = code;
  }
}
