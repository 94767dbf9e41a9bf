import { messageOf } from "../../codec/describe.js";
import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import type { ValidationIssue } from "../../core/raw.js";

/** The issues of an `InvalidAnswerError`, also of another copy of the package; `undefined` for any other error. */
export function issuesOf(error: unknown): readonly ValidationIssue[] | undefined {
  if (!isObject(error) || readText(error, "name") !== "InvalidAnswerError") return undefined;
  const issues = read(error, "issues");
  return isArray(issues) ? (issues as readonly ValidationIssue[]) : undefined;
}

/** The text of an error, for a person. */
export function refusalText(error: unknown): string {
  return (isObject(error) ? readText(error, "message") : undefined) ?? messageOf(error);
}
