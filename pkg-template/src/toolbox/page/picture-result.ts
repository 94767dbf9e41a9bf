import { isObject, readText } from "../../codec/safe-read.js";
import { isToolResult, toolResult } from "../../execution/tool-result.js";
import type { ToolDefinition, ToolExecutionContext } from "../../tools/types.js";

/**
 * A definition whose screenshots are parts of its result, for models that can read them. Other tools stay unchanged.
 */
export function withPicture(tool: ToolDefinition): ToolDefinition {
  if (tool.name !== "screenshot") return tool;
  return {
    ...tool,
    handler: async (args: Record<string, unknown>, context: ToolExecutionContext) =>
      pictured(await tool.handler(args, context)),
  };
}

function pictured(made: unknown): unknown {
  if (!isToolResult(made) || !isObject(made.structured)) return made;
  const { content: text, structured } = made;
  const [, mimeType, value] =
    /^data:(image\/[a-z+.-]+);base64,(.+)$/.exec(readText(structured, "dataUrl") ?? "") ?? [];
  if (typeof text !== "string" || !mimeType || !value) return made;
  const source = { type: "data", value, mimeType };
  const parts = [
    { type: "text", text },
    { type: "image", source },
  ];
  return toolResult(parts, { structured });
}
