/** Longer than the time between the clicks of a double click, in milliseconds. */
const PAUSE = 600;

/**
 * Tells an answer that was meant from one that hit what had just appeared: the second click of a double click, a key
 * that is held down, a press that began before there was anything to answer.
 */
export class Deliberate {
  readonly #changed: () => void;
  #isReady = false;
  /** Whether the press that may become a click began too early, or repeats another. */
  #isStray = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed is called when `isReady` is another. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Whether a click counts by now. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Something new is shown. */
  begin(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#isReady = true;
      this.#changed();
    }, PAUSE);
  }

  /** Nothing is shown any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#isReady = false;
    // Whatever is pressed right now was pressed before.
    this.#isStray = true;
  }

  /** To be told of every `pointerdown`, `mousedown` and `keydown`. */
  pressed(event: Event): void {
    const isKey = event instanceof KeyboardEvent;
    if (!isKey || !event.repeat) this.#isStray = !this.#isReady;
    // A held Enter clicks again and again.
    else if (event.key === "Enter" || event.key === " ") event.preventDefault();
    // Nor does such a press move the focus away from the safe answer.
    if (event.type === "mousedown" && this.#isStray) event.preventDefault();
  }

  /** Whether a click was meant. What assistive technology clicks has no press before it. */
  isMeant(event: MouseEvent): boolean {
    const hasPress = event.detail > 0;
    return this.#isReady && event.detail <= 1 && !(hasPress && this.#isStray);
  }
}
