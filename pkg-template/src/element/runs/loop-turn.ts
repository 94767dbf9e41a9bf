import type { QueuedTurn } from "../scheduling/turn-queue.js";

/** A loop's turn: what waits, is under way, and may be stopped at any time. */
export class LoopTurn implements QueuedTurn {
  readonly #controller = new AbortController();
  readonly #work: () => Promise<void>;
  #isPassed = false;

  /** @param work is called when its turn has come, also when it has been stopped by then. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Is aborted when the loop is to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was ended for a more urgent one, which speaks for both. */
  get isPassed(): boolean {
    return this.#isPassed;
  }

  run(): Promise<void> {
    return this.#work();
  }

  /** Ends it for a more urgent one. */
  yield(): void {
    this.#isPassed = !this.signal.aborted;
    this.#controller.abort();
  }

  /** Ends it for good. */
  abort(): void {
    this.#isPassed = false;
    this.#controller.abort();
  }
}
