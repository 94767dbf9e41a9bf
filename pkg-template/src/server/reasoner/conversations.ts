import {
  conversationStart,
  loadRawConversation,
  type RawConversations,
} from "../../conversation/load.js";
import type { ConversationSettings } from "../../conversation/raw.js";
import { init } from "../../loading/init.js";
import { hashOf } from "../key.js";
import type { ConversationKeeper } from "../leases/keeper.js";
import { type ConversationEntry, TakenOver } from "./conversation-entry.js";
import { Ledger } from "./ledger.js";
import type { ReasonerLog } from "./reasoner-log.js";

/** Bytes that conversations in which nothing happens may hold, all together. */
const MOST_BYTES = 268_435_456;

/** Events of an entry's keeper. */
export interface EntryEvents {
  /** Another process waits for the conversation. */
  wanted(): void;
  lost(error: Error): void;
  failed(thrown: unknown): void;
}

/** Makes what keeps a conversation outside of this process. */
export type KeeperMaker = (id: string, events: EntryEvents) => ConversationKeeper;

/** The conversations that this process knows; those that were used least recently come first. */
export class ReasonerConversations {
  readonly #entries = new Map<string, ConversationEntry>();
  /** Those that are in use, also where the next request of the conversation opens it anew. */
  readonly #used = new Set<ConversationEntry>();
  /** Called once none is in use. */
  readonly #waiting: (() => void)[] = [];
  readonly #settings: ConversationSettings;
  readonly #most: number;
  readonly #keeperOf: KeeperMaker | undefined;
  /** The module, once a conversation was opened. */
  #module: RawConversations | undefined;
  #bytes = 0;

  constructor(settings: ConversationSettings, most: number, keeperOf: KeeperMaker | undefined) {
    this.#settings = settings;
    this.#most = most;
    this.#keeperOf = keeperOf;
  }

  /** Returns true if there is a store, whose writes take time. */
  get isStored(): boolean {
    return this.#keeperOf !== undefined;
  }

