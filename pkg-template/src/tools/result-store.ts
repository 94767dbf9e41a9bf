/**
 * A result in a store. Plain data, which a structured clone preserves; results from a store are checked as if anyone
 * had put them there.
 */
export interface StoredResult {
  /** The version of this shape. */
  readonly version: 1;
  /** The tool's name, and its id if it has one. */
  readonly tool: string;
  readonly toolId?: string;
  /** The fingerprint of the model's schema: a tool whose arguments have changed has other results. */
  readonly schema: string;
  /** The key of the call: the return value of the tool's `key`, or its arguments. */
  readonly key: string;
  /** The text the model reads. */
  readonly text: string;
  /** The handler's return value, for the page. */
  readonly output: unknown;
  /** Its entry in `structuredResults()`. */
  readonly metadata: unknown;
  /** The begin of the call, and the time of storing its result: milliseconds since 1970. */
  readonly startedAt: number;
  readonly storedAt: number;
  /** The end of its validity. */
  readonly expiresAt: number;
}

/**
 * Keeps the results of tools longer than a manager lives: `memoryStore()` and `indexedDbStore()` of `ag-ui-lit/log`, or
 * your own. An exception, or an answer that takes longer than a second, counts as a missing result.
 */
export interface ResultStore {
  /** The result with a key; `undefined` if there is none. */
  get(key: string): PromiseLike<unknown> | unknown;
  /** Keeps a result, and of its tool's results at most so many: the oldest go first. */
  set(
    key: string,
    result: StoredResult,
    limits: { readonly maxEntries: number },
  ): PromiseLike<unknown> | unknown;
  /** Takes a result away. */
  delete(key: string): PromiseLike<unknown> | unknown;
}

/** Information about a call for a cache's `key`, in addition to the arguments. */
export interface CacheKeyContext {
  readonly executionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly toolId?: string;
}
