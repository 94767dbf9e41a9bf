import { isObject, read, readNumber } from "../codec/safe-read.js";
import { ChangeRefused } from "./change-queue.js";
import { readCall } from "./read-stored.js";
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
import type { CallRow, Counters, ThreadTables } from "./thread-tables.js";

// The changes of a store, the same for every kind of it. Each is one step of a transaction.

/** Records of one thread that are always kept, the newest. */
const KEPT_CALLS = 50;

/** Bytes of records that a thread may have whatever its own size is. */
const FREE_CALL_BYTES = 65_536;

/** There is no room for a thread, also without all others that may be removed. */
export class StoreFullError extends Error {
  override readonly name = "StoreFullError";

  constructor(maxBytes: number) {
    super(
      `The thread has no room in the store of ${maxBytes} bytes, and no other thread may be removed.`,
    );
  }
}

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

/** Writes a call's record. A call never goes back to an earlier phase. */
export async function putCall(
  tables: ThreadTables,
  call: CallRecord,
  claim: number | undefined,
): Promise<void> {
  await checkClaim(tables, call.threadId, claim);
  const stored: unknown = await tables.call(call.key);
  const before = isObject(stored) ? readCall(read(stored, "call")) : undefined;
  if (before && phaseOrder.indexOf(before.phase) > phaseOrder.indexOf(call.phase)) return;
  const counters = await countersOf(tables);
  const size = sizeOf(call);
  const growth = size - (before ? countOf(stored, "size") : 0);
  const order = before ? countOf(stored, "order") : counters.order + 1;
  await tables.putCall({ call, order, size });
  const row = readRow(await tables.row(call.threadId));
  if (row) await tables.putRow({ ...row, callBytes: Math.max(0, row.callBytes + growth) });
  await tables.putCounters({
    ...counters,
    order: Math.max(order, counters.order),
    bytes: Math.max(0, counters.bytes + growth),
  });
}

/** Removes a thread and everything of it. A tab that acts for it can write nothing more. */
export async function deleteThread(tables: ThreadTables, id: string): Promise<void> {
  const row = readRow(await tables.row(id));
  await tables.deleteThread(id);
  const counters = await countersOf(tables);
  const bytes = Math.max(0, counters.bytes - (row ? row.bytes + row.callBytes : 0));
  await tables.putCounters({ ...counters, bytes });
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

/**
 * Removes old records whose answers stand in the thread, once they take more room than the thread. Returns the bytes.
 */
async function pruneCalls(
  tables: ThreadTables,
  { id, bytes, callBytes }: SummaryRow,
  { messages }: StoredThread,
): Promise<number> {
  if (callBytes <= Math.max(FREE_CALL_BYTES, bytes)) return 0;
  const answered = new Set(
    messages.flatMap((message) => (message.role === "tool" ? [message.toolCallId] : [])),
  );
  let freed = 0;
  const rows = await tables.callsOf(id);
  for (const stored of rows.slice(0, -KEPT_CALLS)) {
    const call = isObject(stored) ? readCall(read(stored, "call")) : undefined;
    if (call?.phase !== "ended" || !answered.has(call.toolCallId)) continue;
    await tables.deleteCall(call.key);
    freed += countOf(stored, "size");
  }
  return freed;
}

async function countersOf(tables: ThreadTables): Promise<Counters> {
  const stored = await tables.counters();
  return {
    bytes: countOf(stored, "bytes"),
    claims: countOf(stored, "claims"),
    order: countOf(stored, "order"),
  };
}

function countOf(stored: unknown, key: keyof Counters | keyof CallRow): number {
  return isObject(stored) ? Math.max(0, readNumber(stored, key) ?? 0) : 0;
}
