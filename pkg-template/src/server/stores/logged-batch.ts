import { keepForMs } from "./kept-for.js";
import type { LoggedEvent, RunLogLimits } from "./run-log.js";
import { RunLogError } from "./run-log-error.js";
import { checkStoreId } from "./store-id.js";
import { storedForm } from "./stored-text.js";
import { bytesOf } from "./text-size.js";
import { newVersion } from "./version.js";

/** Events that are added to a run together, as a database takes them. */
export interface LoggedBatch {
  /** The number of the first one. */
  readonly first: number;
  /** The number of the last one. */
  readonly last: number;
  /** Their texts in their stored form. */
  readonly texts: readonly string[];
  /** Bytes of their texts. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly keepFor: number;
  /** Another one for each batch: one whose answer was lost is recognised by it. */
  readonly id: string;
}

/**
 * Checks what is to be added. Nothing for no events.
 *
 * @throws {RunLogError} when the numbers have a gap.
 */
export function batchOf(
  key: string,
  events: readonly LoggedEvent[],
  { keepFor, maxBytes, batch = newVersion() }: RunLogLimits,
): LoggedBatch | undefined {
  checkStoreId(key);
  const first = events[0]?.number;
  if (first === undefined) return undefined;
  const isInOrder = events.every(({ number }, at) => number === first + at);
  if (!Number.isSafeInteger(first) || first < 1 || !isInOrder) throw new RunLogError("order");
  return {
    ...{ first, last: first + events.length - 1, id: batch },
    texts: events.map(({ text }) => storedForm(text)),
    bytes: events.reduce((sum, { text }) => sum + bytesOf(text), 0),
    maxBytes: Math.min(maxBytes, Number.MAX_SAFE_INTEGER),
    keepFor: keepForMs(keepFor),
  };
}

/** Bytes of events that are read together, about. */
export const READ_AT_ONCE = 262_144;

/** The number after which is read: below 0, and what is no number, is before the first one. */
export function afterNumber(after: number): number {
  return after > 0 ? Math.min(Math.floor(after), Number.MAX_SAFE_INTEGER) : 0;
}

/** The longest time that a client counts as one that follows: a day, in milliseconds. */
const LONGEST_ATTENDANCE = 86_400_000;

/** The time that a client counts as one that follows, in milliseconds. */
export function attendanceMs(ttl: number): number {
  return ttl > 0 ? Math.min(ttl, LONGEST_ATTENDANCE) : 0;
}
