import type { DBSchema, IDBPTransaction } from "idb";
import { finishedChange } from "../core/finished-change.js";
import { LastingDatabase } from "../core/lasting-database.js";
import { checkOptions } from "../options/check-options.js";
import { type Medium, StoredThreads } from "./stored-threads.js";
import type { SummaryRow } from "./summary.js";
import type { ThreadStore } from "./thread-store.js";
import type { ThreadStoreOptions } from "./thread-store-options.js";
import { defaultMaxBytes, storeRules } from "./thread-store-options.js";
import type { CallRow, Counters, ThreadTables } from "./thread-tables.js";

interface Schema extends DBSchema {
  threads: { key: string; value: Uint8Array<ArrayBuffer> };
  rows: { key: string; value: SummaryRow; indexes: { age: number } };
  calls: { key: string; value: CallRow; indexes: { thread: [string, number] } };
  claims: { key: string; value: number };
  counters: { key: string; value: Counters };
}

const tableNames = ["threads", "rows", "calls", "claims", "counters"] as const;

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  typeof tableNames,
  Mode
>;

/**
 * Threads in IndexedDB, which every tab of the origin shares and which last until the browser or the person removes
 * them. Needs the package `idb`, which comes with ag-ui-lit.
 *
 * Without IndexedDB, or without room, every method rejects; `keepThreads()` reports that once and the page goes
 * on without a store.
 *
 * @example
 * ```ts
 * const store = indexedDbThreadStore({ maxBytes: 20_000_000 });
 * const kept = keepThreads(agent, { store });
 * ```
 */
export function indexedDbThreadStore(options: ThreadStoreOptions = {}): ThreadStore {
  checkOptions("indexedDbThreadStore", options, storeRules);
  const { name = "ag-ui-lit-threads", maxBytes = defaultMaxBytes } = options;
  const database = new LastingDatabase<Schema>(name, (created) => {
    created.createObjectStore("threads");
    created.createObjectStore("rows", { keyPath: "id" }).createIndex("age", "updatedAt");
    const calls = created.createObjectStore("calls", { keyPath: "call.key" });
    calls.createIndex("thread", ["call.threadId", "order"]);
    created.createObjectStore("claims");
    created.createObjectStore("counters");
  });
  return new StoredThreads({ name, maxBytes }, new IndexedDbMedium(database));
}

class IndexedDbMedium implements Medium {
  readonly #database: LastingDatabase<Schema>;

  constructor(database: LastingDatabase<Schema>) {
    this.#database = database;
  }

  async transact(isStrict: boolean, work: (tables: ThreadTables) => Promise<void>): Promise<void> {
    const opened = await this.#database.open();
    const durability = isStrict ? "strict" : "relaxed";
    const change = opened.transaction(tableNames, "readwrite", { durability });
    await finishedChange(change, () => work(tablesOf(change)));
  }

  async view<Value>(look: (tables: ThreadTables) => Promise<Value>): Promise<Value> {
    const opened = await this.#database.open();
    // The tables are those of a change; nothing that reads calls what writes.
    const seen = opened.transaction(tableNames, "readonly") as unknown as Transaction<"readwrite">;
    return look(tablesOf(seen));
  }

  close(): void {
    void this.#database.close();
  }
}

function tablesOf(change: Transaction<"readwrite">): ThreadTables {
  const threads = change.objectStore("threads");
  const rows = change.objectStore("rows");
  const calls = change.objectStore("calls");
  const claims = change.objectStore("claims");
  const counters = change.objectStore("counters");
  const ofThread = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);
  return {
    bytesOf: (id) => threads.get(id),
    putBytes: (id, bytes) => threads.put(bytes, id),
    row: (id) => rows.get(id),
    putRow: (row) => rows.put(row),
    eachRow: async (visit) => {
      let cursor = await rows.index("age").openCursor();
      while (cursor && (await visit(cursor.value))) cursor = await cursor.continue();
    },
    claim: (id) => claims.get(id),
    putClaim: (id, claim) => claims.put(claim, id),
    call: (key) => calls.get(key),
    putCall: (row) => calls.put(row),
    deleteCall: (key) => calls.delete(key),
    callsOf: (id) => calls.index("thread").getAll(ofThread(id)),
    deleteThread: async (id) => {
      await Promise.all([threads.delete(id), rows.delete(id), claims.delete(id)]);
      for (const key of await calls.index("thread").getAllKeys(ofThread(id))) {
        await calls.delete(key);
      }
    },
    counters: () => counters.get("all"),
    putCounters: (all) => counters.put(all, "all"),
  };
}
