import { whenIdle } from "../look/frames.js";

/** How many chunks of a long thread are rendered at once, at its end. The others follow one by one. */
const AT_ONCE = 5;

/** Which chunks of a thread are rendered: at first those at the end, so that a thread of any length opens at once. */
export class ThreadWindow {
  readonly #rendered: () => void;
  #from = 0;
  #length = 0;
  #isWaiting = false;
  #isGrowing = false;

  /** @param rendered is called when another chunk is to be rendered. */
  constructor(rendered: () => void) {
    this.#rendered = rendered;
  }

  /** The first chunk that is rendered. */
  get from(): number {
    return this.#from;
  }

  /** Returns true if chunks are about to be rendered above those that are there; false when asked again. */
  takeGrowth(): boolean {
    const isGrowing = this.#isGrowing;
    this.#isGrowing = false;
    return isGrowing;
  }

  /** Begins with another thread. */
  clear(): void {
    this.#from = 0;
    this.#length = 0;
  }

  /** @param length of the thread, in chunks. */
  update(length: number, isFollowing: boolean): void {
    if (length - this.#length > AT_ONCE && isFollowing) this.#from = length - AT_ONCE;
    this.#from = Math.max(0, Math.min(this.#from, length - 1));
    this.#length = length;
  }

  /** Has more chunks rendered with this update, up to a chunk, but no more than at once: a long thread takes several updates. */
  growTo(chunk: number): void {
    if (chunk >= this.#from) return;
    this.#from = Math.max(chunk, this.#from - AT_ONCE);
    this.#isGrowing = true;
  }

  /** Has one more chunk rendered when the page has nothing else to do. */
  growSoon(): void {
    if (this.#from === 0 || this.#isWaiting) return;
    this.#isWaiting = true;
    whenIdle(() => {
      this.#isWaiting = false;
      if (this.#from === 0) return;
      this.#from -= 1;
      this.#isGrowing = true;
      this.#rendered();
    });
  }
}
