/**
 * A store of conversations between requests, for several processes that serve them. It gives an order: a text is saved only over the
 * version that was read, and only by the process that holds the conversation's lease.
 *
 * An id is 64 hexadecimal digits: see `ReasonerStore`. Times are counted by the store's own clock. A lease that ran out still counts until
 * it is given away: its holder may save and renew. One that was given back does not.
 */
export interface ConversationStore {
  /** The text that was saved last, with its version; nothing when there is none. */
  load(id: string): Promise<StoredText | undefined>;
  /**
   * Saves a text in the place of the version that was read, and returns the new version. The text is any string of at most 64 MiB of
   * UTF-8.
   *
   * @throws {StoreConflictError} when the version is another (`code: "version"`), or the token is not that of the lease in force: a later
   * lease was given, this one was given back, or the store has forgotten the conversation (`code: "fenced"`).
   * @throws {RangeError} when the text is longer.
   */
  save(id: string, text: string, condition: SaveCondition): Promise<string>;
  /**
   * Gives the lease to a process, if no other one holds it. Otherwise the next `renew()` of the holder returns `wanted`. A holder that
   * acquires again gets a new lease, and its earlier one is lost.
   */
  acquire(id: string, request: LeaseRequest): Promise<Lease | Busy>;
  /**
   * Prolongs a lease. `wanted`: prolonged, but another process waits for it. `lost`: it was given away, given back, or the store has
   * forgotten the conversation.
   */
  renew(id: string, token: number, ttl: number): Promise<"held" | "wanted" | "lost">;
  /** Gives a lease back. Nothing happens for one that is lost. */
  release(id: string, token: number): Promise<void>;
  /** Calls back when a lease may have become free or wanted. Without it the process asks again after a time. */
  watch?(id: string, ring: () => void): Promise<() => void>;
  /** Lets go of connections that the store has opened itself. */
  close(): Promise<void>;
}

export interface StoredText {
  readonly text: string;
  /** Another one after each save. */
  readonly version: string;
}

export interface SaveCondition {
  /** The version that was read; `null` for a conversation that is new. */
  readonly ifVersion: string | null;
  /** The fencing token of the lease. */
  readonly token: number;
}

export interface LeaseRequest {
  /** The process, by an id of its own. */
  readonly holder: string;
  /** The time that it lasts unless it is renewed, in milliseconds. */
  readonly ttl: number;
}

export interface Lease {
  /** The fencing token: higher than that of every lease of this conversation before. */
  readonly token: number;
}

export interface Busy {
  /** The milliseconds until the lease runs out, unless it is renewed. */
  readonly busyFor: number;
}

/** A text was not saved, since the store holds something newer. */
export class StoreConflictError extends Error {
  override readonly name = "StoreConflictError";
  readonly code: "version" | "fenced";

  constructor(code: "version" | "fenced") {
    super(
      code === "version"
        ? "The conversation was not saved: another process has saved a newer version."
        : "The conversation was not saved: another process holds its lease.",
    );
    this.code = code;
  }
}

/** The store could not be reached in time. A save may or may not have happened. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  readonly code = "store_unavailable";

  constructor(store: string, cause: unknown) {
    super(`${store} could not be reached in time. See the cause.`, { cause });
  }
}
