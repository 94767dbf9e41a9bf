import {
  conversationStart,
  loadRawConversation,
  type RawConversations,
} from "../../conversation/load.js";
import type { ConversationSettings } from "../../conversation/raw.js";
import { init } from "../../loading/init.js";
import { hashOf } from "../key.js";
import { Ledger } from "./ledger.js";
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
export interface ConversationEntry {
  /** Its key in this process. */
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
export class ReasonerConversations {
  readonly #entries = new Map<string, ConversationEntry>();
  readonly #settings: ConversationSettings;
  readonly #most: number;
  readonly #store: ReasonerStore | undefined;
  /** The module, once a conversation was opened. */
  #module: RawConversations | undefined;
  #bytes = 0;

  constructor(settings: ConversationSettings, most: number, store: ReasonerStore | undefined) {
    this.#settings = settings;
    this.#most = most;
    this.#store = store;
  }

  /** Returns true if there is a store, whose writes take time. */
  get isStored(): boolean {
    return this.#store !== undefined;
  }

  /** A request comes in: an older one of the same conversation is over. */
  enter(key: string, request: AbortController, log: ReasonerLog): ConversationEntry {
    const known = this.#entries.get(key);
    // Entries of an earlier start of the module are gone.
    if (known && known.start !== conversationStart()) this.#drop(known);
    const entry = this.#entries.get(key) ?? this.#open(key, log);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.users += 1;
    const older = entry.current;
    entry.current = request;
    try {
      older?.abort(new TakenOver("A newer request of the conversation has taken over."));
    } catch (thrown) {
      // A worker lets no request touch what another waits for. The older one finds that its turn is over.
      log.exception("Execute", thrown);
    }
    return entry;
  }

  /** A call still needs it; until what this gives is called. */
  stay(entry: ConversationEntry): () => void {
    entry.users += 1;
    return () => this.leave(entry);
  }

  /** A request has ended: a newer one has nothing to stop. */
  ended(entry: ConversationEntry, request: AbortController): void {
    if (entry.current === request) entry.current = undefined;
  }

  /** A request, or a call, needs it no more. */
  leave(entry: ConversationEntry): void {
    entry.users -= 1;
    if (entry.users > 0) return;
    if (this.#store) {
      const drop = (): void => {
        if (entry.users === 0) this.#drop(entry);
      };
      if (entry.saving) void entry.saving.then(drop);
      else drop();
      return;
    }
    if (entry.ledger) this.#keep(entry, entry.ledger);
    else {
      void entry.opening.then(
        (ledger) => this.#keep(entry, ledger),
        // One that could not be opened is tried again.
        () => this.#drop(entry),
      );
    }
  }

  /** Writes it down, if there is a store. Never rejects. */
  save(entry: ConversationEntry, ledger: Ledger, log: ReasonerLog): Promise<void> {
    const store = this.#store;
    if (!store) return Promise.resolve();
    const write = async (): Promise<void> => {
      try {
        await store.save(ledger.id, ledger.snapshot());
      } catch (thrown) {
        log.exception("Store", thrown);
      }
    };
    const saving = entry.saving ? entry.saving.then(write) : write();
    entry.saving = saving;
    return saving.then(() => {
      if (entry.saving === saving) entry.saving = undefined;
    });
  }

  #keep(entry: ConversationEntry, ledger: Ledger): void {
    if (entry.users > 0 || this.#entries.get(entry.key) !== entry) return;
    this.#bytes -= entry.weight;
    entry.weight = ledger.weight;
    this.#bytes += entry.weight;
    this.#trim();
  }

  #open(key: string, log: ReasonerLog): ConversationEntry {
    const ledger = this.#ready(key);
    const opening = ledger ? Promise.resolve(ledger) : this.#ledger(key, log);
    const running = new Map<string, Promise<unknown>>();
    const entry: ConversationEntry = {
      ...{ key, opening, running, current: undefined, saving: undefined, users: 0, weight: 0 },
      start: conversationStart(),
      ...(ledger && { ledger }),
    };
    opening.then(
      (opened) => {
        entry.ledger = opened;
      },
      // Whoever asks for it hears of it.
      () => {},
    );
    return entry;
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
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= this.#most && this.#bytes <= MOST_BYTES) return;
      if (entry.users === 0) this.#drop(entry);
    }
  }

  #drop(entry: ConversationEntry): void {
    if (this.#entries.get(entry.key) !== entry) return;
    this.#entries.delete(entry.key);
    this.#bytes -= entry.weight;
    if (entry.ledger) entry.ledger.free();
    else {
      void entry.opening.then(
        (ledger) => ledger.free(),
        () => {},
      );
    }
  }
}
