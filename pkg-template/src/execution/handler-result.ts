import { describe } from "../codec/describe.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { writeValue } from "../codec/write-value.js";
import { DEFAULT_MAX_RESULT_LENGTH } from "../constants/core.js";
import { isToolResult } from "./tool-result.js";

/** What came of a handler that returned. */
export interface HandlerResult {
  /** What the model reads. */
  readonly text: string;
  /** What the page gets, uncut and as it was. */
  readonly output: unknown;
}

/** Reads what a handler returned. `maxLength` bounds the text, in UTF-16 units. Never throws. */
export function readHandlerResult(
  value: unknown,
  maxLength: number = DEFAULT_MAX_RESULT_LENGTH,
): HandlerResult {
  return isToolResult(value)
    ? { text: textOf(value.content, maxLength), output: value.structured }
    : { text: textOf(value, maxLength), output: value };
}

/**
 * The text a model reads for a value: a string as it is, everything else as `writeValue` writes it. A value that
 * can't be written is still a success, since the handler ran; the text says so.
 */
export function textOf(value: unknown, maxLength: number = DEFAULT_MAX_RESULT_LENGTH): string {
  if (typeof value === "string") return wellFormed(truncate(value, maxLength));
  try {
    return writeValue(value, maxLength);
  } catch (thrown) {
    // No value is known that leads here, except by exhausting the stack or the memory.
    return `The tool succeeded, but its result can't be written: ${truncate(describe(thrown), 200)}`;
  }
}
