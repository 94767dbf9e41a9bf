/** The interval between deletions of expired rows, in milliseconds. */
const INTERVAL = 60_000;

/** Work that is done again and again in the background. It keeps no process alive. */
export class Sweep {
  readonly #work: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** @param work deletes what is over. It must not reject. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Begins with it, once. */
  start(): void {
    if (this.#isOver || this.#timer !== undefined) return;
    // At random, so that several processes do not sweep at once.
    const timer: unknown = setTimeout(() => void this.#next(), INTERVAL * (0.5 + Math.random()));
    this.#timer = timer as ReturnType<typeof setTimeout>;
    // In Node a timer is an object.
    (timer as { unref?: () => void }).unref?.();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #next(): Promise<void> {
    await this.#work();
    this.#timer = undefined;
    this.start();
  }
}
