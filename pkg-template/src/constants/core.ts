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

/** The default circuit breaker. Times are milliseconds. */
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

/** The kinds of jitter. */
export const JITTERS = ["equal", "full", "proportional", "none"] as const;

/** The treatments of an attempt without a token of a rate limit. */
export const ON_LIMIT = ["wait", "refuse"] as const;

/** The treatments of an integer that a double can't hold. */
export const BIG_INTEGERS = ["error", "bigint", "number"] as const;

/** The default depth of arrays and objects in arguments. */
export const DEFAULT_MAX_DEPTH = 128;

/** The maximum depth that an option may allow. */
export const MOST_DEPTH = 512;

/** The maximum depth of arrays and objects in a schema. */
export const MAX_SCHEMA_DEPTH = 120;

/** The maximum length of an argument text, in bytes of UTF-8. */
export const MAX_LENGTH = 67108864;

/** The default number of finished executions that are kept. */
export const DEFAULT_MAX_HISTORY = 1000;

/** The default length of a result's text, in UTF-16 units (`string.length`). */
export const DEFAULT_MAX_RESULT_LENGTH = 262144;

/** The longest interval of a rate limit, in milliseconds. */
export const MAX_INTERVAL = 2147483647;

/** The maximum length of a tool's name, in characters. */
export const LONGEST_NAME = 64;
