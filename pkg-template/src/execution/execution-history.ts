import type { ExecutionDriver } from "./execution-driver.js";

/**
 * The executions under way, and a bounded number of finished ones.
 *
 * The finished ones are in a ring instead of a `Map`: a growing `Map` leaves a dead table behind, and once such a table
 * is old, the collector keeps all of its content alive. With a thousand executions in each, that was a third of an
 * execution's time.
 */
export class ExecutionHistory {
  readonly #most: number;
  readonly #running = new Map<number, ExecutionDriver>();
  readonly #finished: ExecutionDriver[] = [];
  /** The position of the oldest finished one, once all places are taken. */
  #oldest = 0;

  /** @param most the number of finished ones that are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds one that is under way. */
  add(execution: ExecutionDriver): void {
    this.#running.set(execution.key, execution);
  }

  /** The driver of an execution. */
  get(key: number): ExecutionDriver | undefined {
    return this.#running.get(key) ?? this.#finished.find((execution) => execution.key === key);
  }

  /** Those under way, oldest first. */
  get running(): ExecutionDriver[] {
    return [...this.#running.values()];
  }

  /** All of them, oldest first. */
  get all(): ExecutionDriver[] {
    return [...this.#finished, ...this.#running.values()].sort((a, b) => a.key - b.key);
  }

  /** An execution has ended; the oldest finished one makes room for it. */
  retire(execution: ExecutionDriver): void {
    this.#running.delete(execution.key);
    if (this.#finished.length < this.#most) this.#finished.push(execution);
    else if (this.#most > 0) {
      this.#finished[this.#oldest] = execution;
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
