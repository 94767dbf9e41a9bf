import type { ToolError, ValidationIssue } from "../../execution/types.js";

/** A person's answer is not as it must be. Nothing was run or sent; answer again. */
export class InvalidAnswerError extends Error {
  override readonly name = "InvalidAnswerError";
  /** Everything that is wrong with it; a `path` leads into the arguments, or the payload. */
  readonly issues: readonly ValidationIssue[];

  constructor({ message, validationErrors }: Pick<ToolError, "message" | "validationErrors">) {
    super(message);
    this.issues = validationErrors ?? [{ path: [], message, code: "invalid" }];
  }
}
