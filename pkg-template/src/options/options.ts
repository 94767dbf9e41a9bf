import {
  BIG_INTEGERS,
  CIRCUIT_BREAKER,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_HISTORY,
  DEFAULT_MAX_RESULT_LENGTH,
  ERROR_CATEGORIES,
  JITTERS,
  MAX_INTERVAL,
  MOST_DEPTH,
  ON_LIMIT,
  RETRY,
} from "../constants/core.js";
import type {
  CircuitConfig,
  RateLimitConfig as CoreRateLimitConfig,
  RetryConfig as CoreRetryConfig,
  ManagerOptions,
} from "../core/raw.js";
import { checkOptions, type OptionRule, type OptionRules } from "./check-options.js";
import { OptionError } from "./option-error.js";
import { needed } from "./rules.js";
import { type FieldNames, refuseUnknown } from "./unknown-options.js";

/** The schedule of retries. Times are milliseconds. */
export type RetryConfig = Readonly<CoreRetryConfig>;

/** Three attempts, a second apart and then two, for transient failures and timeouts. */
export const DEFAULT_RETRY_CONFIG: RetryConfig = Object.freeze({
  ...RETRY,
  retryableCategories: Object.freeze([...RETRY.retryableCategories]),
});

/** The limits of the circuit breaker, and its time. A tool without its own has the manager's, else the default. */
export type CircuitBreakerConfig = Readonly<Partial<CircuitConfig>>;

/**
 * A limit on the attempts that begin in a time: a token bucket with at most `burst` tokens, which gets `limit` of them
 * in each `interval` (milliseconds).
 */
export type RateLimitConfig = Readonly<CoreRateLimitConfig>;

/** The options of a manager. A tool's metadata overrides them. */
export interface ToolExecutionManagerOptions {
  /** Milliseconds an attempt may take. No limit when absent. */
  readonly timeout?: number;
  /** The maximum number of executions that run at once. Unlimited by default. */
  readonly maxConcurrency?: number;
  /** The limit on the attempts of all tools together in a time. No limit when absent. */
  readonly rateLimit?: RateLimitConfig;
  /** The circuit breaker that suspends a tool after repeated failures; `false` disables it. */
  readonly circuitBreaker?: CircuitBreakerConfig | false;
  /**
   * The treatment of an integer in argument text that a JavaScript number can't hold: refuse it, make it a `bigint`, or
   * round it.
   * @default "error"
   */
  readonly bigIntegers?: "error" | "bigint" | "number";
  /** The maximum depth of nested arguments, at most 512. @default 128 */
  readonly maxDepth?: number;
  /** Finished executions that are kept. @default 1000 */
  readonly maxHistory?: number;
  /** UTF-16 units of a result's text; a longer one is cut. @default 262144 */
  readonly maxResultLength?: number;
}

/** The fields of a manager's options. */
export const managerFields = Object.keys({
  timeout: true,
  maxConcurrency: true,
  rateLimit: true,
  circuitBreaker: true,
  bigIntegers: true,
  maxDepth: true,
  maxHistory: true,
  maxResultLength: true,
} satisfies FieldNames<ToolExecutionManagerOptions>);

/** The fields of a `retryConfig`. */
export const retryFields = Object.keys({
  maxAttempts: true,
  baseDelay: true,
  maxDelay: true,
  backoffMultiplier: true,
  retryableCategories: true,
  jitter: true,
} satisfies FieldNames<RetryConfig>);

/** The fields of a `circuitBreaker`. */
export const circuitFields = Object.keys({
  failureThreshold: true,
  recoveryTimeout: true,
  successThreshold: true,
} satisfies FieldNames<CircuitBreakerConfig>);

/**
 * Checks what a page gave and puts it into the core's form.
 *
 * @throws {TypeError} with the option's name and value.
 */
export function coreOptions(
  retry: RetryConfig,
  options: ToolExecutionManagerOptions,
): ManagerOptions {
  const { timeout, maxConcurrency, rateLimit } = options;
  return {
    retry: coreRetry(retry),
    ...readingRules(options),
    maxHistory: whole("maxHistory", options.maxHistory ?? DEFAULT_MAX_HISTORY, 0),
    ...(isGiven(timeout) && { timeout: above0("timeout", timeout) }),
    ...(isGiven(maxConcurrency) && { maxConcurrency: whole("maxConcurrency", maxConcurrency, 1) }),
    ...(rateLimit !== undefined && { rateLimit: coreRateLimit(rateLimit) }),
    ...(options.circuitBreaker !== false && { circuit: coreCircuit(options.circuitBreaker) }),
  };
}

