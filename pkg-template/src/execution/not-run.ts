import { describe } from "./thrown.js";
import type { ToolExecutionResult } from "./types.js";

/** The result of a call that never became an execution: no tool, or no core. */
export function notRun(thrown: unknown): ToolExecutionResult {
  const message = thrown instanceof Error ? thrown.message : describe(thrown);
  const code = (thrown as { code?: unknown } | null)?.code;
  return {
    success: false,
    error: {
      category: "permanent",
      message,
      retryable: false,
      code: typeof code === "string" ? code : "not_a_tool",
      cause: thrown,
    },
  };
}
