import { messageOf } from "../codec/describe.js";
import { isObject, readText } from "../codec/safe-read.js";
import type { ToolExecutionResult } from "./types.js";

/** The result of a call that never became an execution: no tool, or no core. */
export function notRun(thrown: unknown): ToolExecutionResult & { readonly success: false } {
  const code = isObject(thrown) ? readText(thrown, "code") : undefined;
  return {
    success: false,
    error: {
      category: "permanent",
      message: messageOf(thrown),
      retryable: false,
      code: code ?? "not_a_tool",
      cause: thrown,
    },
  };
}
