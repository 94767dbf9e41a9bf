import type { Interrupt, Message, State } from "@ag-ui/core";

/** A thread as a list shows it. Times are epoch milliseconds. */
export interface ThreadSummary {
  readonly id: string;
  /** The person's own title, else the beginning of their first message; empty for a thread without one. */
  readonly title: string;
  readonly createdAt: number;
  /** The time of the last change of its messages. */
  readonly updatedAt: number;
  /** Bytes that the thread takes in the store. */
  readonly bytes: number;
  /** A tab runs its loop. */
  readonly isRunning: boolean;
  /** Messages of the assistant that nobody has seen. */
  readonly unread: number;
}

/** A run that was under way when its thread was saved, and that its server keeps. */
export interface StoredRun {
  readonly runId: string;
  /** The number of messages, from the first one, that the thread had before the run. */
  readonly messages: number;
  /** The state before the run. */
  readonly state: State;
}

/** A thread as it is kept. */
export interface StoredThread {
  readonly id: string;
  /** The title that a person gave. */
  readonly title?: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly messages: readonly Message[];
  readonly state: State;
  /** The interrupts that the backend waits for. */
  readonly interrupts: readonly Interrupt[];
  /** The tab that wrote it was running its loop. */
  readonly isRunning?: boolean | undefined;
  /** The run that was under way, where it can be taken up. */
  readonly run?: StoredRun | undefined;
}

/** The progress of a call that its record proves. Each phase but `ended` is written before it happens. */
export type CallPhase = "announced" | "approved" | "begun" | "ended";

/** The record of one call of a thread. */
export interface CallRecord {
  /** Its idempotency key: one record for a call, in every tab. */
  readonly key: string;
  readonly threadId: string;
  readonly messageId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly phase: CallPhase;
  /** Attempts that have begun. */
  readonly attempts: number;
  /**
   * True if `begun` is on disk before the handler starts: then a record without it proves that the handler did not
   * start. Set when the call is announced, for tools that are not `idempotent`.
   */
  readonly isStrict?: boolean | undefined;
  /** The arguments as a person changed them before they approved, as JSON text. */
  readonly editedArgs?: string | undefined;
  /** The call is meant to outlive its page: it navigates (`metadata.continues`). */
  readonly continues?: boolean | undefined;
  /** The time of writing, in epoch milliseconds. */
  readonly at: number;
  /** The answer that the model is given, once it has ended. */
  readonly answer?: Message | undefined;
}

/** `strict` settles when the record is on disk, `relaxed` when the store has taken it. */
export interface WriteOptions {
  readonly durability?: "strict" | "relaxed";
  /**
   * The number that `claim()` gave the tab that acts for the thread. A write by any other number than the last one
   * changes nothing and rejects with a `StaleClaimError`: another tab has taken over.
   */
  readonly claim?: number;
  /** Whether other threads may be removed to make room for a thread; if not, the save rejects instead. @default true */
  readonly removesOthers?: boolean;
}

/** Another tab acts for the thread: this one must write nothing more, and run nothing. */
export class StaleClaimError extends Error {
  override readonly name = "StaleClaimError";

  constructor() {
    super("Another tab has taken over this thread.");
  }
}

/** A change of a summary. */
export interface SummaryChange {
  readonly title?: string;
  readonly isRunning?: boolean;
  /** Everything up to now has been seen. */
  readonly isRead?: boolean;
}

/**
 * A store of threads. Every method may reject, as for a full disk; the page goes on without the record. What it gives is checked
 * before it is used: other code of the origin may have written it.
 */
export interface ThreadStore {
  /** The name of the store: tabs with a store of one name and kind share its threads, locks and doorbell. */
  readonly name: string;
  /** All threads, those that changed last first. */
  list(): Promise<readonly ThreadSummary[]>;
  load(id: string): Promise<StoredThread | undefined>;
  save(thread: StoredThread, options?: WriteOptions): Promise<void>;
  update(id: string, change: SummaryChange): Promise<void>;
  /** The records of a thread's calls, in the order in which they were written first. */
  calls(threadId: string): Promise<readonly CallRecord[]>;
  /**
   * Makes the caller the one that may write to a thread, whether it is stored or not, durably: writes by an earlier
   * claim are refused from then on. What was written before is in what `load()` and `calls()` give afterwards.
   */
  claim(id: string): Promise<number>;
  /** Writes a call's record in the place of its last one. */
  record(call: CallRecord, options?: WriteOptions): Promise<void>;
  /** Deletes a thread with its records, for good. */
  delete(id: string): Promise<void>;
  /** Calls the listener with the id of each thread that this or another tab has changed. Returns what ends it. */
  subscribe(listener: (id: string) => void): () => void;
  close(): void;
}
