import { isObject, readNumber } from "../codec/safe-read.js";
import type { SummaryRow } from "./summary.js";
import type { CallRecord } from "./thread-store.js";

/** A record of a call with its place in the order of first writes. */
export interface CallRow {
  readonly call: CallRecord;
  readonly order: number;
  readonly size: number;
}

/** The sums of a store over all threads. */
export interface Counters {
  /** Bytes of all threads and records. */
  readonly bytes: number;
  /** The last claim and the last order that were given. */
  readonly claims: number;
  readonly order: number;
}

/**
 * The tables of a store in one transaction. Everything that is read may be malformed, and is checked by the changes
 * that read it. Writes are in order; a read sees every write before it.
 */
export interface ThreadTables {
  bytesOf(id: string): Promise<unknown>;
  putBytes(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
  row(id: string): Promise<unknown>;
  putRow(row: SummaryRow): Promise<unknown>;
  /** Rows by `updatedAt`, the oldest first, until `visit` returns false. */
  eachRow(visit: (row: unknown) => Promise<boolean>): Promise<void>;
  claim(id: string): Promise<unknown>;
  putClaim(id: string, claim: number): Promise<unknown>;
  call(key: string): Promise<unknown>;
  putCall(row: CallRow): Promise<unknown>;
  deleteCall(key: string): Promise<unknown>;
  /** Records of a thread by their order. */
  callsOf(threadId: string): Promise<readonly unknown[]>;
  /** Removes a thread with its bytes, row, claim and records. */
  deleteThread(id: string): Promise<unknown>;
  counters(): Promise<unknown>;
  putCounters(counters: Counters): Promise<unknown>;
}

/** A number of a stored entry; 0 for a malformed one. */
export function countOf(stored: unknown, key: keyof Counters | keyof CallRow): number {
  return isObject(stored) ? Math.max(0, readNumber(stored, key) ?? 0) : 0;
}
