import { report } from "./report.js";

/** Keeps what somebody else's code throws from disturbing anything, and reports the first of it. */
export class ReportOnce {
  readonly #what: string;
  readonly #report: (thrown: unknown) => void;
  #isReported = false;

  /**
   * @param what what has failed, for the report.
   * @param to receives the error: by default the page. On a server that would be an uncaught exception.
   */
  constructor(what: string, to: (thrown: unknown) => void = report) {
    this.#what = what;
    this.#report = to;
  }

  /** The result of a step; `undefined` if it throws. */
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
    const tell = this.#report;
    tell(new Error(message, { cause: thrown }));
  }
}
