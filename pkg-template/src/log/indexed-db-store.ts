import type { DBSchema, IDBPTransaction } from "idb";
import { finishedChange } from "../core/finished-change.js";
import { LastingDatabase } from "../core/lasting-database.js";
import { checkOptions } from "../options/check-options.js";
import { aText } from "../options/rules.js";
import type { ResultStore, StoredResult } from "../tools/result-store.js";
import { isOlderThan } from "./memory-store.js";

/** Options for results in IndexedDB. */
export interface IndexedDbStoreOptions {
  /** The database, for an origin with several pages that share nothing; `"ag-ui-lit-results"` by default. */
  readonly name?: string;
}

/** Results in IndexedDB, which every tab of the origin shares. */
export interface IndexedDbStore extends ResultStore {
  get(key: string): Promise<unknown>;
  set(key: string, result: StoredResult, limits: { readonly maxEntries: number }): Promise<void>;
  delete(key: string): Promise<void>;
  /** Forgets the results of a tool, by its name or its id, in every tab; all results by default. */
  clear(tool?: string): Promise<void>;
}

interface Schema extends DBSchema {
  results: {
    key: string;
    value: { readonly result: StoredResult; readonly tool: string; readonly words: string[] };
    indexes: { age: [string, number]; word: string };
  };
  /** The time of clearing results: of all tools under the empty text. */
  cleared: { key: string; value: number };
}

/**
 * A store that outlives the page, and that tabs share: results stored by one answer calls in the others, and results
 * cleared by one are gone for all of them, also for calls under way. Needs the package `idb`, which comes with
 * ag-ui-lit.
 *
 * Without IndexedDB, or without room, every call rejects, and a cache works without it.
 *
 * @example
 * ```ts
 * const store = indexedDbStore();
 * const metadata = { idempotent: true, cache: { ttl: 30 * 60_000, maxEntries: 100, store } };
 * ```
 */
export function indexedDbStore(options: IndexedDbStoreOptions = {}): IndexedDbStore {
  checkOptions("indexedDbStore", options, { name: aText });
  const name = options.name ?? "ag-ui-lit-results";
  const database = new LastingDatabase<Schema>(name, (created) => {
    const results = created.createObjectStore("results");
    results.createIndex("age", ["tool", "result.storedAt"]);
    results.createIndex("word", "words", { multiEntry: true });
    created.createObjectStore("cleared");
  });
  return {
    get: async (key) => (await (await database.open()).get("results", key))?.result,
    set: async (key, result, { maxEntries }) => {
      const change = (await database.open()).transaction(["results", "cleared"], "readwrite");
      await finishedChange(change, () => store(change, { key, result, maxEntries }));
    },
    delete: async (key) => (await database.open()).delete("results", key),
    clear: async (tool) => {
      const change = (await database.open()).transaction(["results", "cleared"], "readwrite");
      await finishedChange(change, () => clear(change, tool));
    },
  };
}

type Change = IDBPTransaction<Schema, ("results" | "cleared")[], "readwrite">;

interface Order {
  readonly key: string;
  readonly result: StoredResult;
  readonly maxEntries: number;
}

async function store(change: Change, { key, result, maxEntries }: Order): Promise<void> {
  const results = change.objectStore("results");
  const words = [result.tool, ...(result.toolId === undefined ? [] : [result.toolId])];
  const cleared = new Map<string, number>();
  for (const word of ["", ...words]) {
    const at = await change.objectStore("cleared").get(word);
    if (at !== undefined) cleared.set(word, at);
  }
  if (isOlderThan(cleared, result)) return;
  await results.put({ result, tool: result.tool, words }, key);
  const ofTool = IDBKeyRange.bound([result.tool, Number.NEGATIVE_INFINITY], [result.tool, []]);
  const count = await results.index("age").count(ofTool);
  let surplus = count - maxEntries;
  let oldest = surplus > 0 ? await results.index("age").openKeyCursor(ofTool) : null;
  for (; oldest && surplus > 0; surplus -= 1) {
    await results.delete(oldest.primaryKey);
    oldest = await oldest.continue();
  }
}

async function clear(change: Change, tool: string | undefined): Promise<void> {
  const results = change.objectStore("results");
  await change.objectStore("cleared").put(Date.now(), tool ?? "");
  if (tool === undefined) return results.clear();
  for (const key of await results.index("word").getAllKeys(tool)) await results.delete(key);
}
