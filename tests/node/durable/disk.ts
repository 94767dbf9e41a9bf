import type { Medium } from "../../../pkg/dist/durable/stored-threads.js";
import type { ThreadTables } from "../../../pkg/dist/durable/thread-tables.js";
import type { Chance } from "../../support/storm/chance.js";

type Write = readonly [key: string, value: unknown];

/** The moments at which a transaction can be cut off or refused, with the names of its changes. */
export interface DiskUser {
  readonly isDead: boolean;
  /** A moment at which the page may die. It goes on by itself: the caller looks whether the page is dead. */
  boundary(name: string): Promise<void>;
  /** Rejects where the transaction fails; may take long where it is blocked. */
  refuse(names: readonly string[]): Promise<void>;
}

/**
 * A disk that several pages write to. What was written relaxed since the last strict write may be lost when the machine
 * dies. A transaction is made whole or not at all.
 */
export class Disk {
  /** What is on the disk, and what is written but not on it. */
  #base = new Map<string, unknown>();
  #unflushed: Write[][] = [];
  #now = new Map<string, unknown>();
  /** The transactions take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  /** The disk as a page sees it. */
  medium(page: DiskUser): Medium {
    return {
      transact: async (isStrict, work) => {
        await page.boundary("before a transaction");
        const written = await this.#inTurn(async () => {
          if (page.isDead) return [];
          const writes = new Map<string, unknown>();
          await work(tablesOf(this.#now, writes));
          const names = namesOf(writes);
          await page.refuse(names);
          for (const name of names) await page.boundary(`before ${name}`);
          // The browser undoes the transaction of a page that is gone.
          if (!page.isDead) this.#commit([...writes], isStrict);
          return names;
        });
        for (const name of written) await page.boundary(`after ${name}`);
        if (page.isDead) await new Promise(() => {});
      },
      view: async (look) => {
        await page.boundary("before a read");
        const seen = await this.#inTurn(async () => {
          await page.refuse(["a read"]);
          return look(tablesOf(this.#now, new Map()));
        });
        await page.boundary("after a read");
        if (page.isDead) await new Promise(() => {});
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

  #commit(writes: Write[], isStrict: boolean): void {
    apply(this.#now, writes);
    this.#unflushed.push(writes);
    if (isStrict) this.#flush();
  }

  #flush(): void {
    for (const writes of this.#unflushed) apply(this.#base, writes);
    this.#unflushed = [];
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function apply(entries: Map<string, unknown>, writes: readonly Write[]): void {
  for (const [key, value] of writes) {
    if (value === undefined) entries.delete(key);
    else entries.set(key, value);
  }
}

/** The changes of a transaction, by what they mean to a call or a thread. */
function namesOf(writes: ReadonlyMap<string, unknown>): string[] {
  const names = new Set<string>();
  for (const [key, value] of writes) {
    const kind = key.slice(0, key.indexOf(" "));
    if (kind === "call" && value === undefined) names.add("a record removed");
    else if (kind === "call") names.add((value as { call: { phase: string } }).call.phase);
    else if (kind === "claim" && value === undefined) names.add("a thread deleted");
    else if (kind === "claim") names.add("a claim");
    else if (kind === "bytes" && value !== undefined) {
      const thread = JSON.parse(new TextDecoder().decode(value as Uint8Array)) as { run?: object };
      names.add(thread.run ? "a thread with its run" : "a thread");
    }
  }
  return [...names];
}

function tablesOf(entries: Map<string, unknown>, writes: Map<string, unknown>): ThreadTables {
  const get = async (key: string): Promise<unknown> =>
    structuredClone(writes.has(key) ? writes.get(key) : entries.get(key));
  const put = async (key: string, value: unknown): Promise<void> => {
    writes.set(key, structuredClone(value));
  };
  const all = (kind: string): unknown[] =>
    [...new Map([...entries, ...writes])].flatMap(([key, value]) =>
      key.startsWith(`${kind} `) && value !== undefined ? [structuredClone(value)] : [],
    );
  const callsOf = (threadId: string): { call: { key: string; threadId: string } }[] =>
    (all("call") as { call: { key: string; threadId: string } }[]).filter(
      ({ call }) => call.threadId === threadId,
    );
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
    callsOf: async (threadId) => callsOf(threadId),
    deleteThread: async (id) => {
      for (const kind of ["bytes", "row", "claim"]) await put(`${kind} ${id}`, undefined);
      for (const { call } of callsOf(id)) await put(`call ${call.key}`, undefined);
    },
    counters: () => get("counters all"),
    putCounters: (counters) => put("counters all", counters),
  };
}