  /** The conversations that requests or calls need now. */
  get used(): readonly ConversationEntry[] {
    return [...this.#used];
  }

  /** Settles once no request and no call needs any, and they are given back. */
  idle(): Promise<void> {
    if (this.#used.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A request comes in: an older one of the same conversation is over. */
  enter(key: string, request: AbortController, log: ReasonerLog): ConversationEntry {
    const known = this.#entries.get(key);
    // Entries of an earlier start of the module are gone.
    if (known && known.start !== conversationStart()) this.#drop(known);
    else if (known?.isGivenUp || known?.closed) this.#forget(known);
    const entry = this.#entries.get(key) ?? this.#open(key, log);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#used.add(entry);
    entry.users += 1;
    entry.requests += 1;
    const older = entry.current;
    entry.current = request;
    this.#abort(older, new TakenOver("A newer request of the conversation has taken over."), log);
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
    if (this.#keeperOf) {
      if (entry.saving) void entry.saving.then(() => this.#letGo(entry));
      else this.#letGo(entry);
      return;
    }
    this.#unused(entry);
    if (entry.ledger) this.#keep(entry, entry.ledger);
    else {
      void entry.opening.then(
        (ledger) => this.#keep(entry, ledger),
        // One that could not be opened is tried again.
        () => this.#drop(entry),
      );
    }
  }

  /** Writes it down, if there is a store. @throws {Error} when it is not saved, with leases. */
  save(entry: ConversationEntry, ledger: Ledger, log: ReasonerLog): Promise<void> {
    const { keeper } = entry;
    if (!keeper) return Promise.resolve();
    const report = (thrown: unknown): void => void log.exception("Store", thrown);
    const made = keeper.save(() => ledger.snapshot(), report);
    const saving = made.catch(() => {});
    entry.saving = saving;
    void saving.then(() => {
      if (entry.saving === saving) entry.saving = undefined;
    });
    return made;
  }

  /** Stops the request of a conversation. */
  abort(entry: ConversationEntry, reason: Error, log: ReasonerLog): void {
    this.#abort(entry.current, reason, log);
  }

  #abort(request: AbortController | undefined, reason: Error, log: ReasonerLog): void {
    try {
      request?.abort(reason);
    } catch (thrown) {
      // A worker lets no request touch what another waits for. The older one finds that its turn is over.
      log.exception("Execute", thrown);
    }
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
    const made: { entry?: ConversationEntry } = {};
    const opening = ledger ? Promise.resolve(ledger) : this.#ledger(key, log, made);
    const running = new Map<string, Promise<unknown>>();
    const entry: ConversationEntry = {
      ...{
        key,
        opening,
        running,
        current: undefined,
        saving: undefined,
        requests: 0,
        users: 0,
        weight: 0,
      },
      ...{ keeper: undefined, isGivenUp: false, closed: undefined, isFreed: false },
      start: conversationStart(),
      ...(ledger && { ledger }),
    };
    made.entry = entry;
    opening.then(
      (opened) => {
        entry.ledger = opened;
      },
      () => {
        // Callers receive the rejection; the next request tries again.
        entry.isGivenUp = true;
      },
    );
    return entry;
  }

  /**
   * A ledger at once: without a store there is nothing to wait for but the module, and no one else to know it by its
   * hash.
   */
  #ready(key: string): Ledger | undefined {
    if (!this.#module || this.#keeperOf) return undefined;
    try {
      return new Ledger(this.#module, key, this.#settings);
    } catch {
      // Whoever waits for the conversation hears why.
      return undefined;
    }
  }

  /** Outside of this process a conversation is known by its key's hash: the key has what a client has made up. */
  async #ledger(
    key: string,
    log: ReasonerLog,
    made: { readonly entry?: ConversationEntry },
  ): Promise<Ledger> {
    const id = await hashOf(key);
    const { entry } = made;
    if (entry && !entry.closed) entry.keeper = this.#keeperOf?.(id, this.#eventsOf(entry, log));
    const [module, snapshot] = await Promise.all([
      loadRawConversation(),
      entry?.keeper?.open(),
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

  #eventsOf(entry: ConversationEntry, log: ReasonerLog): EntryEvents {
    return {
      wanted: () => {
        entry.isGivenUp = true;
        const reason = "A newer request of the conversation has taken over, in another process.";
        this.abort(entry, new TakenOver(reason), log);
      },
      lost: (error) => {
        entry.isGivenUp = true;
        log.event("warning", error.message);
        this.abort(entry, error, log);
      },
      failed: (thrown) => void log.exception("Store", thrown),
    };
  }

  #trim(): void {
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= this.#most && this.#bytes <= MOST_BYTES) return;
      if (entry.users === 0) this.#drop(entry);
    }
  }

  /** With a store nothing of a conversation is kept between requests. */
  #letGo(entry: ConversationEntry): void {
    if (entry.users > 0 || entry.closed) return;
    entry.closed = Promise.resolve(entry.keeper?.close()).then(() => {
      this.#unused(entry);
    });
    this.#drop(entry);
  }

  #unused(entry: ConversationEntry): void {
    this.#used.delete(entry);
    if (this.#used.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #drop(entry: ConversationEntry): void {
    const isKnown = this.#forget(entry);
    if (entry.isFreed || !(isKnown || entry.closed)) return;
    entry.isFreed = true;
    if (entry.ledger) entry.ledger.free();
    else {
      void entry.opening.then(
        (ledger) => ledger.free(),
        () => {},
      );
    }
  }

  /** The next request opens it anew. */
  #forget(entry: ConversationEntry): boolean {
    if (this.#entries.get(entry.key) !== entry) return false;
    this.#entries.delete(entry.key);
    this.#bytes -= entry.weight;
    return true;
  }
}
