import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import type { ToolContentPart } from "../execution/content-parts.js";
import type { ToolExecutionResult } from "../execution/types.js";
import type { LiftedCall } from "./calls.js";

/** The module's form of an answered call. */
export function answered(call: LiftedCall, outcome: ToolExecutionResult | undefined): object {
  const { toolCallId, toolCallName, issue } = call;
  return { toolCallId, toolCallName, issue, outcome: outcome && said(outcome) };
}

function said(outcome: ToolExecutionResult): object {
  if (!outcome.success) return { success: false, text: outcome.error.message };
  const { result: text, parts, output } = outcome;
  return { success: true, text, images: parts ? imagesIn(parts) : imagesOf(output) };
}

/** The images that a handler gave as parts, where their data is in them. */
function imagesIn(parts: readonly ToolContentPart[]): object[] {
  return parts.flatMap((part) => {
    if (part.type !== "image" || part.source.type !== "data") return [];
    const { value: data, mimeType } = part.source;
    return [{ data, mimeType }];
  });
}

/** The images of an output that has MCP's `content`, as the tools of MCP servers give it. */
function imagesOf(output: unknown): object[] {
  const content = isObject(output) ? read(output, "content") : undefined;
  if (!isArray(content)) return [];
  return content.flatMap((block) => {
    if (!isObject(block) || readText(block, "type") !== "image") return [];
    const [data, mimeType] = [readText(block, "data"), readText(block, "mimeType")];
    return data && mimeType ? [{ data, mimeType }] : [];
  });
}
