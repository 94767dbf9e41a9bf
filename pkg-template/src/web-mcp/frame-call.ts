import type { CallToolResult } from "@modelcontextprotocol/client";
import { messageOf } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { ToolFailure } from "../errors/tool-failure.js";
import { contentPartsOf, hasMedia } from "../execution/content-parts.js";
import { toolResult } from "../execution/tool-result.js";
import { partsOfContent, textOfContent } from "../mcp/content.js";
import type { ToolExecutionContext } from "../tools/types.js";
import { visibleText } from "../visible-text/visible-text.js";
import type { FrameTool, FrameToolSource } from "./model-context.js";

/** Calls a tool of another frame. */
export async function callFrameTool(
  source: FrameToolSource,
  tool: FrameTool,
  args: Record<string, unknown>,
  { signal }: Pick<ToolExecutionContext, "signal">,
): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await source.executeTool(tool, args, { signal });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    // The browser reports no details. The tool may have run.
    const message = `The tool ${visibleText(tool.name)} of the frame ${tool.origin} failed: ${messageOf(cause)}`;
    throw new ToolFailure(message, {
      category: "execution",
      code: "frame_tool_failed",
      retryable: false,
      cause,
    });
  }
  if (answer === null) return "The tool has left its page. There is no result.";
  return resultOf(parsed(answer), tool);
}

/** Browsers give a text as it is, or as the JSON that it is written in. */
function parsed(answer: unknown): unknown {
  if (typeof answer !== "string") return answer;
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}

/** Some tools answer as those of MCP do: with content, or with an error. */
function resultOf(answer: unknown, { name, origin }: FrameTool): unknown {
  if (!isObject(answer) || !Array.isArray(read(answer, "content"))) return answer;
  const result = answer as CallToolResult;
  try {
    if (result.isError) {
      const said = textOfContent(result).trim();
      const message = said || `The tool ${visibleText(name)} of the frame ${origin} failed.`;
      throw new ToolFailure(message, { category: "execution", code: "frame_tool_error" });
    }
    const parts = contentPartsOf(partsOfContent(result));
    return toolResult(parts && hasMedia(parts) ? parts : textOfContent(result), {
      structured: answer,
    });
  } catch (thrown) {
    if (thrown instanceof ToolFailure) throw thrown;
    // Not a valid result: it only looked like one.
    return answer;
  }
}
