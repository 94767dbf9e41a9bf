/**
 * Where conversations are kept between requests when several processes serve them. It gives an order: a text is saved only over the
 * version that was read, and only by the process that holds the conversation's lease.
 *
 * An id is 64 hexadecimal digits: see `ReasonerStore`. Times are counted by the store's own clock.
 */
export interface ConversationStore {
  /** The text that was saved last, with its version; nothing when there is none. */
  load(id: string): Promise<StoredText | undefined>;
  /**
   * Saves a text in the place of the version that was read, and returns the new version.
   *
   * @throws {StoreConflictError} when the version is another (`code: "version"`), or a later lease was given (`code: "fenced"`).
   */
  save(id: string, text: string, condition: SaveCondition): Promise<string>;
  /** Gives the lease to a process, if nobody holds it. Else the holder is told at its next `renew()` that it is wanted. */
  acquire(id: string, request: LeaseRequest): Promise<Lease | Busy>;
  /** Prolongs a lease. `wanted`: prolonged, but another process waits for it. `lost`: it ran out and was given away or deleted. */
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
  /** How long it lasts unless it is renewed, in milliseconds. */
  readonly ttl: number;
}

export interface Lease {
  /** The fencing token: higher than that of every lease of this conversation before. */
  readonly token: number;
}

export interface Busy {
  /** When the lease runs out unless it is renewed: milliseconds from now. */
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
