import type { DBSchema } from "idb";
import { LastingDatabase } from "../../core/lasting-database.js";
import type { SharedStorage } from "./storage.js";

interface Schema extends DBSchema {
  lists: { key: string; value: unknown };
}

/** In IndexedDB, where a transaction is one step for every tab. */
export class IndexedDbStorage implements SharedStorage {
  readonly #database = new LastingDatabase<Schema>("ag-ui-lit-todo", (created) => {
    created.createObjectStore("lists");
  });

  async get(key: string): Promise<string | undefined> {
    const opened = await this.#database.open();
    return asText(await opened.get("lists", key));
  }

  async probe(key: string): Promise<void> {
    if (await this.#database.exists()) await this.get(key);
  }

  async replace(key: string, expected: string | undefined, text: string): Promise<boolean> {
    const opened = await this.#database.open();
    const change = opened.transaction("lists", "readwrite");
    const isExpected = asText(await change.store.get(key)) === expected;
    await finished(change.done, isExpected ? [change.store.put(text, key)] : []);
    return isExpected;
  }

  async move(from: string, to: string, text: string): Promise<void> {
    const opened = await this.#database.open();
    const change = opened.transaction("lists", "readwrite");
    const kept = await change.store.get(from);
    // Another writer may have begun anew by now.
    const isThere = kept !== undefined && asText(kept) === text;
    const steps = isThere ? [change.store.put(kept, to), change.store.delete(from)] : [];
    await finished(change.done, steps);
  }
}

/**
 * Waits for a transaction and its steps. A failed step ends the transaction, and only there a full disk is reported.
 */
async function finished(done: Promise<void>, steps: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled([done, ...steps]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** A foreign value becomes a text that can't be read as a list, so that it is kept as it was. */
function asText(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return `not a text, but of type ${typeof value}`;
}
