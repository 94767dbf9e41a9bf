import type { Medium } from "../../../pkg/dist/durable/stored-threads.js";
import type { ThreadTables } from "../../../pkg/dist/durable/thread-tables.js";
import type { Chance } from "../../support/storm/chance.js";

type Write = readonly [key: string, value: unknown];

/**
 * A disk that several pages write to. What was written relaxed since the last strict write may be lost when the machine
 * dies.
 */
export class Disk {
  /** What is on the disk, and what is written but not on it. */
  #base = new Map<string, unknown>();
  #unflushed: Write[][] = [];
  #now = new Map<string, unknown>();
  /** The transactions take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  /** The disk as a page sees it. `boundary` is awaited before and after each transaction. */
  medium(boundary: (name: string) => Promise<void>): Medium {
    return {
      transact: async (isStrict, work) => {
        await boundary("before a write");
        await this.#inTurn(async () => {
          const writes: Write[] = [];
          await work(tablesOf(this.#now, writes));
          this.#unflushed.push(writes);
          if (isStrict) this.#flush();
        });
        await boundary("after a write");
      },
      view: async (look) => {
        await boundary("before a read");
        const seen = await this.#inTurn(() => look(tablesOf(this.#now, [])));
        await boundary("after a read");
        return seen;
      },
      close: () => {},
    };
  }

  /** The machine dies: of what was not flushed the beginning is left. */
  lose(chance: Chance): void {
    this.#unflushed.length = chance.below(this.#unflushed.length + 1);
    this.#flush();
    this.#now = new Map(this.#base);
  }

  #flush(): void {
    for (const writes of this.#unflushed) {
      for (const [key, value] of writes) {
        if (value === undefined) this.#base.delete(key);
        else this.#base.set(key, value);
      }
    }
    this.#unflushed = [];
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function tablesOf(entries: Map<string, unknown>, writes: Write[]): ThreadTables {
  const get = async (key: string): Promise<unknown> => structuredClone(entries.get(key));
  const put = async (key: string, value: unknown): Promise<void> => {
    const kept = structuredClone(value);
    writes.push([key, kept]);
    if (kept === undefined) entries.delete(key);
    else entries.set(key, kept);
  };
  const all = (kind: string): unknown[] =>
    [...entries].flatMap(([key, value]) => (key.startsWith(`${kind} `) ? [value] : []));
  return {
    bytesOf: (id) => get(`bytes ${id}`),
    putBytes: (id, bytes) => put(`bytes ${id}`, bytes),
    row: (id) => get(`row ${id}`),
    putRow: (row) => put(`row ${row.id}`, row),
    eachRow: async (visit) => {
      for (const row of all("row")) if (!(await visit(row))) return;
    },
    claim: (id) => get(`claim ${id}`),
    putClaim: (id, claim) => put(`claim ${id}`, claim),
    call: (key) => get(`call ${key}`),
    putCall: (row) => put(`call ${row.call.key}`, row),
    deleteCall: (key) => put(`call ${key}`, undefined),
    callsOf: async (threadId) =>
      all("call").filter(
        (row) => (row as { call: { threadId: string } }).call.threadId === threadId,
      ),
    deleteThread: async () => {
      throw new Error("no thread is deleted here");
    },
    counters: () => get("counters all"),
    putCounters: (counters) => put("counters all", counters),
  };
}
