import { checkOptions } from "../../options/check-options.js";
import { aCount, aFunction, aTime } from "../../options/rules.js";
import {
  type ConversationStore,
  type SaveCondition,
  StoreConflictError,
} from "./conversation-store.js";
import { keepForMs } from "./kept-for.js";
import { checkLeaseRequest, checkTtl } from "./lease-request.js";
import { Rings } from "./rings.js";
import { checkStoreId } from "./store-id.js";
import { checkTextSize } from "./text-size.js";

/** Options of `memoryConversationStore()`. */
export interface MemoryConversationStoreOptions {
  /** The store's clock: milliseconds since some moment. @default Date.now */
  readonly now?: () => number;
  /**
   * Bytes that all conversations may hold together, two for each UTF-16 unit. Beyond that, those that were used least
   * recently and that nobody holds a lease of are forgotten. @default 268435456
   */
  readonly maxBytes?: number;
  /** The time that a conversation is kept after its last save or lease, in milliseconds. @default 2592000000 (30 days) */
  readonly keepFor?: number;
}

interface Entry {
  text: string | undefined;
  version: string | null;
  /** The last fencing token that was given. */
  token: number;
  /** Nothing once the lease was given back. */
  holder: string | undefined;
  /** The time at which the lease runs out. */
  until: number;
  isWanted: boolean;
  keptUntil: number;
}

/** The approximate bytes of an entry besides its text. */
const ENTRY_BYTES = 512;

/**
 * A store in the memory of one process, for tests and for servers of one process.
 *
 * @example
 * ```ts
 * const reasoner = new AgentReasoner({ executor, model, store: memoryConversationStore() });
 * ```
 */
export function memoryConversationStore(
  options: MemoryConversationStoreOptions = {},
): ConversationStore {
  checkOptions("memoryConversationStore", options, {
    ...{ now: aFunction, maxBytes: aCount, keepFor: aTime },
  });
  const { now = Date.now, maxBytes = 268_435_456, keepFor } = options;
  return new MemoryConversationStore(now, maxBytes, keepForMs(keepFor));
}

class MemoryConversationStore implements ConversationStore {
  /** Those that were used least recently come first. */
  readonly #entries = new Map<string, Entry>();
  readonly #rings = new Rings();
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #keepFor: number;
  #bytes = 0;
  #saves = 0;
  #tokens = 0;

  constructor(now: () => number, maxBytes: number, keepFor: number) {
    this.#now = now;
    this.#maxBytes = maxBytes;
    this.#keepFor = keepFor;
  }

  async load(id: string) {
    const entry = this.#find(id);
    if (entry?.text === undefined || entry.version === null) return undefined;
    return { text: entry.text, version: entry.version };
  }

  async save(id: string, text: string, { ifVersion, token }: SaveCondition) {
    checkTextSize(text);
    const entry = this.#find(id);
    if (entry?.holder === undefined || entry.token !== token)
      throw new StoreConflictError("fenced");
    if (entry.version !== ifVersion) throw new StoreConflictError("version");
    this.#makeRoom(entry, bytesOf(text) - bytesOf(entry.text));
    this.#saves += 1;
    entry.text = text;
    entry.version = `${this.#saves}`;
    this.#touch(id, entry);
    return entry.version;
  }

  async acquire(id: string, request: { holder: string; ttl: number }) {
    checkLeaseRequest(request);
    const { holder, ttl } = request;
    const now = this.#now();
    const entry = this.#find(id) ?? this.#add(id);
    if (entry.holder !== undefined && entry.holder !== holder && entry.until > now) {
      if (!entry.isWanted) this.#rings.ring(id);
      entry.isWanted = true;
      return { busyFor: entry.until - now };
    }
    // Counted for all conversations: also higher than that of one that was forgotten.
    this.#tokens += 1;
    Object.assign(entry, { token: this.#tokens, holder, until: now + ttl, isWanted: false });
    this.#touch(id, entry);
    return { token: entry.token };
  }

  async renew(id: string, token: number, ttl: number) {
    checkTtl(ttl);
    const entry = this.#find(id);
    if (entry?.holder === undefined || entry.token !== token) return "lost";
    entry.until = this.#now() + ttl;
    return entry.isWanted ? "wanted" : "held";
  }

  async release(id: string, token: number) {
    const entry = this.#find(id);
    if (entry?.token !== token) return;
    Object.assign(entry, { holder: undefined, until: 0, isWanted: false });
    this.#rings.ring(id);
  }

  async watch(id: string, ring: () => void) {
    checkStoreId(id);
    return this.#rings.add(id, ring);
  }

  async close() {}

  /** The entry of an id, unless its time is over. */
  #find(id: string): Entry | undefined {
    checkStoreId(id);
    const entry = this.#entries.get(id);
    if (!entry || this.#isKept(entry)) return entry;
    this.#drop(id, entry);
    return undefined;
  }

  #isKept({ keptUntil, until }: Entry): boolean {
    return Math.max(keptUntil, until) > this.#now();
  }

  #add(id: string): Entry {
    const entry: Entry = {
      ...{ text: undefined, version: null, token: 0, holder: undefined, until: 0 },
      ...{ isWanted: false, keptUntil: 0 },
    };
    this.#makeRoom(entry, ENTRY_BYTES);
    this.#entries.set(id, entry);
    return entry;
  }

  /** An entry was used. */
  #touch(id: string, entry: Entry): void {
    entry.keptUntil = this.#now() + this.#keepFor;
    this.#entries.delete(id);
    this.#entries.set(id, entry);
  }

  /** Forgets what was used least recently, as far as that is needed. */
  #makeRoom(kept: Entry, bytes: number): void {
    for (const [id, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.#maxBytes) break;
      const isFree = entry.holder === undefined || entry.until <= this.#now();
      if (entry !== kept && isFree) this.#drop(id, entry);
    }
    if (this.#bytes + bytes > this.#maxBytes) {
      throw new RangeError("memoryConversationStore: conversations in use fill all of maxBytes.");
    }
    this.#bytes += bytes;
  }

  #drop(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#bytes -= ENTRY_BYTES + bytesOf(entry.text);
  }
}

const bytesOf = (text = ""): number => text.length * 2;
