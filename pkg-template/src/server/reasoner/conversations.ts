import { loadRawConversation } from "../../conversation/load.js";
import { init } from "../../loading/init.js";
import { Ledger, type LedgerSettings } from "./ledger.js";
import type { ReasonerLog } from "./reasoner-log.js";
import type { ReasonerStore } from "./store.js";

/** Bytes that conversations in which nothing happens may hold, all together. */
const MOST_BYTES = 268_435_456;

/** Characters of a text that a store gives. */
const LONGEST_SNAPSHOT = 67_108_864;

/** A newer request of the conversation has begun. */
export class TakenOver extends Error {
  override readonly name = "AbortError";
}

/** A conversation that this process knows. */
export interface Live {
  readonly id: string;
  /** Rejects when it can't be opened. */
  readonly opening: Promise<Ledger>;
  /** Calls whose server's part runs, of whatever request. Never rejects. */
  readonly running: Map<string, Promise<unknown>>;
  /** The request that is answered. */
  current?: AbortController;
  /** Requests and calls that still need it. */
  users: number;
  /** The last write to the store. Never rejects. */
  saving: Promise<void>;
  weight: number;
}

/** The conversations that this process knows; those that were used least recently come first. */
export class Conversations {
  readonly #live = new Map<string, Live>();
  readonly #settings: LedgerSettings;
  readonly #most: number;
  readonly #store: ReasonerStore | undefined;
  #bytes = 0;

  constructor(settings: LedgerSettings, most: number, store: ReasonerStore | undefined) {
    this.#settings = settings;
    this.#most = most;
    this.#store = store;
  }

  /** A request comes in: an older one of the same conversation is over. */
  enter(id: string, request: AbortController, log: ReasonerLog): Live {
    const live = this.#live.get(id) ?? this.#open(id, log);
    this.#live.delete(id);
    this.#live.set(id, live);
    live.users += 1;
    live.current?.abort(new TakenOver("A newer request of the conversation has taken over."));
    live.current = request;
    return live;
  }

  /** A call still needs it; until what this gives is called. */
  stay(live: Live): () => void {
    live.users += 1;
    return () => this.leave(live);
  }

  /** A request, or a call, needs it no more. */
  leave(live: Live): void {
    live.users -= 1;
    if (live.users > 0) return;
    if (this.#store) {
      void live.saving.then(() => {
        if (live.users === 0) this.#drop(live);
      });
      return;
    }
    void live.opening.then(
      (ledger) => {
        if (live.users > 0 || this.#live.get(live.id) !== live) return;
        this.#bytes -= live.weight;
        live.weight = ledger.weight;
        this.#bytes += live.weight;
        this.#trim();
      },
      // One that could not be opened is tried again.
      () => this.#drop(live),
    );
  }

  /** Writes it down, if there is a store. Never rejects. */
  save(live: Live, ledger: Ledger, log: ReasonerLog): Promise<void> {
    const store = this.#store;
    if (!store) return live.saving;
    live.saving = live.saving.then(async () => {
      try {
        await store.save(live.id, ledger.snapshot());
      } catch (thrown) {
        log.exception("Store", thrown);
      }
    });
    return live.saving;
  }

  #open(id: string, log: ReasonerLog): Live {
    const opening = this.#ledger(id, log);
    // Whoever asks for it hears of it.
    opening.catch(() => {});
    const saving = Promise.resolve();
    return { id, opening, saving, running: new Map(), users: 0, weight: 0 };
  }

  async #ledger(id: string, log: ReasonerLog): Promise<Ledger> {
    const [module, snapshot] = await Promise.all([
      loadRawConversation(),
      this.#load(id, log),
      init(),
    ]);
    try {
      return new Ledger(module, id, this.#settings, snapshot);
    } catch (thrown) {
      if (snapshot === undefined) throw thrown;
      log.exception("Store", thrown);
      return new Ledger(module, id, this.#settings);
    }
  }

  async #load(id: string, log: ReasonerLog): Promise<string | undefined> {
    if (!this.#store) return undefined;
    try {
      const text = await this.#store.load(id);
      if (text === undefined || text === null) return undefined;
      if (typeof text === "string" && text.length <= LONGEST_SNAPSHOT) return text;
      throw new TypeError("load() gave something else than a text that was saved.");
    } catch (thrown) {
      log.exception("Store", thrown);
      return undefined;
    }
  }

  #trim(): void {
    for (const live of this.#live.values()) {
      if (this.#live.size <= this.#most && this.#bytes <= MOST_BYTES) return;
      if (live.users === 0) this.#drop(live);
    }
  }

  #drop(live: Live): void {
    if (this.#live.get(live.id) !== live) return;
    this.#live.delete(live.id);
    this.#bytes -= live.weight;
    void live.opening.then(
      (ledger) => ledger.free(),
      () => {},
    );
  }
}
