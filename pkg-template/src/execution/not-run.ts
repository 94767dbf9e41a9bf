import { describe } from "./thrown.js";
import type { ToolExecutionResult } from "./types.js";

/** The result of a call that never became an execution: no tool, or no core. */
export function notRun(thrown: unknown): ToolExecutionResult {
  const message = messageOf(thrown);
  const code = codeOf(thrown);
  return {
    success: false,
    error: {
      category: "permanent",
      message,
      retryable: false,
      code,
      cause: thrown,
    },
  };
}

/** What was thrown may be a proxy that throws as soon as it is looked at. */
function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : describe(thrown);
  } catch {
    return describe(thrown);
  }
}

function codeOf(thrown: unknown): string {
  try {
    const code = (thrown as { code?: unknown } | null)?.code;
    return typeof code === "string" ? code : "not_a_tool";
  } catch {
    return "not_a_tool";
  }
}
