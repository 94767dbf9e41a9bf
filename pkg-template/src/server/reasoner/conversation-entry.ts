import type { ConversationKeeper } from "../leases/keeper.js";
import type { Ledger } from "./ledger.js";

/** A newer request of the conversation has begun. */
export class TakenOver extends Error {
  override readonly name = "AbortError";
}

/** A conversation that this process knows. */
export interface ConversationEntry {
  /** Its key in this process. */
  readonly key: string;
  /** The start of the module that has it. */
  readonly start: number;
  /** Rejects when it can't be opened. */
  readonly opening: Promise<Ledger>;
  /**
   * Once it is open. A worker's request must not wait for a promise of an earlier one, even for one that is settled.
   */
  ledger?: Ledger;
  /** Keeps its text outside of this process; none without a store. */
  keeper: ConversationKeeper | undefined;
  /** Calls whose server's part runs, of whatever request. Never rejects. */
  readonly running: Map<string, Promise<unknown>>;
  /** The request that is answered; none once it has ended: in a worker nothing of it may be touched then. */
  current: AbortController | undefined;
  /** The number of requests that it was opened for, and that came meanwhile. */
  requests: number;
  /** Requests and calls that still need it. */
  users: number;
  /** The last write to the store, as long as it goes on. Never rejects. */
  saving: Promise<void> | undefined;
  /** Whether the next request must open it anew, since another process waits for it or has it. */
  isGivenUp: boolean;
  /** Once nobody needs it: settles when it is given back. Never rejects. */
  closed: Promise<void> | undefined;
  isFreed: boolean;
  weight: number;
}
