import type { Message } from "@ag-ui/core";
import { isObject, read } from "../codec/safe-read.js";
import { ChangeRefused } from "./change-queue.js";
import { readCall, threadOfBytes } from "./read-stored.js";
import { StoreFullError } from "./store-full-error.js";
import type { SummaryRow } from "./summary.js";
import type { RecordOrder } from "./thread-changes.js";
import type { CallRecord, StoredThread } from "./thread-store.js";
import { countOf, type ThreadTables } from "./thread-tables.js";

// A record is needed until its answer stands in the stored thread: only then can no page ask for it any more.

/** Records of one thread that a save keeps in any case, the newest: the next page shows what became of them. */
const KEPT_CALLS = 50;

/** Bytes of records that a thread may have whatever its own size is. */
const FREE_CALL_BYTES = 65_536;

/** Removes old records that are no longer needed, once they take more room than the thread. Returns their bytes. */
export async function pruneCalls(
  tables: ThreadTables,
  { id, bytes, callBytes }: SummaryRow,
  thread: StoredThread,
): Promise<number> {
  if (callBytes <= Math.max(FREE_CALL_BYTES, bytes)) return 0;
  const rows = await tables.callsOf(id);
  return remove(tables, unneeded(rows.slice(0, -KEPT_CALLS), thread));
}

/**
 * Removes records that are no longer needed for a new one. Returns their bytes.
 *
 * @throws {ChangeRefused} when that is not enough; nothing is removed then.
 */
export async function makeRoom(
  tables: ThreadTables,
  { call, maxBytes }: RecordOrder,
  excess: number,
): Promise<number> {
  const thread = threadOfBytes(await tables.bytesOf(call.threadId));
  const rows = thread ? unneeded(await tables.callsOf(call.threadId), thread) : [];
  const removed = rows.filter(({ key }) => key !== call.key);
  const freed = removed.reduce((sum, { size }) => sum + size, 0);
  if (freed < excess) throw new ChangeRefused(new StoreFullError(maxBytes));
  return remove(tables, removed);
}

interface StoredCall {
  readonly key: string;
  readonly size: number;
}

async function remove(tables: ThreadTables, calls: readonly StoredCall[]): Promise<number> {
  let freed = 0;
  for (const { key, size } of calls) {
    await tables.deleteCall(key);
    freed += size;
  }
  return freed;
}

function unneeded(rows: readonly unknown[], thread: StoredThread): StoredCall[] {
  // A run that is under way is taken up from its beginning: its calls are asked for once more.
  const messages = thread.messages.slice(0, thread.run?.messages);
  const answered = answeredIn(messages);
  return rows.flatMap((stored) => {
    const call = isObject(stored) ? readCall(read(stored, "call")) : undefined;
    const isNeeded = call?.phase !== "ended" || !answered.has(placeOf(call));
    return isNeeded ? [] : [{ key: call.key, size: countOf(stored, "size") }];
  });
}

/** The calls whose answers stand behind their messages. Backends use the ids of calls again, but not within a message. */
function answeredIn(messages: readonly Message[]): ReadonlySet<string> {
  const answered = new Set<string>();
  let messageId: string | undefined;
  for (const message of messages) {
    if (message.role !== "tool") messageId = message.id;
    else if (messageId !== undefined) {
      answered.add(placeOf({ messageId, toolCallId: message.toolCallId }));
    }
  }
  return answered;
}

function placeOf({ messageId, toolCallId }: Pick<CallRecord, "messageId" | "toolCallId">): string {
  return JSON.stringify([messageId, toolCallId]);
}
