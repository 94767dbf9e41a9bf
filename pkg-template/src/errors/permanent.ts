import type { ToolError } from "./tool-error.js";

/** A failure of a call that was not run, and that no other try changes. */
export function permanent(code: string, message: string): ToolError {
  return { category: "permanent", code, message, retryable: false };
}
