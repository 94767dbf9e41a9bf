import { checkOptions } from "../options/check-options.js";
import { type Medium, StoredThreads } from "./stored-threads.js";
import type { SummaryRow } from "./summary.js";
import type { ThreadStore } from "./thread-store.js";
import type { ThreadStoreOptions } from "./thread-store-options.js";
import { defaultMaxBytes, storeRules } from "./thread-store-options.js";
import type { CallRow, Counters, ThreadTables } from "./thread-tables.js";

/**
 * Threads in memory: for tests, and for pages that list threads but keep nothing. They last as long as the page.
 *
 * @example
 * ```ts
 * const kept = keepThreads(agent, { store: memoryThreadStore() });
 * ```
 */
export function memoryThreadStore(options: ThreadStoreOptions = {}): ThreadStore {
  checkOptions("memoryThreadStore", options, storeRules);
  const { name = "ag-ui-lit-threads-in-memory", maxBytes = defaultMaxBytes } = options;
  return new StoredThreads({ name, maxBytes }, memoryMedium());
}

/** Tables in memory. Each change refuses before it changes anything, so that there is nothing to undo. */
export function memoryMedium(): Medium {
  const tables = new MemoryTables();
  return {
    transact: (_isStrict, work) => work(tables),
    view: (look) => look(tables),
    close: () => {},
  };
}

class MemoryTables implements ThreadTables {
  readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #rows = new Map<string, SummaryRow>();
  readonly #calls = new Map<string, CallRow>();
  readonly #claims = new Map<string, number>();
  #counters: Counters | undefined;

  async bytesOf(id: string): Promise<unknown> {
    return this.#bytes.get(id);
  }

  async putBytes(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#bytes.set(id, bytes);
  }

  async row(id: string): Promise<unknown> {
    return this.#rows.get(id);
  }

  async putRow(row: SummaryRow): Promise<void> {
    this.#rows.set(row.id, row);
  }

  async eachRow(visit: (row: unknown) => Promise<boolean>): Promise<void> {
    const sorted = [...this.#rows.values()].sort((one, other) => one.updatedAt - other.updatedAt);
    for (const row of sorted) if (!(await visit(row))) return;
  }

  async claim(id: string): Promise<unknown> {
    return this.#claims.get(id);
  }

  async putClaim(id: string, claim: number): Promise<void> {
    this.#claims.set(id, claim);
  }

  async call(key: string): Promise<unknown> {
    return this.#calls.get(key);
  }

  async putCall(row: CallRow): Promise<void> {
    this.#calls.set(row.call.key, structuredClone(row));
  }

  async deleteCall(key: string): Promise<void> {
    this.#calls.delete(key);
  }

  async callsOf(threadId: string): Promise<readonly unknown[]> {
    return [...this.#calls.values()]
      .filter(({ call }) => call.threadId === threadId)
      .sort((one, other) => one.order - other.order);
  }

  async deleteThread(id: string): Promise<void> {
    this.#bytes.delete(id);
    this.#rows.delete(id);
    this.#claims.delete(id);
    for (const [key, { call }] of this.#calls) if (call.threadId === id) this.#calls.delete(key);
  }

  async counters(): Promise<unknown> {
    return this.#counters;
  }

  async putCounters(counters: Counters): Promise<void> {
    this.#counters = counters;
  }
}
