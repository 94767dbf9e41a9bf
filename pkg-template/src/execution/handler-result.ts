import { describe } from "../codec/describe.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { writeValue } from "../codec/write-value.js";
import { DEFAULT_MAX_RESULT_LENGTH } from "../constants/core.js";
import { contentPartsOf, hasMedia, type ToolContentPart, textOfParts } from "./content-parts.js";
import { hasStructured, isToolResult } from "./tool-result.js";

/** The result of a handler that returned. */
export interface HandlerResult {
  /** The text for the model. */
  readonly text: string;
  /** The value for the page, uncut and as it was. */
  readonly output: unknown;
  /** The parts that the model may get in place of the text, where the handler gave parts. */
  readonly parts?: readonly ToolContentPart[] | undefined;
  /** The metadata of a structured result, as it was given; `undefined` without any. */
  readonly metadata: unknown;
}

/** Reads a handler's return value. `maxLength` bounds the text, in UTF-16 units. Never throws. */
export function readHandlerResult(
  value: unknown,
  maxLength: number = DEFAULT_MAX_RESULT_LENGTH,
): HandlerResult {
  if (!isToolResult(value)) {
    return { text: textOf(value, maxLength), output: value, metadata: undefined };
  }
  const { content, structured: output } = value;
  const metadata = hasStructured(value) ? output : undefined;
  const parts = contentPartsOf(content);
  if (!parts) return { text: textOf(content, maxLength), output, metadata };
  const text = textOf(textOfParts(parts), maxLength);
  // Text alone is the same in one part or several, and every backend takes it. The limit of the text applies to parts,
  // too.
  return { text, output, metadata, ...(hasMedia(parts) && { parts: cut(parts, maxLength) }) };
}

/** The parts with no more text than a result may have. Texts behind the one that is cut are left out. */
function cut(parts: readonly ToolContentPart[], maxLength: number): readonly ToolContentPart[] {
  let left = maxLength;
  return parts.flatMap((part): readonly ToolContentPart[] => {
    if (part.type !== "text") return [part];
    if (left < 0) return [];
    const text = textOf(part.text, Math.max(left, 1));
    left -= part.text.length;
    return [text === part.text ? part : { type: "text", text }];
  });
}

/**
 * The text of a value for a model: a string as it is, everything else as `writeValue` writes it. A value that can't be
 * written is still a success, since the handler ran; the text reports the reason.
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
