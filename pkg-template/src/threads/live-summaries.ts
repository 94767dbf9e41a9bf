import { messageOf } from "../codec/describe.js";
import type { ThreadStore, ThreadSummary } from "../durable/thread-store.js";
import { readSummaries } from "./read-summary.js";

/** The shortest time between two readings of the store that changes bring about, in milliseconds. */
const PAUSE = 100;

/**
 * The summaries of a store, read again when it changes: once for all changes that come while it is read, or shortly
 * after.
 */
export class LiveSummaries {
  readonly #store: ThreadStore;
  readonly #changed: () => void;
  readonly #unsubscribe: () => void;
  readonly ready: Promise<void>;
  #threads: readonly ThreadSummary[] = [];
  #failure: Error | undefined;
  /** The reading that is under way, and the one that is to follow it. */
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The store has changed during the pause. */
  #hasChanged = false;
  #isClosed = false;

  /** @param changed is called when the summaries or the failure are others than before. */
  constructor(store: ThreadStore, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#unsubscribe = store.subscribe(() => this.#readSoon());
    this.ready = this.refresh();
  }

  get threads(): readonly ThreadSummary[] {
    return this.#threads;
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Reads the store, and resolves when what it held at this moment is known. Never rejects. */
  refresh(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
      return this.#reading;
    }
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      return this.refresh();
    });
    return this.#next;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  /** Reads at once after a quiet time, and then once for all changes of a pause. */
  #readSoon(): void {
    this.#hasChanged = true;
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#hasChanged = false;
    void this.refresh();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#hasChanged) this.#readSoon();
    }, PAUSE);
  }

  async #read(): Promise<void> {
    let failure: Error | undefined;
    let threads = this.#threads;
    try {
      threads = readSummaries(await this.#store.list());
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown : new Error(messageOf(thrown));
    }
    if (this.#isClosed) return;
    const kept = withEarlier(threads, this.#threads);
    const isSame = !failure && !this.#failure && kept === this.#threads;
    this.#threads = kept;
    this.#failure = failure;
    if (!isSame) this.#changed();
  }
}

/** The summaries with the earlier object for each that is unchanged; the earlier list where all are. */
function withEarlier(
  threads: readonly ThreadSummary[],
  earlier: readonly ThreadSummary[],
): readonly ThreadSummary[] {
  const byId = new Map(earlier.map((each) => [each.id, each]));
  const merged = threads.map((each) => {
    const before = byId.get(each.id);
    return before && isSameSummary(each, before) ? before : each;
  });
  const isSame =
    merged.length === earlier.length && merged.every((each, at) => each === earlier[at]);
  return isSame ? earlier : merged;
}

function isSameSummary(one: ThreadSummary, other: ThreadSummary): boolean {
  return (Object.keys(one) as (keyof ThreadSummary)[]).every((key) => one[key] === other[key]);
}
