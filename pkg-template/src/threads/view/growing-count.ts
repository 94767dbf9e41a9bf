import { whenIdle } from "../../look/frames.js";

/** Rows that are rendered at once; the others follow when the page has nothing else to do. */
const AT_ONCE = 60;

/** The number of rows of a long list that are rendered: it grows until all of them are. */
export class GrowingCount {
  readonly #grown: () => void;
  #count = AT_ONCE;
  #isWaiting = false;

  /** @param grown is called when more rows are to be rendered. */
  constructor(grown: () => void) {
    this.#grown = grown;
  }

  get count(): number {
    return this.#count;
  }

  /** Begins anew with another list. */
  reset(): void {
    this.#count = AT_ONCE;
  }

  /** Renders more rows soon, as long as there are more. To be called after each update. */
  growSoon(length: number): void {
    if (this.#isWaiting || this.#count >= length) return;
    this.#isWaiting = true;
    whenIdle(() => {
      this.#isWaiting = false;
      this.#count += AT_ONCE;
      this.#grown();
    });
  }
}
