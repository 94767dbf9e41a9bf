import { isObject, read } from "../codec/safe-read.js";
import { ChangeRefused } from "./change-queue.js";
import { makeRoom, pruneCalls } from "./needed-calls.js";
import { readCall } from "./read-stored.js";
import { StoreFullError } from "./store-full-error.js";
import { sizeOf } from "./stored-json.js";
import { changedRow, readRow, rowOf, type SummaryRow } from "./summary.js";
import type { OpenThreads } from "./thread-locks.js";
import {
  type CallPhase,
  type CallRecord,
  StaleClaimError,
  type StoredThread,
  type SummaryChange,
} from "./thread-store.js";
import { type Counters, countOf, type ThreadTables } from "./thread-tables.js";

// The changes of a store, the same for every kind of it. Each is one step of a transaction.

/**
 * Bytes by which records may exceed the bound of a store until the next save of a thread makes room: a call that is about
 * to begin does not wait for that.
 */
const RECORDS_ROOM = 1_000_000;

/** There is room once older threads are removed: the save is to be made again with the threads that are open. */
export class NeedsRoom extends Error {}

/** A thread to save, and the facts that a save needs. */
export interface SaveOrder {
  readonly thread: StoredThread;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly maxBytes: number;
  readonly claim: number | undefined;
  readonly removesOthers: boolean;
  /** The threads that are open; `undefined` where that can't be known, `"not asked"` before it is needed. */
  readonly open: OpenThreads | undefined | "not asked";
}

/** Writes a thread. The oldest threads that are neither open nor running make room for it. */
export async function saveThread(tables: ThreadTables, order: SaveOrder): Promise<void> {
  const { thread, bytes, maxBytes, claim } = order;
  await checkClaim(tables, thread.id, claim);
  const before = readRow(await tables.row(thread.id));
  const counters = await countersOf(tables);
  const growth = bytes.length - (before?.bytes ?? 0);
  const excess = counters.bytes + growth - maxBytes;
  const removable = excess > 0 ? await oldestRows(tables, order, excess) : [];
  let freed = 0;
  for (const row of removable) {
    freed += row.bytes + row.callBytes;
    await tables.deleteThread(row.id);
  }
  await tables.putBytes(thread.id, bytes);
  let row = rowOf(thread, bytes.length, before);
  // Calls may have been recorded before the thread was saved first.
  if (!before) row = { ...row, callBytes: await bytesOfCalls(tables, thread.id) };
  const pruned = await pruneCalls(tables, row, thread);
  row = { ...row, callBytes: Math.max(0, row.callBytes - pruned) };
  await tables.putRow(row);
  await tables.putCounters({
    ...counters,
    bytes: Math.max(0, counters.bytes + growth - freed - pruned),
  });
}

/** Makes the caller the writer of a thread. */
export async function claimThread(tables: ThreadTables, id: string): Promise<number> {
  const counters = await countersOf(tables);
  const claims = counters.claims + 1;
  await tables.putClaim(id, claims);
  await tables.putCounters({ ...counters, claims });
  return claims;
}

/** Changes what a list shows of a thread, if there is one. */
export async function updateThread(
  tables: ThreadTables,
  id: string,
  change: SummaryChange,
): Promise<void> {
  const row = readRow(await tables.row(id));
  if (row) await tables.putRow(changedRow(row, change));
}

const phaseOrder: readonly CallPhase[] = ["announced", "approved", "begun", "ended"];

/** A record to write, and the facts that writing it needs. */
export interface RecordOrder {
  readonly call: CallRecord;
  readonly maxBytes: number;
  readonly claim: number | undefined;
}

/**
 * Writes a call's record. A call never goes back to an earlier phase. Where a store can't save threads, and so can't make
 * room, records take the place of others that are no longer needed; without such, the record is refused.
 */
export async function putCall(tables: ThreadTables, order: RecordOrder): Promise<void> {
  const { call, maxBytes, claim } = order;
  await checkClaim(tables, call.threadId, claim);
  const stored: unknown = await tables.call(call.key);
  const before = isObject(stored) ? readCall(read(stored, "call")) : undefined;
  if (before && phaseOrder.indexOf(before.phase) > phaseOrder.indexOf(call.phase)) return;
  const counters = await countersOf(tables);
  const size = sizeOf(call);
  const growth = size - (before ? countOf(stored, "size") : 0);
  const excess = growth > 0 ? counters.bytes + growth - maxBytes - RECORDS_ROOM : 0;
  const freed = excess > 0 ? await makeRoom(tables, order, excess) : 0;
  const place = before ? countOf(stored, "order") : counters.order + 1;
  await tables.putCall({ call, order: place, size });
  const row = readRow(await tables.row(call.threadId));
  if (row) await tables.putRow({ ...row, callBytes: Math.max(0, row.callBytes + growth - freed) });
  await tables.putCounters({
    ...counters,
    order: Math.max(place, counters.order),
    bytes: Math.max(0, counters.bytes + growth - freed),
  });
}

/** Removes a thread and everything of it. A tab that acts for it can write nothing more. */
export async function deleteThread(tables: ThreadTables, id: string): Promise<void> {
  const row = readRow(await tables.row(id));
  const freed = row ? row.bytes + row.callBytes : await bytesOfCalls(tables, id);
  await tables.deleteThread(id);
  const counters = await countersOf(tables);
  await tables.putCounters({ ...counters, bytes: Math.max(0, counters.bytes - freed) });
}

async function checkClaim(
  tables: ThreadTables,
  id: string,
  claim: number | undefined,
): Promise<void> {
  if (claim === undefined || (await tables.claim(id)) === claim) return;
  throw new ChangeRefused(new StaleClaimError());
}

/** The oldest threads that may be removed for so many bytes. */
async function oldestRows(
  tables: ThreadTables,
  { thread, open, maxBytes, removesOthers }: SaveOrder,
  excess: number,
): Promise<readonly SummaryRow[]> {
  if (!removesOthers) throw new ChangeRefused(new StoreFullError(maxBytes));
  if (open === "not asked") throw new ChangeRefused(new NeedsRoom());
  const rows: SummaryRow[] = [];
  let freed = 0;
  await tables.eachRow(async (stored) => {
    const row = readRow(stored);
    if (!row || row.id === thread.id) return true;
    if (open ? open.isOpen(row.id) : row.isRunning) return true;
    rows.push(row);
    freed += row.bytes + row.callBytes;
    return freed < excess;
  });
  if (freed < excess) throw new ChangeRefused(new StoreFullError(maxBytes));
  return rows;
}

async function bytesOfCalls(tables: ThreadTables, id: string): Promise<number> {
  let bytes = 0;
  for (const stored of await tables.callsOf(id)) bytes += countOf(stored, "size");
  return bytes;
}

async function countersOf(tables: ThreadTables): Promise<Counters> {
  const stored = await tables.counters();
  return {
    bytes: countOf(stored, "bytes"),
    claims: countOf(stored, "claims"),
    order: countOf(stored, "order"),
  };
}
