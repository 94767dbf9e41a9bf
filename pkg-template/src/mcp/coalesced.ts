/** Work that is wanted often and done seldom: once at a time, and not again before a while has passed. */
export class Coalesced {
  readonly #work: () => Promise<void>;
  readonly #gap: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isWantedAgain = false;
  #isStopped = false;
  #doneAt = Number.NEGATIVE_INFINITY;

  /** @param work never rejects. @param gap milliseconds between the end of one and the begin of the next. */
  constructor(work: () => Promise<void>, gap: number) {
    this.#work = work;
    this.#gap = gap;
  }

  /** Requests the work. Requests during a run cause one more run afterwards. */
  request(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    if (this.#isRunning) {
      this.#isWantedAgain = true;
      return;
    }
    const wait = this.#doneAt + this.#gap - performance.now();
    if (wait <= 0) void this.#run();
    else this.#timer = setTimeout(() => void this.#run(), wait);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isRunning = true;
    await this.#work();
    this.#isRunning = false;
    this.#doneAt = performance.now();
    if (!this.#isWantedAgain) return;
    this.#isWantedAgain = false;
    this.request();
  }
}
