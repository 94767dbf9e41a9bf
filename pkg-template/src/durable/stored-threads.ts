import { isObject, read } from "../codec/safe-read.js";
import { ChangeQueue } from "./change-queue.js";
import { Doorbell } from "./doorbell.js";
import { HeldTables } from "./held-tables.js";
import { readCall, threadOfBytes } from "./read-stored.js";
import { bytesOfThread, checkThreadId } from "./stored-json.js";
import { readRow, summaryOf } from "./summary.js";
import {
  claimThread,
  deleteThread,
  NeedsRoom,
  putCall,
  type SaveOrder,
  saveThread,
  updateThread,
} from "./thread-changes.js";
import { type OpenThreads, openThreads } from "./thread-locks.js";
import type {
  CallRecord,
  StoredThread,
  SummaryChange,
  ThreadStore,
  ThreadSummary,
  WriteOptions,
} from "./thread-store.js";
import type { ThreadTables } from "./thread-tables.js";

/** The place of a store's tables. */
export interface Medium {
  /** Makes changes in one transaction: all of them or none. */
  transact(isStrict: boolean, work: (tables: ThreadTables) => Promise<void>): Promise<void>;
  /** The same for reading. */
  view<Value>(look: (tables: ThreadTables) => Promise<Value>): Promise<Value>;
  close(): void;
}

/** Options of a store, checked. */
export interface StoreSettings {
  readonly name: string;
  readonly maxBytes: number;
}

interface WaitingRecord {
  call: CallRecord;
  readonly claim: number | undefined;
  written: Promise<void>;
}

/** A store of threads on a medium. */
export class StoredThreads implements ThreadStore {
  readonly name: string;
  readonly #maxBytes: number;
  readonly #medium: Medium;
  readonly #changes: ChangeQueue<ThreadTables>;
  readonly #bell: Doorbell;
  /** Records that wait to be written, by key: a later one of the same call takes their place. */
  readonly #waiting = new Map<string, WaitingRecord>();

  constructor({ name, maxBytes }: StoreSettings, medium: Medium) {
    this.name = name;
    this.#maxBytes = maxBytes;
    this.#medium = medium;
    this.#changes = new ChangeQueue((isStrict, work) =>
      medium.transact(isStrict, async (tables) => {
        const held = new HeldTables(tables);
        await work(held);
        await held.flush();
      }),
    );
    this.#bell = new Doorbell(name);
  }

  async list(): Promise<readonly ThreadSummary[]> {
    const open = await openThreads(this.name);
    return this.#medium.view(async (tables) => {
      const summaries: ThreadSummary[] = [];
      await tables.eachRow(async (stored) => {
        const row = readRow(stored);
        if (row) summaries.push(summaryOf({ ...row, isRunning: isRunning(row, open) }));
        return true;
      });
      return summaries.reverse();
    });
  }

  async load(id: string): Promise<StoredThread | undefined> {
    return this.#medium.view(async (tables) => {
      const thread = threadOfBytes(await tables.bytesOf(id));
      if (thread?.id !== id) return undefined;
      const row = readRow(await tables.row(id));
      // The person may have given it a title since it was saved.
      return row?.title ? { ...thread, title: row.title } : thread;
    });
  }

  async save(thread: StoredThread, options: WriteOptions = {}): Promise<void> {
    checkThreadId(thread.id);
    const { claim, removesOthers = true } = options;
    const bytes = bytesOfThread(thread);
    const write = (open: SaveOrder["open"]): Promise<void> => {
      const order = { thread, bytes, maxBytes: this.#maxBytes, claim, removesOthers, open };
      return this.#changes.add((tables) => saveThread(tables, order), strictness(options));
    };
    try {
      await write("not asked");
    } catch (thrown) {
      if (!(thrown instanceof NeedsRoom)) throw thrown;
      // Not asked inside: a transaction ends while it waits for anything else.
      await write(await openThreads(this.name));
    }
    this.#bell.ring(thread.id);
  }

  async update(id: string, change: SummaryChange): Promise<void> {
    await this.#changes.add((tables) => updateThread(tables, id, change));
    this.#bell.ring(id);
  }

  calls(threadId: string): Promise<readonly CallRecord[]> {
    return this.#medium.view(async (tables) => {
      const rows = await tables.callsOf(threadId);
      return rows.flatMap((row) => {
        const call = isObject(row) ? readCall(read(row, "call")) : undefined;
        return call?.threadId === threadId ? call : [];
      });
    });
  }

  async claim(id: string): Promise<number> {
    checkThreadId(id);
    return this.#changes.add((tables) => claimThread(tables, id));
  }

  record(call: CallRecord, options: WriteOptions = {}): Promise<void> {
    const { claim } = options;
    const waiting = this.#waiting.get(call.key);
    const isStrict = options.durability === "strict";
    if (waiting && waiting.claim === claim && !isStrict) {
      // Nobody could see the record between the two.
      waiting.call = call;
      return waiting.written;
    }
    const next: WaitingRecord = { call, claim, written: Promise.resolve() };
    next.written = this.#changes.add(
      (tables) => {
        if (this.#waiting.get(call.key) === next) this.#waiting.delete(call.key);
        return putCall(tables, { call: next.call, maxBytes: this.#maxBytes, claim });
      },
      { isStrict },
    );
    if (isStrict) this.#waiting.delete(call.key);
    else this.#waiting.set(call.key, next);
    return next.written;
  }

  async delete(id: string): Promise<void> {
    await this.#changes.add((tables) => deleteThread(tables, id), { isStrict: true });
    this.#bell.ring(id);
  }

  subscribe(listener: (id: string) => void): () => void {
    return this.#bell.subscribe(listener);
  }

  close(): void {
    this.#bell.close();
    void this.#changes.idle.then(() => this.#medium.close());
  }
}

/** A tab that died has left its mark. */
function isRunning(
  row: { readonly id: string; readonly isRunning: boolean },
  open: OpenThreads | undefined,
): boolean {
  return row.isRunning && (open?.isHeld(row.id) ?? true);
}

function strictness({ durability }: WriteOptions): { readonly isStrict: boolean } {
  return { isStrict: durability === "strict" };
}
