import { ToolFailure } from "../errors/tool-failure.js";
import { late, race } from "../execution/race.js";
import { type CallRecord, StaleClaimError, type ThreadStore } from "./thread-store.js";

/**
 * The longest wait for a record to be on disk, in milliseconds. A call whose start can't be recorded in this time is
 * not run.
 */
const LONGEST_WRITE = 10_000;

/** The part of a keeper that a log of calls needs. */
export interface CallWriterHost {
  readonly store: ThreadStore;
  /**
   * The number of the tab's claim on the thread; `undefined` where the store can't be used, and nothing is recorded.
   */
  readonly claim: number | undefined;
  readonly durability: "preferred" | "required";
  /** True while this tab acts for the thread. */
  readonly isActing: boolean;
  /** True while the store may have a run under way: the next page runs its calls that have no record. */
  readonly mayRunAgain: boolean;
  /** Something could not be stored. */
  failed(thrown: unknown): void;
  /** Another tab has taken over. */
  lost(): void;
}

/** Writes the records of one thread's calls. */
export class CallWriter {
  readonly #host: CallWriterHost;

  constructor(host: CallWriterHost) {
    this.#host = host;
  }

  get isActing(): boolean {
    return this.#host.isActing;
  }

  /** Writes a record, not awaiting the disk; resolves to whether the store has taken it. Never rejects. */
  async write(record: CallRecord): Promise<boolean> {
    const { store, claim } = this.#host;
    try {
      if (!this.#host.isActing || claim === undefined) return false;
      await store.record(record, { claim, durability: "relaxed" });
      return true;
    } catch (thrown) {
      this.#report(thrown);
      return false;
    }
  }

  /**
   * Writes that a call begins, on disk. Where that can't be done, a call of which nothing is stored goes on without a
   * record, unless the page requires one. A call that is stored as not begun, also as one of a run that the next page
   * takes up, must not begin: that page would run it, or tell the model that it did not run.
   *
   * @throws {ToolFailure} when the call must not begin.
   */
  async begin(record: CallRecord, isAnnounced: Promise<boolean>): Promise<void> {
    const { store, claim, durability } = this.#host;
    if (!this.#host.isActing) throw takenOver();
    if (claim === undefined) {
      if (durability === "required") throw notRecorded();
      return;
    }
    try {
      const written = store.record(record, { claim, durability: "strict" });
      if ((await race(written, { timeout: LONGEST_WRITE })) !== late) return;
      this.#host.failed(new Error(`The store has not answered for ${LONGEST_WRITE} ms.`));
      throw notRecorded();
    } catch (thrown) {
      if (thrown instanceof ToolFailure) throw thrown;
      this.#report(thrown);
      if (isStale(thrown)) throw takenOver();
      const isStored = await race(isAnnounced, { timeout: LONGEST_WRITE });
      const mustBe = durability === "required" || this.#host.mayRunAgain;
      if (mustBe || isStored !== false) throw notRecorded();
    }
  }

  #report(thrown: unknown): void {
    if (isStale(thrown)) this.#host.lost();
    else this.#host.failed(thrown);
  }
}

/** Returns true for the error of a write by a tab that does not act any more, also of another copy of the package. */
export function isStale(thrown: unknown): boolean {
  return thrown instanceof StaleClaimError || (thrown as Error | null)?.name === "StaleClaimError";
}

/** The failure of a call that another tab will answer. */
export function takenOver(): ToolFailure {
  return new ToolFailure("The tool was not run: another tab has taken over this conversation.", {
    category: "cancelled",
    code: "taken_over",
    retryable: false,
  });
}

function notRecorded(): ToolFailure {
  return new ToolFailure(
    "The tool was not run: its start could not be recorded in the browser's storage. Nothing has happened.",
    { category: "permanent", code: "not_recorded", retryable: false },
  );
}
