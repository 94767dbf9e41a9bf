import type { Message } from "@ag-ui/core";
import type { ThreadAccess } from "../element/page/thread-access.js";
import { within } from "../execution/race.js";
import { ReadMark } from "./read-mark.js";
import type { StoredThread, ThreadStore } from "./thread-store.js";

/** The longest wait for the store to give a thread, in milliseconds. */
export const LONGEST_READ = 10_000;

/** The part of an open thread that showing it needs. */
export interface ShownThreadHost {
  readonly access: ThreadAccess;
  readonly store: ThreadStore;
  /** True if the element is to show the changes that another tab makes. */
  readonly isFollowing: boolean;
  readonly isClosed: boolean;
  /** The store could not be read. */
  failed(thrown: unknown): void;
  /** The element shows the stored contents, which are not to be saved again. */
  shown(): void;
}

/** The stored contents of a thread as an element shows them, also while another tab changes them. */
export class ShownThread {
  readonly #id: string;
  readonly #host: ShownThreadHost;
  readonly #mark: ReadMark;
  #following: Promise<void> | undefined;
  #isRung = false;
  #createdAt = Date.now();
  #updatedAt = 0;
  #wasStored = false;

  constructor(id: string, host: ShownThreadHost) {
    this.#id = id;
    this.#host = host;
    this.#mark = new ReadMark(host.store, id);
  }

  /** Milliseconds since the epoch. */
  get createdAt(): number {
    return this.#createdAt;
  }

  /** The time of the last change, as it is stored; 0 for a thread that is not stored, -1 for unknown contents. */
  get updatedAt(): number {
    return this.#updatedAt;
  }

  /** True if the store has had the thread: one that it does not have any more was deleted. */
  get wasStored(): boolean {
    return this.#wasStored;
  }

  /** Notes that the thread was saved with these messages. Never rejects. */
  async saved(messages: readonly Message[]): Promise<void> {
    this.#wasStored = true;
    await this.read(messages);
  }

  /** Reads the thread from the store. Never rejects. */
  async load(): Promise<StoredThread | undefined> {
    try {
      const { store } = this.#host;
      return await within(store.load(this.#id), { timeout: LONGEST_READ }, "The store");
    } catch (thrown) {
      this.#host.failed(thrown);
      return undefined;
    }
  }

  /** Shows the thread as it is stored; an empty one for `undefined`. */
  show(stored: StoredThread | undefined): void {
    if (stored) {
      this.#createdAt = stored.createdAt;
      this.#updatedAt = stored.updatedAt;
      this.#wasStored = true;
    }
    if (!this.#host.isClosed) this.#host.access.restore(this.#id, stored);
    if (stored) void this.read(stored.messages);
    this.#host.shown();
  }

  /** Shows a version that is not the shown one. */
  update(stored: StoredThread): void {
    if (stored.updatedAt !== this.#updatedAt) this.show(stored);
  }

  /** The time of the change that is about to be saved: later than the one before, also where a clock went back. */
  nextChange(): number {
    this.#updatedAt = Math.max(Date.now(), this.#updatedAt + 1);
    return this.#updatedAt;
  }

  /** The contents shown may never have been stored: every stored version counts as another one. */
  forget(): void {
    this.#updatedAt = -1;
  }

  /** Marks the thread, stored with these messages, as read, if the page can be seen. Never rejects. */
  read(messages: readonly Message[]): Promise<void> {
    return this.#mark.shown(messages);
  }

  /** The thread has changed in the store: the element follows, if this tab does not act. */
  rung(): void {
    if (!this.#host.isFollowing) return;
    this.#isRung = true;
    this.#following ??= this.#follow();
  }

  async #follow(): Promise<void> {
    const { access } = this.#host;
    while (this.#isRung && this.#host.isFollowing) {
      this.#isRung = false;
      const stored = await this.load();
      if (stored && this.#host.isFollowing && !access.isRunning) this.update(stored);
    }
    this.#following = undefined;
  }
}
