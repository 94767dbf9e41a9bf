// Made from the core's constants by `UPDATE_CONSTANTS=1 cargo test --test native constants`: change them there.

/** When a failed attempt is tried again. Times are milliseconds. */
export const RETRY = {
  maxAttempts: 3,
  baseDelay: 1000,
  maxDelay: 30000,
  backoffMultiplier: 2,
  retryableCategories: ["transient", "timeout"],
  jitter: "equal",
} as const;

/** When a failing tool is left alone, and for how long. Times are milliseconds. */
export const CIRCUIT_BREAKER = {
  failureThreshold: 5,
  recoveryTimeout: 60000,
  successThreshold: 2,
} as const;

/** The categories of errors. */
export const ERROR_CATEGORIES = [
  "validation",
  "execution",
  "timeout",
  "cancelled",
  "transient",
  "permanent",
  "unknown",
] as const;

/** The states of an execution, by their numbers. */
export const STATUSES = [
  "pending",
  "validating",
  "executing",
  "succeeded",
  "failed",
  "cancelled",
] as const;

/** How a delay may be spread. */
export const JITTERS = ["equal", "full", "proportional", "none"] as const;

/** The fates of an attempt that a rate limit has no token for. */
export const ON_LIMIT = ["wait", "refuse"] as const;

/** What may be done with an integer that a double can't hold. */
export const BIG_INTEGERS = ["error", "bigint", "number"] as const;

/** How many arrays and objects may be nested in arguments, unless an option says otherwise. */
export const DEFAULT_MAX_DEPTH = 128;

/** How many an option may allow. */
export const MOST_DEPTH = 512;

/** How many may be nested in a schema. */
export const MAX_SCHEMA_DEPTH = 120;

/** How many bytes of UTF-8 an argument text may have. */
export const MAX_LENGTH = 67108864;

/** How many finished executions are kept, unless an option says otherwise. */
export const DEFAULT_MAX_HISTORY = 1000;

/** How long the text of a result may be, in UTF-16 units (`string.length`), unless an option says otherwise. */
export const DEFAULT_MAX_RESULT_LENGTH = 262144;

/** The longest interval of a rate limit, in milliseconds. */
export const MAX_INTERVAL = 2147483647;

/** How many characters a tool's name may have. */
export const LONGEST_NAME = 64;
