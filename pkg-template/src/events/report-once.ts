import { report } from "./report.js";

/** Keeps what somebody else's code throws from disturbing anything, and reports the first of it. */
export class ReportOnce {
  readonly #what: string;
  #isReported = false;

  /** @param what what has failed, for the report. */
  constructor(what: string) {
    this.#what = what;
  }

  /** What a step gives; `undefined` when it throws. */
  guard<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (thrown) {
      this.tell(thrown);
      return undefined;
    }
  }

  /** Reports what was thrown, unless something was before. */
  tell(thrown: unknown): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const message = `${this.#what}; what it recorded may have gaps, and no further failure of it is reported.`;
    report(new Error(message, { cause: thrown }));
  }
}
