import type { ToolError } from "./tool-error.js";

/** A failure of a call that was not run, and that no other try changes. */
export function permanent(code: string, message: string): ToolError {
  return { category: "permanent", code, message, retryable: false };
}

/** A failure of a call that was given up, and whose tool was not run. */
export function givenUp(message: string): ToolError {
  return { category: "cancelled", code: "not_run", message, retryable: false };
}
