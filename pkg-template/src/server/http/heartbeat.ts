/**
 * Notices that a stream has been silent while somebody reads it. It has a timer only while it is read, so that a stream which nobody
 * reads or cancels keeps none.
 */
export class Heartbeat {
  readonly #period: number;
  readonly #beat: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAwaited = false;
  #isQuiet = false;

  /**
   * @param silence the longest silence, in milliseconds; `false`, 0 or `Infinity` for any.
   * @param beat ends a silence.
   */
  constructor(silence: number | false, beat: () => void) {
    // A silence is noticed at the second tick after it began.
    this.#period = silence === false ? 0 : Math.min(silence / 2, LONGEST_TIMER);
    if (silence === Number.POSITIVE_INFINITY) this.#period = 0;
    this.#beat = beat;
  }

  /** Somebody waits for the next event. */
  awaited(): void {
    this.#isAwaited = true;
    this.#isQuiet = false;
    if (this.#period > 0) this.#timer ??= setInterval(() => this.#tick(), this.#period);
  }

  /** The event has come. */
  came(): void {
    this.#isAwaited = false;
  }

  /** No event comes any more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    if (!this.#isAwaited) {
      this.stop();
      return;
    }
    if (this.#isQuiet) this.#beat();
    this.#isQuiet = !this.#isQuiet;
  }
}

/** The longest time of a timer: a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
