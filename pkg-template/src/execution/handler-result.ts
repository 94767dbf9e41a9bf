import { describe } from "../codec/describe.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { writeValue } from "../codec/write-value.js";
import { DEFAULT_MAX_RESULT_LENGTH } from "../constants/core.js";
import { hasStructured, isToolResult } from "./tool-result.js";

/** What came of a handler that returned. */
export interface HandlerResult {
  /** What the model reads. */
  readonly text: string;
  /** What the page gets, uncut and as it was. */
  readonly output: unknown;
  /** What a structured result has as its metadata, as it was given; `undefined` for none. */
  readonly metadata: unknown;
}

/** Reads what a handler returned. `maxLength` bounds the text, in UTF-16 units. Never throws. */
export function readHandlerResult(
  value: unknown,
  maxLength: number = DEFAULT_MAX_RESULT_LENGTH,
): HandlerResult {
  if (!isToolResult(value)) {
    return { text: textOf(value, maxLength), output: value, metadata: undefined };
  }
  const { content, structured: output } = value;
  const metadata = hasStructured(value) ? output : undefined;
  return { text: textOf(content, maxLength), output, metadata };
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
