import { isObject, read } from "../../codec/safe-read.js";
import { aborted, race, within } from "../../execution/race.js";
import { after } from "../../execution/timer.js";
import type { ConversationStore } from "../stores/conversation-store.js";
import { elapsed, moment } from "./elapsed.js";
import { busy, LeaseLostError } from "./lease-errors.js";
import type { LeaseSettings } from "./lease-options.js";

/** Milliseconds between two requests for a lease that is busy, at first and at most. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/** The part of a lease's time in which nothing has to be confirmed. */
const SURE_PART = 0.8;

/** Events of a lease, for its holder. Each comes once at most. */
export interface LeaseEvents {
  /** Another process waits for the conversation. */
  wanted(): void;
  /** The conversation may be another process's now. */
  lost(error: LeaseLostError): void;
  /** The store has thrown; it is asked again. */
  failed(thrown: unknown): void;
}

/**
 * The lease of one conversation. It renews itself until it is released or lost. A process that was paused finds out
 * before it acts: see
 * `confirm()`.
 */
export class ConversationLease {
  readonly #store: ConversationStore;
  readonly #id: string;
  readonly #settings: LeaseSettings;
  readonly #events: LeaseEvents;
  /** Of this lease alone: a holder that acquires a conversation twice loses its first lease. */
  readonly #holder = crypto.randomUUID();
  readonly #closed = new AbortController();
  #token: number | undefined;
  #lost: LeaseLostError | undefined;
  #isWanted = false;
  /** The time of the last request that the store has granted. */
  #confirmed = moment();
  #renewing: Promise<void> | undefined;
  #callOff = (): void => {};
  #unwatch: Promise<() => void> | undefined;
  /** Whether the doorbell has rung since it was last looked at. */
  #isRung = false;
  #wake = (): void => {};

  constructor(store: ConversationStore, id: string, settings: LeaseSettings, events: LeaseEvents) {
    this.#store = store;
    this.#id = id;
    this.#settings = settings;
    this.#events = events;
  }

