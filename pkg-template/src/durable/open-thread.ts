import type { CallLog } from "../element/answers/call-log.js";
import type { ThreadAccess } from "../element/page/thread-access.js";
import { late, race, within } from "../execution/race.js";
import { KeptCalls } from "./kept-calls.js";
import { LONGEST_READ, ShownThread } from "./shown-thread.js";
import { LETTING_GO, TabLock } from "./tab-lock.js";
import { ThreadRuns } from "./thread-runs.js";
import { ThreadSaver } from "./thread-saver.js";
import type { CallRecord, StoredThread, ThreadStore } from "./thread-store.js";
import { writeThread } from "./thread-writer.js";

/** The longest wait for a loop to end that was aborted, in milliseconds. */
const LONGEST_END = 1_000;

/** The part of a keeper that an open thread needs. */
export interface OpenThreadHost {
  readonly access: ThreadAccess;
  readonly store: ThreadStore;
  readonly durability: "preferred" | "required";
  readonly approvalLifetime: number;
  /** Something could not be stored or read. */
  failed(thrown: unknown): void;
  /** This tab acts from now on, or no longer does. */
  actingChanged(isActing: boolean): void;
  /** The thread is shown as it was stored. */
  restored(): void;
  /** The thread was deleted in another place. */
  deleted(): void;
}

/** One thread that an element shows: kept while this tab acts for it, followed while another one does. */
export class OpenThread {
  readonly id: string;
  readonly runs: ThreadRuns;
  readonly #host: OpenThreadHost;
  readonly #lock: TabLock;
  readonly #saver: ThreadSaver;
  readonly #shown: ShownThread;
  readonly #unsubscribe: () => void;
  #calls: KeptCalls | undefined;
  #claim: number | undefined;
  #isActing = false;
  #isClosed = false;
  /** Set while this tab has the lock: it acts, or is about to. */
  #acting: Promise<void> | undefined;
  /** Counts the beginnings and ends of acting: what was begun before the last one is out of date. */
  #turn = 0;
  #waiters: (() => void)[] = [];

