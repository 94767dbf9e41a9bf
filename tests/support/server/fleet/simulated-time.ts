import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";

/** Whoever a timer belongs to: it goes off only while they run. */
export interface TimerOwner {
  /** Whether they run now. */
  readonly isRunning: boolean;
}

interface Timer {
  readonly at: number;
  readonly owner: TimerOwner | undefined;
  go(): void;
}

const owners = new AsyncLocalStorage<TimerOwner>();

/** Runs work whose timers belong to somebody. */
export function ownedBy<T>(owner: TimerOwner, work: () => T): T {
  return owners.run(owner, work);
}

/**
 * The time of a test: it goes on when the test says so. Timers, `Date.now` and `performance.now` go by it, and nothing
 * comes from another thread: hashes are made at once.
 */
export class SimulatedTime {
  now = 1_000_000;
  readonly #timers = new Map<object, Timer>();
  readonly #restore: () => void;

  constructor() {
    const { setTimeout, clearTimeout } = globalThis;
    const [dateNow, performanceNow] = [Date.now, performance.now];
    const { subtle } = crypto;
    const { digest } = subtle;
    this.#restore = () => {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      Date.now = dateNow;
      performance.now = performanceNow;
      subtle.digest = digest;
    };
    subtle.digest = async (_, data) => {
      const hash = createHash("sha256").update(new Uint8Array(data as ArrayBuffer));
      return new Uint8Array(hash.digest()).buffer;
    };
    const set = (go: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
      const id = { ref: () => id, unref: () => id, hasRef: () => true };
      const owner = owners.getStore();
      this.#timers.set(id, { at: this.now + milliseconds, owner, go: () => go(...given) });
      return id;
    };
    const clear = (id: object): void => {
      if (!this.#timers.delete(id)) clearTimeout(id as NodeJS.Timeout);
    };
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    Date.now = () => this.now;
    performance.now = () => this.now;
  }

  /** When the next timer of somebody who runs goes off. */
  get next(): number | undefined {
    let next: number | undefined;
    for (const { at, owner } of this.#timers.values()) {
      if (owner?.isRunning === false) continue;
      if (next === undefined || at < next) next = at;
    }
    return next;
  }

  /** Time passes, and what is due goes off, in order. */
  advance(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(([, { at, owner }]) => {
        return at <= end && owner?.isRunning !== false;
      });
      const [first] = due.sort(([, one], [, other]) => one.at - other.at);
      if (!first) break;
      const [id, timer] = first;
      this.#timers.delete(id);
      this.now = Math.max(this.now, timer.at);
      timer.go();
    }
    this.now = end;
  }

  restore(): void {
    this.#restore();
  }
}

/** Turns of the event loop, until what was queued before has run. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 4; turns += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
