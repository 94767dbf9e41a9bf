/** Threads that a list holds: of more, those that changed last. */
export const MOST_LISTED = 10_000;

/** UTF-16 units of a title, as of the stores of `ag-ui-lit/durable`. */
export const LONGEST_TITLE = 80;

/** UTF-16 units of an id of a thread, a message or a call. */
export const LONGEST_ID = 300;

/** Bounds of a file of threads. */
export const FILE_LIMITS = {
  /** Bytes of the file. */
  bytes: 64 * 1024 * 1024,
  /** Threads in it. */
  threads: 10_000,
  /** UTF-16 units of one thread's JSON text. */
  threadLength: 8 * 1024 * 1024,
  /** Messages of one thread. */
  messages: 20_000,
  /** Values of one thread, objects and arrays included. */
  values: 400_000,
  /** Levels of arrays and objects, within one thread. */
  depth: 64,
} as const;
