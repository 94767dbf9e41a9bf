import { WorkSlice } from "../element/scheduling/yield-to-page.js";

/** The maximum number of reports between two turns of the page. */
const MOST_AT_ONCE = 32;

/** Passes a call's progress on. If it comes faster than a page can show it, only the latest counts. */
export class ProgressRelay<Progress> {
  readonly #report: (progress: Progress) => void;
  #last: { readonly progress: Progress } | undefined;
  #count = 0;

  constructor(report: (progress: Progress) => void) {
    this.#report = report;
  }

  add(progress: Progress): void {
    if (this.#count === 0) void this.#afterTurn();
    this.#count += 1;
    if (this.#count <= MOST_AT_ONCE) this.#report(progress);
    else this.#last = { progress };
  }

  /** Reports withheld progress: at the end of the call, too. */
  flush(): void {
    const last = this.#last;
    this.#last = undefined;
    if (last) this.#report(last.progress);
  }

  async #afterTurn(): Promise<void> {
    await new WorkSlice().yield();
    this.#count = 0;
    this.flush();
  }
}
