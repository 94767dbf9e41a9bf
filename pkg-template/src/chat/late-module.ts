import { report } from "../events/report.js";

/** How long to wait before another attempt, in milliseconds. */
const AGAIN = 10_000;

/**
 * A module that comes after the first paint: what a page that begins with words need not wait for. What could not be loaded is tried
 * again as long as somebody waits for it, but not at once.
 */
export class LateModule<Module> {
  readonly #load: () => Promise<Module>;
  readonly #waiting = new Set<() => void>();
  #module: Module | undefined;
  #isLoading = false;
  #isReported = false;

  constructor(load: () => Promise<Module>) {
    this.#load = load;
  }

  /** The module, once it is there. */
  get now(): Module | undefined {
    return this.#module;
  }

  /** Loads it, and calls once when it is there. To be called as often as one likes: nothing happens twice. */
  load(loaded: () => void): void {
    if (this.#module) return;
    this.#waiting.add(loaded);
    this.#try();
  }

  /** Nobody waits there any more. */
  forget(loaded: () => void): void {
    this.#waiting.delete(loaded);
  }

  #try(): void {
    if (this.#isLoading || this.#waiting.size === 0) return;
    this.#isLoading = true;
    this.#load().then(
      (module) => {
        this.#module = module;
        const waiting = [...this.#waiting];
        this.#waiting.clear();
        for (const loaded of waiting) loaded();
      },
      (failure) => {
        if (!this.#isReported) report(failure);
        this.#isReported = true;
        setTimeout(() => {
          this.#isLoading = false;
          this.#try();
        }, AGAIN);
      },
    );
  }
}
