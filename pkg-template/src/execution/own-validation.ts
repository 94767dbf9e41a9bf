import { isArray } from "../codec/safe-read.js";
import type { OwnValidator } from "../tools/schema.js";
import { attempt } from "./attempt.js";
import { argumentsErrorOf } from "./categorize-error.js";
import { describe } from "./thrown.js";
import type { ToolError } from "./types.js";

/** What a validator said. */
export type Verdict =
  | { readonly accepted: true; readonly value: unknown }
  | { readonly accepted: false; readonly error: ToolError };

/** Asks a schema's own validator, which may answer at once or later, throw, or answer nonsense. */
export function askTool(
  validate: OwnValidator,
  args: unknown,
  answer: (verdict: Verdict) => void,
): void {
  attempt<unknown>(
    () => validate(args),
    (result) => answer(safeVerdictOf(result)),
    (thrown) => answer({ accepted: false, error: unchecked(describe(thrown), thrown) }),
  );
}

/** A result may be anything, also an object that throws when it is looked at. */
function safeVerdictOf(result: unknown): Verdict {
  try {
    return verdictOf(result);
  } catch (thrown) {
    return { accepted: false, error: unchecked(describe(thrown), thrown) };
  }
}

/** https://standardschema.dev: a result has `value`, or `issues` when it is a failure. */
function verdictOf(result: unknown): Verdict {
  if (typeof result !== "object" || result === null) {
    return { accepted: false, error: unchecked("its validator gave no result", result) };
  }
  const { issues, value } = result as { issues?: unknown; value?: unknown };
  if (issues === undefined) {
    if ("value" in result) return { accepted: true, value };
    return { accepted: false, error: unchecked("its validator gave no value", result) };
  }
  if (!isArray(issues) || issues.length === 0) {
    return { accepted: false, error: unchecked("its validator gave no issues", result) };
  }
  return { accepted: false, error: argumentsErrorOf(issues) };
}

function unchecked(reason: string, cause: unknown): ToolError {
  return {
    category: "validation",
    message: `The tool's schema could not check the arguments: ${reason}`,
    retryable: false,
    cause,
  };
}