/** Options for reading argument text. @throws {TypeError} that names the option and the given value. */
export function readingRules({
  bigIntegers = "error",
  maxDepth = DEFAULT_MAX_DEPTH,
}: Pick<ToolExecutionManagerOptions, "bigIntegers" | "maxDepth">): Pick<
  ManagerOptions,
  "bigIntegers" | "maxDepth"
> {
  return {
    bigIntegers: oneOf("bigIntegers", bigIntegers, BIG_INTEGERS),
    maxDepth: whole("maxDepth", maxDepth, 1, MOST_DEPTH),
  };
}

/** The maximum length of a result's text. */
export function maxResultLength(options: ToolExecutionManagerOptions): number {
  return whole("maxResultLength", options.maxResultLength ?? DEFAULT_MAX_RESULT_LENGTH, 1);
}

function coreRetry(given: RetryConfig): ManagerOptions["retry"] {
  refuseUnknown("retryConfig", given, retryFields);
  const config = { ...DEFAULT_RETRY_CONFIG, ...given };
  const known = config.retryableCategories.map((category) =>
    oneOf("retryableCategories", category, ERROR_CATEGORIES),
  );
  return {
    maxAttempts: whole("maxAttempts", config.maxAttempts, 1),
    baseDelay: number("baseDelay", config.baseDelay, 0),
    maxDelay: number("maxDelay", config.maxDelay, 0),
    backoffMultiplier: number("backoffMultiplier", config.backoffMultiplier, 1),
    retryableCategories: known,
    jitter: oneOf("jitter", config.jitter ?? RETRY.jitter, JITTERS),
  };
}

function coreCircuit(given: CircuitBreakerConfig = {}): CircuitConfig {
  refuseUnknown("circuitBreaker", given, circuitFields);
  const config = { ...CIRCUIT_BREAKER, ...given };
  return {
    failureThreshold: whole("circuitBreaker.failureThreshold", config.failureThreshold, 1),
    recoveryTimeout: number("circuitBreaker.recoveryTimeout", config.recoveryTimeout, 0),
    successThreshold: whole("circuitBreaker.successThreshold", config.successThreshold, 1),
  };
}

function coreRateLimit(given: RateLimitConfig): CoreRateLimitConfig {
  checkOptions("ToolExecutionManager", given, rateLimitRules, "rateLimit");
  const { limit, interval, burst, onLimit } = given;
  return { limit, interval, ...(burst && { burst }), ...(onLimit && { onLimit }) };
}

/** `Infinity` is the same as giving no limit. */
function isGiven(limit: number | undefined): limit is number {
  return limit !== undefined && limit !== Number.POSITIVE_INFINITY;
}

/** The largest whole number the core counts with. */
const maxCount = 2 ** 32 - 1;

const aTokenCount: OptionRule = [
  `a whole number from 1 to ${maxCount}`,
  (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxCount,
];

const rateLimitRules: OptionRules<RateLimitConfig> = {
  limit: needed(aTokenCount),
  interval: [
    `a number of milliseconds above 0 and at most ${MAX_INTERVAL}`,
    (value) => typeof value === "number" && value > 0 && value <= MAX_INTERVAL,
    "needed",
  ],
  burst: aTokenCount,
  onLimit: [`one of ${ON_LIMIT.join(", ")}`, (value) => ON_LIMIT.some((known) => known === value)],
};

/** The fields of a `rateLimit`. */
export const rateLimitFields = Object.keys(rateLimitRules);

function whole(option: string, given: number, least: number, most = maxCount): number {
  const value = given === Number.POSITIVE_INFINITY ? most : given;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === maxCount ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new OptionError(`${option} must be a whole number ${range}, but is ${String(given)}`);
}

function number(option: string, given: number, least: number): number {
  const value = given === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : given;
  if (typeof value === "number" && value >= least) return value;
  throw new OptionError(`${option} must be a number of at least ${least}, but is ${String(given)}`);
}

/** The timeout of one execution, in the form of the core. @throws {TypeError} if it is not a timeout. */
export function executionTimeout(given: number | undefined): number | undefined {
  return isGiven(given) ? above0("options.timeout", given) : undefined;
}

function above0(option: string, given: number): number {
  if (typeof given === "number" && given > 0) return given;
  throw new OptionError(`${option} must be a number above 0, but is ${String(given)}`);
}

function oneOf<T extends string>(option: string, given: T, known: readonly T[]): T {
  if (known.includes(given)) return given;
  throw new OptionError(`${option} must be one of ${known.join(", ")}, but is ${String(given)}`);
}
