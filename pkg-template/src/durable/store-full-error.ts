/** There is no room for a thread or a record, also without everything else that may be removed. */
export class StoreFullError extends Error {
  override readonly name = "StoreFullError";

  constructor(maxBytes: number) {
    super(
      `The thread has no room in the store of ${maxBytes} bytes, and nothing else may be removed. Delete threads, or raise maxBytes.`,
    );
  }
}
