import type { Run } from "./run.js";

/**
 * The runs under way, and a bounded number of finished ones.
 *
 * The finished ones are in a ring and not in a `Map`: whenever that grows it leaves a dead table behind, and once such a
 * table is old, the collector takes all that it holds for alive. With a thousand runs in each, that was a third of an
 * execution's time.
 */
export class RunHistory {
  readonly #most: number;
  readonly #running = new Map<number, Run>();
  readonly #finished: Run[] = [];
  /** Where the oldest finished one is, once all places are taken. */
  #oldest = 0;

  /** @param most how many finished ones are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds one that is under way. */
  add(run: Run): void {
    this.#running.set(run.key, run);
  }

  /** The run of an execution. */
  get(key: number): Run | undefined {
    return this.#running.get(key) ?? this.#finished.find((run) => run.key === key);
  }

  /** Those under way, oldest first. */
  get running(): Run[] {
    return [...this.#running.values()];
  }

  /** All of them, oldest first. */
  get all(): Run[] {
    return [...this.#finished, ...this.#running.values()].sort((a, b) => a.key - b.key);
  }

  /** A run has ended; the oldest finished one makes room for it. */
  retire(run: Run): void {
    this.#running.delete(run.key);
    if (this.#finished.length < this.#most) this.#finished.push(run);
    else if (this.#most > 0) {
      this.#finished[this.#oldest] = run;
      this.#oldest = (this.#oldest + 1) % this.#most;
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#running.clear();
    this.#finished.length = 0;
    this.#oldest = 0;
  }
}
