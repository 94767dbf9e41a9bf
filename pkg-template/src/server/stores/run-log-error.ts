/** Events were not added to a run. */
export class RunLogError extends Error {
  override readonly name = "RunLogError";
  /**
   * `over`: the run has ended. `order`: the first number is not the next one, so another process writes the run, or the
   * log has forgotten it. `full`: the run would have more bytes than it may.
   */
  readonly code: RunLogErrorCode;

  constructor(code: RunLogErrorCode) {
    super(`The events were not added to the run: ${reasons[code]}`);
    this.code = code;
  }
}

export type RunLogErrorCode = "over" | "order" | "full";

const reasons: Readonly<Record<RunLogErrorCode, string>> = {
  over: "it has ended.",
  order:
    "their numbers do not follow. Another process writes the run, or the log has forgotten it.",
  full: "it would have more bytes than it may.",
};
