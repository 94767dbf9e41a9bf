import { messageOf } from "../codec/describe.js";
import { isObject, readText } from "../codec/safe-read.js";
import { wellFormed } from "../codec/truncate.js";
import type { ToolExecutionResult } from "./types.js";

/**
 * The result of a call that never became an execution (no tool, or no core), or of one that could not go on. Never
 * throws.
 *
 * @param otherwise the code, where what was thrown has none.
 */
export function notRun(
  thrown: unknown,
  otherwise = "not_a_tool",
): ToolExecutionResult & { readonly success: false } {
  const code = isObject(thrown) ? readText(thrown, "code") : undefined;
  return {
    success: false,
    error: {
      category: "permanent",
      message: clean(messageOf(thrown)),
      retryable: false,
      code: clean(code ?? otherwise),
      cause: thrown,
    },
  };
}

/**
 * The text, well-formed if possible: the page may have replaced `RegExp`, which may be the very error that was thrown.
 */
function clean(text: string): string {
  try {
    return wellFormed(text);
  } catch {
    return text;
  }
}
