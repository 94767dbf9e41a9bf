import { argumentsErrorOf, categorizeError } from "../errors/categorize-error.js";
import type { Verdict } from "./validator.js";

/** Arguments with these issues. A validator of the page may have reported them, so they can be of any form. */
export function refusedFor(issues: unknown): Verdict {
  return { accepted: false, error: argumentsErrorOf(issues) };
}

/** A call that is refused for another reason than its arguments. */
export function refusedBy(failure: unknown): Verdict {
  return { accepted: false, error: categorizeError(failure) };
}

/** The refusal of arguments that could not be checked: unvalidated arguments do not run. */
export function unchecked(reason: string, cause: unknown): Verdict {
  return {
    accepted: false,
    error: {
      category: "validation",
      message: `The tool's schema could not check the arguments: ${reason}`,
      retryable: false,
      cause,
    },
  };
}
