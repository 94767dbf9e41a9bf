import {
  conversationStart,
  loadRawConversation,
  type RawConversations,
} from "../../conversation/load.js";
import { init } from "../../loading/init.js";
import { hashOf } from "../key.js";
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
  /** What it is known by in this process. */
  readonly key: string;
  /** Which start of the module has it. */
  readonly start: number;
  /** Rejects when it can't be opened. */
  readonly opening: Promise<Ledger>;
  /** Once it is open. A worker's request must not wait for a promise of an earlier one, even for one that is settled. */
  ledger?: Ledger;
  /** Calls whose server's part runs, of whatever request. Never rejects. */
  readonly running: Map<string, Promise<unknown>>;
  /** The request that is answered; none once it has ended: in a worker nothing of it may be touched then. */
  current: AbortController | undefined;
  /** Requests and calls that still need it. */
  users: number;
  /** The last write to the store, as long as it goes on. Never rejects. */
  saving: Promise<void> | undefined;
  weight: number;
}

/** The conversations that this process knows; those that were used least recently come first. */
export class Conversations {
  readonly #live = new Map<string, Live>();
  readonly #settings: LedgerSettings;
  readonly #most: number;
  readonly #store: ReasonerStore | undefined;
  /** The module, once a conversation was opened. */
  #module: RawConversations | undefined;
  #bytes = 0;

  constructor(settings: LedgerSettings, most: number, store: ReasonerStore | undefined) {
    this.#settings = settings;
    this.#most = most;
    this.#store = store;
  }

  /** Whether there is a store, whose writes take time. */
  get isStored(): boolean {
    return this.#store !== undefined;
  }

  /** A request comes in: an older one of the same conversation is over. */
  enter(key: string, request: AbortController, log: ReasonerLog): Live {
    const known = this.#live.get(key);
    // What an earlier start of the module had is gone.
    if (known && known.start !== conversationStart()) this.#drop(known);
    const live = this.#live.get(key) ?? this.#open(key, log);
    this.#live.delete(key);
    this.#live.set(key, live);
    live.users += 1;
    const older = live.current;
    live.current = request;
    try {
      older?.abort(new TakenOver("A newer request of the conversation has taken over."));
    } catch (thrown) {
      // A worker lets no request touch what another waits for. The older one finds that its turn is over.
      log.exception("Execute", thrown);
    }
    return live;
  }

  /** A call still needs it; until what this gives is called. */
  stay(live: Live): () => void {
    live.users += 1;
    return () => this.leave(live);
  }

  /** A request has ended: a newer one has nothing to stop. */
  ended(live: Live, request: AbortController): void {
    if (live.current === request) live.current = undefined;
  }

  /** A request, or a call, needs it no more. */
  leave(live: Live): void {
    live.users -= 1;
    if (live.users > 0) return;
    if (this.#store) {
      const drop = (): void => {
        if (live.users === 0) this.#drop(live);
      };
      if (live.saving) void live.saving.then(drop);
      else drop();
      return;
    }
    if (live.ledger) this.#keep(live, live.ledger);
    else {
      void live.opening.then(
        (ledger) => this.#keep(live, ledger),
        // One that could not be opened is tried again.
        () => this.#drop(live),
      );
    }
  }

  /** Writes it down, if there is a store. Never rejects. */
  save(live: Live, ledger: Ledger, log: ReasonerLog): Promise<void> {
    const store = this.#store;
    if (!store) return Promise.resolve();
    const write = async (): Promise<void> => {
      try {
        await store.save(ledger.id, ledger.snapshot());
      } catch (thrown) {
        log.exception("Store", thrown);
      }
    };
    const saving = live.saving ? live.saving.then(write) : write();
    live.saving = saving;
    return saving.then(() => {
      if (live.saving === saving) live.saving = undefined;
    });
  }

  #keep(live: Live, ledger: Ledger): void {
    if (live.users > 0 || this.#live.get(live.key) !== live) return;
    this.#bytes -= live.weight;
    live.weight = ledger.weight;
    this.#bytes += live.weight;
    this.#trim();
  }

  #open(key: string, log: ReasonerLog): Live {
    const ledger = this.#ready(key);
    const opening = ledger ? Promise.resolve(ledger) : this.#ledger(key, log);
    const running = new Map<string, Promise<unknown>>();
    const live: Live = {
      ...{ key, opening, running, current: undefined, saving: undefined, users: 0, weight: 0 },
      start: conversationStart(),
      ...(ledger && { ledger }),
    };
    opening.then(
      (opened) => {
        live.ledger = opened;
      },
      // Whoever asks for it hears of it.
      () => {},
    );
    return live;
  }

  /** A ledger at once: without a store there is nothing to wait for but the module, and no one else to know it by its hash. */
  #ready(key: string): Ledger | undefined {
    if (!this.#module || this.#store) return undefined;
    try {
      return new Ledger(this.#module, key, this.#settings);
    } catch {
      // Whoever waits for the conversation hears why.
      return undefined;
    }
  }

  /** Outside of this process a conversation is known by its key's hash: the key has what a client has made up. */
  async #ledger(key: string, log: ReasonerLog): Promise<Ledger> {
    const id = await hashOf(key);
    const [module, snapshot] = await Promise.all([
      loadRawConversation(),
      this.#load(id, log),
      init(),
    ]);
    this.#module = module;
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
    if (this.#live.get(live.key) !== live) return;
    this.#live.delete(live.key);
    this.#bytes -= live.weight;
    if (live.ledger) live.ledger.free();
    else {
      void live.opening.then(
        (ledger) => ledger.free(),
        () => {},
      );
    }
  }
}
