import { report } from "../events/report.js";
import { after } from "../execution/timer.js";
import { lockManager, lockName } from "./thread-locks.js";

/**
 * The time that the tab that acts has to let go when it is asked to, in milliseconds; then its lock is taken from it.
 */
export const LETTING_GO = 2_000;

const letGo = "let go";

/** The owner of a lock. */
export interface TabLockHost {
  /** This tab holds the lock from now on. */
  acquired(): void;
  /** Another tab has taken the lock. */
  lost(): void;
  /** Another tab asks for the lock: it is released when this resolves. */
  asked(): Promise<void>;
}

/**
 * The lock of one thread: the tab that holds it acts for the thread. The others wait for it, so that the next one has
 * it at once when a tab is closed or dies. Where the browser has no locks, every tab holds it; the claims of the store
 * still keep them apart.
 */
export class TabLock {
  readonly #name: string;
  readonly #host: TabLockHost;
  readonly #locks = lockManager();
  readonly #channel: BroadcastChannel | undefined;
  #waiting: AbortController | undefined;
  #release: (() => void) | undefined;
  #callOff: (() => void) | undefined;
  #isLettingGo = false;
  #isClosed = false;

  constructor(storeName: string, threadId: string, host: TabLockHost) {
    this.#name = lockName(storeName, threadId);
    this.#host = host;
    if (!this.#locks || typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => {
      if (data === letGo) void this.#letGo();
    };
  }

  /** True while this tab may act: it has the lock, and is not about to release it. */
  get isHeld(): boolean {
    return this.#release !== undefined && !this.#isLettingGo;
  }

  /** Takes the lock if it is free, else waits for it. Resolves to whether it is held. */
  async start(): Promise<boolean> {
    const locks = this.#locks;
    if (!locks) {
      void this.#hold();
      return true;
    }
    const isHeld = await new Promise<boolean>((resolve) => {
      const take = (lock: Lock | null): Promise<void> | undefined => {
        resolve(lock !== null);
        return lock ? this.#hold() : undefined;
      };
      this.#follow(locks.request(this.#name, { ifAvailable: true }, take)).catch(() =>
        resolve(false),
      );
    });
    if (!isHeld) this.#wait();
    return isHeld;
  }

  /**
   * Asks the tab that holds the lock to let go, and takes it after a while. `acquired()` is called once it is held.
   *
   * @param pause the milliseconds to wait in line before that.
   */
  takeOver(pause = 0): void {
    if (this.isHeld || this.#callOff || this.#isClosed) return;
    if (pause === 0) this.#ask();
    else this.#callOff = after(pause, () => this.#ask());
  }

  /** Lets go of the lock, and waits for it no more. */
  close(): void {
    this.#isClosed = true;
    this.#callOff?.();
    this.#waiting?.abort();
    this.#channel?.close();
    this.#drop();
  }

  #ask(): void {
    this.#channel?.postMessage(letGo);
    this.#callOff = after(this.#channel ? LETTING_GO : 0, () => {
      this.#callOff = undefined;
      if (!this.isHeld && !this.#isClosed) this.#steal();
    });
  }

  async #letGo(): Promise<void> {
    if (!this.isHeld) return;
    this.#isLettingGo = true;
    try {
      await this.#host.asked();
    } catch (thrown) {
      report(thrown);
    }
    this.#isLettingGo = false;
    this.#drop();
    if (!this.#isClosed) this.#wait();
  }

  #drop(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  /** Waits behind the other tabs. */
  #wait(): void {
    const waiting = new AbortController();
    this.#waiting = waiting;
    const { signal } = waiting;
    const request = this.#locks?.request(this.#name, { signal }, () => this.#hold());
    if (request) void this.#follow(request).catch(() => {});
  }

  #steal(): void {
    this.#waiting?.abort();
    const request = this.#locks?.request(this.#name, { steal: true }, () => this.#hold());
    if (request) void this.#follow(request).catch(report);
  }

  /** Holds the lock until it is dropped. */
  #hold(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#waiting = undefined;
    this.#callOff?.();
    this.#callOff = undefined;
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    this.#host.acquired();
    return held;
  }

  /** Notices that a lock which is held was taken away. */
  async #follow(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } catch (thrown) {
      if (!this.#release) throw thrown;
      this.#release = undefined;
      this.#host.lost();
      if (!this.#isClosed) this.#wait();
    }
  }
}