  constructor(id: string, host: OpenThreadHost) {
    this.id = id;
    this.#host = host;
    this.#shown = this.#shownThread();
    this.#saver = new ThreadSaver(() => this.#save());
    this.runs = new ThreadRuns(host, {
      changed: () => this.changed(),
      saveNow: () => this.saveNow(),
    });
    this.#lock = new TabLock(host.store.name, id, {
      acquired: () => {
        this.#acting = this.#act();
      },
      lost: () => this.#stopActing(),
      asked: () => this.#letGo(),
    });
    this.#unsubscribe = host.store.subscribe((changed) => {
      if (changed === id) this.#shown.rung();
    });
  }

  get isActing(): boolean {
    return this.#isActing;
  }

  /** The log of new calls. After `close()` it is kept while the store may have a run under way, whose calls run here. */
  get log(): CallLog | undefined {
    return this.#isClosed && !this.runs.mayRunAgain ? undefined : this.#calls;
  }

  /** Shows the thread, and acts for it if no other tab does. Never rejects. */
  async start(): Promise<void> {
    this.#shown.show(await this.#shown.load());
    try {
      await this.#lock.start();
    } catch (thrown) {
      this.#host.failed(thrown);
    }
    await this.#acting;
    this.#host.restored();
  }

  /**
   * Resolves when this tab acts for the thread. Where others take the lock from it before it does, it waits longer each
   * time: of tabs that all want it one comes to act, also with a slow store.
   */
  async takeOver(): Promise<void> {
    for (let pause = 0; !this.#isActing && !this.#isClosed; pause = pause * 2 || LETTING_GO) {
      if (this.#lock.isHeld && !this.#acting) this.#acting = this.#act();
      const acts = new Promise<void>((resolve) => this.#waiters.push(resolve));
      this.#lock.takeOver(pause);
      await acts;
    }
  }

  /** The thread has changed in this tab. */
  changed(): void {
    if (this.#isActing) this.#saver.changed();
  }

  /** Saves now what has changed. */
  saveNow(): void {
    if (this.#isActing) this.#saver.nowIfChanged();
  }

  /** The page can be seen, or no longer. */
  visibilityChanged(): void {
    this.saveNow();
    if (this.#shown.updatedAt > 0) void this.#shown.read(this.#host.access.messages);
  }

  /**
   * Saves what has changed, and lets go of the thread. Calls of the loop that goes on are recorded until its end, or
   * until another tab acts: the store has them as not begun.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unsubscribe();
    this.runs.ended();
    await this.#flush();
    this.#saver.stop();
    this.#isActing = false;
    this.#lock.close();
    this.#wake();
  }

  /**
   * Becomes the tab that acts: earlier claims can write nothing more, so that what is read now stays as it is. Never
   * rejects.
   */
  async #act(): Promise<void> {
    const { store } = this.#host;
    this.#turn += 1;
    const turn = this.#turn;
    const isOver = (): boolean => this.#isClosed || !this.#lock.isHeld || this.#turn !== turn;
    let stored: StoredThread | undefined;
    let records: readonly CallRecord[] = [];
    let claim: number | undefined;
    try {
      const limit = { timeout: LONGEST_READ };
      claim = await within(store.claim(this.id), limit, "The store");
      stored = await within(store.load(this.id), limit, "The store");
      records = await within(store.calls(this.id), limit, "The store");
    } catch (thrown) {
      claim = undefined;
      this.#host.failed(thrown);
    }
    if (isOver()) return;
    if (stored) this.#shown.update(stored);
    await this.runs.acting(claim === undefined ? undefined : stored);
    if (isOver()) return;
    this.#claim = claim;
    this.#calls = this.#keptCalls(claim, records);
    this.#isActing = true;
    this.#host.actingChanged(true);
    this.#wake();
    if (claim !== undefined && stored) this.runs.goOn(stored, this.#calls);
    else if (!stored && this.#host.access.messages.length > 0) this.#saver.changed();
  }

  #keptCalls(claim: number | undefined, records: readonly CallRecord[]): KeptCalls {
    const thread = this;
    const { store, durability, failed } = this.#host;
    return new KeptCalls(
      {
        ...{ store, claim, durability, failed },
        threadId: this.id,
        get isActing() {
          return thread.#claim === claim && (thread.#isActing || thread.#isClosed);
        },
        get mayRunAgain() {
          return thread.runs.mayRunAgain;
        },
        announcing: () => {
          this.runs.ended();
          this.#saver.nowIfChanged();
        },
        lost: () => this.#stale(claim),
      },
      records,
    );
  }

  /** Another tab asks to act: what runs is stopped, and everything is saved. */
  async #letGo(): Promise<void> {
    const { access } = this.#host;
    const ended = new Promise<void>((resolve) => {
      access.events.addEventListener("ag-ui-run-finalized", () => resolve(), { once: true });
    });
    if (access.isRunning) {
      this.runs.handOver();
      access.leave();
      if ((await race(ended, { timeout: LONGEST_END })) === late) this.#saver.changed();
    }
    await this.#flush();
    this.#leave();
  }

  async #flush(): Promise<void> {
    if (this.#isActing) await race(this.#saver.flush(), { timeout: LONGEST_END });
  }

  /** Another tab acts from now on. What runs here is stopped, and nothing of it is stored. */
  #stopActing(): void {
    const hasActed = this.#isActing;
    this.#leave();
    if (!hasActed) return;
    if (this.#host.access.isRunning) this.#host.access.leave();
    this.#shown.rung();
  }

  #leave(): void {
    const hasActed = this.#isActing;
    this.#turn += 1;
    this.#saver.stop();
    this.#isActing = false;
    this.#acting = undefined;
    this.#calls = undefined;
    this.#claim = undefined;
    this.runs.left();
    this.#shown.forget();
    if (hasActed && !this.#isClosed) this.#host.actingChanged(false);
    // A message that waits to be sent asks for the lock again.
    this.#wake();
  }

  /**
   * The store refuses this tab's claim although it holds the lock: the thread was deleted, or another page has no
   * locks. A refusal of an earlier claim says nothing about the one of now.
   */
  #stale(claim: number | undefined): void {
    if (this.#claim !== claim) return;
    this.#stopActing();
    if (!this.#shown.wasStored) return;
    void this.#host.store.load(this.id).then(
      (thread) => {
        if (!thread && !this.#isClosed) this.#host.deleted();
      },
      () => {},
    );
  }

  #shownThread(): ShownThread {
    const thread = this;
    const { access, store, failed } = this.#host;
    return new ShownThread(this.id, {
      ...{ access, store, failed },
      get isFollowing() {
        return !thread.#isActing && !thread.#isClosed;
      },
      get isClosed() {
        return thread.#isClosed;
      },
      shown: () => this.#saver.stop(),
    });
  }

  #save(): Promise<boolean> {
    const { access, store, failed } = this.#host;
    const [claim, shown, { runs }] = [this.#claim, this.#shown, this];
    const lost = (): void => this.#stale(claim);
    return writeThread(this.id, { access, store, runs, shown, claim, failed, lost });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}
