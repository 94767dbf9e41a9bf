import { describe } from "../../codec/describe.js";
import { isObject, read } from "../../codec/safe-read.js";
import type { ToolError } from "../../execution/types.js";
import { RunError } from "../errors/run-error.js";

/** How much a backend may ask of the page. `Infinity` is no limit. */
export interface RunLimits {
  /**
   * Milliseconds of silence after which a run fails: no byte, or of an `agent` of the page's own no event, has come.
   * No limit unless one is set: a model may think for minutes. Servers that write a comment now and then are alive.
   */
  readonly idleTimeout: number;
  /** Milliseconds that the stream of one run may take. No limit unless one is set. */
  readonly runTimeout: number;
  /** Characters of one event, bytes in a binary stream: 33,554,432 unless said otherwise. A longer one fails the run. */
  readonly eventSize: number;
  /**
   * UTF-16 units of one call's arguments: 16,777,216 unless said otherwise. A longer call is not run, but answered with an
   * error; what is beyond is not kept.
   */
  readonly argumentsLength: number;
  /** Calls of one run: 20,000 unless said otherwise. One more fails the run. */
  readonly callsPerRun: number;
  /** Messages of the thread: 100,000 unless said otherwise. One more fails the run. */
  readonly messages: number;
  /**
   * Attempts in a row to take up a stream that broke, where its server can: 10 unless said otherwise, with growing
   * delays of about a minute together. 0 for none.
   */
  readonly reconnectAttempts: number;
}

/** The limits of a page that sets none. */
export const DEFAULT_LIMITS: Readonly<RunLimits> = Object.freeze({
  idleTimeout: Number.POSITIVE_INFINITY,
  runTimeout: Number.POSITIVE_INFINITY,
  eventSize: 33_554_432,
  argumentsLength: 16_777_216,
  callsPerRun: 20_000,
  messages: 100_000,
  reconnectAttempts: 10,
});

const names = Object.keys(DEFAULT_LIMITS) as (keyof RunLimits)[];

/**
 * The limits a page asks for, the defaults where it says nothing.
 *
 * @throws {TypeError} that names a limit that is no number above 0 (attempts: from 0), or none of these.
 */
export function readLimits(given: unknown): Readonly<RunLimits> {
  if (given === undefined || given === null) return DEFAULT_LIMITS;
  if (!isObject(given)) throw new TypeError(`${needed}, but they are ${describe(given)}.`);
  const unknown = Object.keys(given).find((name) => !names.includes(name as keyof RunLimits));
  if (unknown !== undefined) throw new TypeError(`${needed}; there is no ${unknown}.`);
  const limits: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const name of names) {
    const value = read(given, name);
    if (value === undefined || value === null) continue;
    const isNone = name === "reconnectAttempts" && value === 0;
    if (!isNone && (typeof value !== "number" || !(value > 0))) {
      throw new TypeError(
        `<ag-ui-agent>: limits.${name} must be a number above 0, or Infinity, but is ${describe(value)}.`,
      );
    }
    limits[name] = value as number;
  }
  return Object.freeze(limits) as unknown as Readonly<RunLimits>;
}

const needed = `<ag-ui-agent>: limits are an object with any of ${names.join(", ")}`;

/** The failure of a run that a limit has ended. */
export function beyondLimit(what: string, limit: keyof RunLimits, value: number): RunError {
  const unit = limit.endsWith("Timeout") ? " ms" : "";
  const most = `${value.toLocaleString("en")}${unit}`;
  const message = `${what}: more than limits.${limit} allows (${most}). Set limits on <ag-ui-agent> to allow more.`;
  return new RunError("limit", message);
}

/** The answer to a call whose arguments are longer than the page allows. */
export function tooLong(argumentsLength: number): ToolError {
  const most = argumentsLength.toLocaleString("en");
  return {
    category: "validation",
    code: "arguments_too_long",
    message: `The tool was not run: its arguments are longer than ${most} characters (limits.argumentsLength).`,
    retryable: false,
  };
}