  /** The fencing token. @throws {LeaseLostError} when the lease is not held. */
  get token(): number {
    if (this.#token === undefined || this.#lost || this.#isClosed) throw this.#notHeld();
    return this.#token;
  }

  /**
   * Waits until it is the holder.
   *
   * @throws {RefusedForNow} when another process keeps the conversation for too long.
   * @throws what the store throws, for as long.
   */
  async acquire(): Promise<void> {
    const { ttl, wait } = this.#settings;
    const began = moment();
    this.#watch();
    for (let attempt = 0; ; attempt += 1) {
      this.#isRung = false;
      const asked = moment();
      let failure: unknown;
      let busyFor = ttl;
      try {
        const given: unknown = await this.#call(() => {
          return this.#store.acquire(this.#id, { holder: this.#holder, ttl });
        }, this.#giveBack);
        const token = isObject(given) ? read(given, "token") : undefined;
        if (typeof token === "number" && Number.isFinite(token)) return this.#hold(token, asked);
        const time = isObject(given) ? read(given, "busyFor") : undefined;
        if (typeof time !== "number" || Number.isNaN(time)) {
          throw new TypeError("acquire() gave neither a lease nor a time.");
        }
        busyFor = time;
      } catch (thrown) {
        if (this.#isClosed) throw this.#notHeld();
        failure = thrown;
        this.#events.failed(thrown);
      }
      const left = wait - elapsed(began);
      if (left <= 0) throw failure ?? busy(busyFor);
      await this.#pause(Math.min(pauseOf(attempt), Math.max(busyFor, 1), left));
    }
  }

  /**
   * Settles at once while the lease is surely held; else once it is renewed. @throws {LeaseLostError} when it is lost.
   */
  async confirm(): Promise<void> {
    const sure = this.#settings.ttl * SURE_PART;
    for (let attempt = 0; ; attempt += 1) {
      if (this.#token === undefined || this.#lost || this.#isClosed) throw this.#notHeld();
      if (elapsed(this.#confirmed) < sure) return;
      await this.#renew();
      if (elapsed(this.#confirmed) >= sure && !this.#lost) await this.#pause(pauseOf(attempt));
    }
  }

  /** The store has found a newer lease. */
  lose(why: string, cause?: unknown): LeaseLostError {
    if (this.#lost) return this.#lost;
    this.#lost = new LeaseLostError(why, { cause });
    this.#stop();
    if (!this.#isClosed) this.#events.lost(this.#lost);
    return this.#lost;
  }

  /** Gives it back, or stops waiting for it. Never rejects. */
  async release(): Promise<void> {
    if (this.#isClosed) return;
    const [token, isLost] = [this.#token, this.#lost !== undefined];
    this.#stop();
    // A call to the store that still runs ends by itself.
    this.#closed.abort();
    if (token === undefined || isLost) return;
    try {
      const released = (): Promise<void> => this.#store.release(this.#id, token);
      await within(released, { timeout: this.#settings.ttl }, "release()");
    } catch (thrown) {
      this.#events.failed(thrown);
    }
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  #notHeld(): LeaseLostError {
    return this.#lost ?? new LeaseLostError("it was given back");
  }

  #hold(token: number, asked: ReturnType<typeof moment>): void {
    this.#token = token;
    this.#confirmed = asked;
    this.#schedule(this.#settings.ttl / 3);
  }

  /** A lease that comes when nobody waits for it any more. */
  readonly #giveBack = (given: unknown): void => {
    const token = isObject(given) ? read(given, "token") : undefined;
    if (!this.#isClosed || typeof token !== "number") return;
    void (async () => this.#store.release(this.#id, token))().catch(() => {});
  };

  #schedule(milliseconds: number): void {
    this.#callOff();
    if (this.#lost || this.#isClosed) return;
    this.#callOff = after(milliseconds, () => void this.#renew());
  }

  /** Never rejects: one request at a time. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#askToRenew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #askToRenew(): Promise<void> {
    const { ttl } = this.#settings;
    const token = this.#token;
    if (token === undefined || this.#lost || this.#isClosed) return;
    const asked = moment();
    this.#isRung = false;
    try {
      const said: unknown = await this.#call(() => this.#store.renew(this.#id, token, ttl));
      if (this.#isClosed || this.#lost) return;
      if (said === "lost") {
        this.lose("another process has it");
        return;
      }
      if (said !== "held" && said !== "wanted") throw new TypeError("renew() gave no answer.");
      this.#confirmed = asked;
      this.#schedule(ttl / 3);
      if (said === "held" || this.#isWanted) {
        if (this.#isRung && !this.#isWanted) this.#schedule(FIRST_PAUSE);
        return;
      }
      this.#isWanted = true;
      this.#events.wanted();
    } catch (thrown) {
      if (this.#isClosed || this.#lost) return;
      this.#events.failed(thrown);
      if (elapsed(this.#confirmed) > 2 * ttl) this.lose("the store can't be reached", thrown);
      else this.#schedule(ttl / 10);
    }
  }

  /**
   * A call of the store, which may never settle.
   *
   * @param late receives the answer of one that was not waited for.
   * @throws what it throws, and a `TimeoutError`; nothing of a call that was made is known then.
   */
  async #call<T>(work: () => Promise<T>, late?: (given: T) => void): Promise<T> {
    const made = (async () => work())();
    if (late) made.then(late, () => {});
    const limits = { signal: this.#closed.signal, timeout: this.#settings.ttl };
    return await within(made, limits, "The store");
  }

  /** Waits, no longer than until the doorbell rings. @throws {LeaseLostError} when the lease is given up meanwhile. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#closed;
    const rung = new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#isRung) resolve();
    });
    const ended = await race(rung, { signal, timeout: milliseconds });
    if (ended === aborted) throw this.#notHeld();
  }

  /** A doorbell that does not work is none: the store is asked again all the same. */
  #watch(): void {
    if (typeof this.#store.watch !== "function" || this.#unwatch) return;
    const ring = (): void => {
      this.#isRung = true;
      this.#wake();
      const isIdle = this.#token !== undefined && !this.#isWanted && !this.#renewing;
      if (isIdle) void this.#renew();
    };
    const watching = (async () => this.#store.watch?.(this.#id, ring))();
    this.#unwatch = watching.then(
      (unwatch) => () => {
        if (typeof unwatch === "function") unwatch();
      },
      () => () => {},
    );
  }

  #stop(): void {
    this.#callOff();
    this.#wake();
    void this.#unwatch?.then((unwatch) => unwatch()).catch(() => {});
    this.#unwatch = undefined;
  }
}

/** The pause after an attempt, counted from 0: longer each time, and not the same for all who wait. */
function pauseOf(attempt: number): number {
  const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10));
  return most * (0.5 + Math.random() / 2);
}
