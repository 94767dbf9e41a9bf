import { isObject, read } from "../../codec/safe-read.js";
import { within } from "../../execution/race.js";
import { after } from "../../execution/timer.js";
import type { ConversationStore } from "../stores/conversation-store.js";
import { elapsed, moment } from "./elapsed.js";
import { type ConversationKeeper, storedText } from "./keeper.js";
import { ConversationLease, type LeaseEvents } from "./lease.js";
import type { LeaseSettings } from "./lease-options.js";

/** Milliseconds before a failed save is tried again, at first and at most. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/** Keeps a conversation in a store that several processes share, under its lease. */
export class LeasedKeeper implements ConversationKeeper {
  readonly isLeased = true;
  readonly #store: ConversationStore;
  readonly #id: string;
  readonly #settings: LeaseSettings;
  readonly #lease: ConversationLease;
  readonly #events: LeaseEvents;
  /** The text that is known to be in the store, and its version. */
  #saved: string | undefined;
  #version: string | null = null;
  /** The save that goes on, and the one that follows it: it saves for everybody who asks until it begins. */
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(store: ConversationStore, id: string, settings: LeaseSettings, events: LeaseEvents) {
    this.#store = store;
    this.#id = id;
    this.#settings = settings;
    this.#events = events;
    this.#lease = new ConversationLease(store, id, settings, events);
  }

  async open(): Promise<string | undefined> {
    await this.#lease.acquire();
    await this.#again(async () => {
      const [text, version] = await this.#load();
      this.#saved = text;
      this.#version = version;
    });
    return this.#saved;
  }

  save(text: () => string, report: (thrown: unknown) => void): Promise<void> {
    if (this.#next) return this.#next;
    const next = this.#writing
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#writing = this.#write(text(), report);
        return this.#writing;
      });
    this.#next = next;
    return next;
  }

  confirm(): Promise<void> {
    return this.#lease.confirm();
  }

  close(): Promise<void> {
    return this.#lease.release();
  }

  /** One text is written until it is known to be in the store, or not to come there: a later one waits. */
  async #write(text: string, report: (thrown: unknown) => void): Promise<void> {
    if (text === this.#saved) return;
    await this.#again(async () => {
      const { token } = this.#lease;
      const condition = { ifVersion: this.#version, token };
      try {
        const version = await this.#call(() => this.#store.save(this.#id, text, condition));
        if (typeof version !== "string") throw new TypeError("save() gave no version.");
        this.#version = version;
      } catch (thrown) {
        const code = conflictOf(thrown);
        if (code === "fenced") throw this.#lease.lose("another process has it", thrown);
        if (thrown instanceof RangeError) throw thrown;
        // Of a save whose answer was lost the version tells whether it has been made.
        const [stored, version] = await this.#load();
        if (stored !== text) {
          // Without the lease nobody may write: it is not overwritten.
          if (version !== this.#version) throw this.#lease.lose("the text was changed", thrown);
          throw thrown;
        }
        this.#version = version;
      }
      this.#saved = text;
    }, report);
  }

  async #load(): Promise<readonly [text: string | undefined, version: string | null]> {
    const given: unknown = await this.#call(() => this.#store.load(this.#id));
    if (given === undefined || given === null) return [undefined, null];
    const text = storedText(isObject(given) ? read(given, "text") : given);
    const version = isObject(given) ? read(given, "version") : undefined;
    if (typeof version !== "string") throw new TypeError("load() gave no version.");
    return [text, version];
  }

  /** Tries until it succeeds, or the lease is lost. @throws what was thrown last, after the time of a lease. */
  async #again(
    work: () => Promise<void>,
    report: (thrown: unknown) => void = (thrown) => this.#events.failed(thrown),
  ): Promise<void> {
    const began = moment();
    for (let attempt = 0; ; attempt += 1) {
      // Throws once the lease is lost, or given back.
      void this.#lease.token;
      try {
        return await work();
      } catch (thrown) {
        const isFinal = thrown instanceof RangeError || elapsed(began) > this.#settings.ttl;
        void this.#lease.token;
        if (isFinal) throw thrown;
        report(thrown);
      }
      const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10));
      await new Promise<void>((resolve) => after(most * (0.5 + Math.random() / 2), resolve));
    }
  }

  #call<T>(work: () => Promise<T>): Promise<T> {
    const made = (async () => work())();
    return within(made, { timeout: this.#settings.ttl }, "The store");
  }
}

/** The reason why a save was refused. A store may be made with another copy of the package. */
function conflictOf(thrown: unknown): unknown {
  const isConflict = isObject(thrown) && read(thrown, "name") === "StoreConflictError";
  return isConflict ? read(thrown, "code") : undefined;
}
