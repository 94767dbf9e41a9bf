import type { Part, SendMessageRequest } from "@a2a-js/sdk";
import type { ContentPart, ToolMessage, UserMessage } from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import { filePart } from "../content.js";
import { type A2aToolResult, CLIENT_TOOLS_EXTENSION } from "../extension.js";
import { hasList, listsOf } from "../parts.js";

/** The content of a client's message. It is not trusted. */
export interface ClientMessage {
  /** The user's text; absent if the message only has results. */
  readonly content?: UserMessage["content"];
  /** The results that are well formed. */
  readonly results: readonly A2aToolResult[];
  /** The errors in the others. */
  readonly faults: readonly string[];
  /** The client's tools; absent if the message does not mention any. */
  readonly tools?: readonly unknown[];
}

/** Reads a message: the user's text, results of calls, and the client's tools. */
export function readMessage({ message, metadata }: SendMessageRequest): ClientMessage {
  const parts = message?.parts ?? [];
  const read = listsOf(parts, "toolResults").map(readResult);
  const content = contentOf(parts.filter((part) => !hasList(part, "toolResults")));
  const tools = toolsIn(message?.metadata) ?? toolsIn(metadata);
  return {
    results: read.filter((result) => typeof result !== "string"),
    faults: read.filter((result) => typeof result === "string"),
    ...(content !== undefined && { content }),
    ...(tools && { tools }),
  };
}

/** A result as a message for the model. */
export function toolMessage(result: A2aToolResult, id: string): ToolMessage {
  const { toolCallId, success } = result;
  const base = { id, role: "tool", toolCallId } as const;
  if (!success) {
    const error = result.error ?? "The tool failed.";
    return { ...base, content: error, error };
  }
  const { result: value } = result;
  return { ...base, content: typeof value === "string" ? value : JSON.stringify(value ?? null) };
}

/** A result, or the error in it. */
export function readResult(given: unknown): A2aToolResult | string {
  if (!isObject(given)) return "a tool result must be an object";
  const { toolCallId, toolName, success, result, error } = given as Record<string, unknown>;
  if (typeof toolCallId !== "string" || toolCallId === "") {
    return "a tool result needs toolCallId, a text that is not empty";
  }
  const of = `the result of ${JSON.stringify(toolCallId.slice(0, 100))}`;
  if (typeof success !== "boolean") return `${of} needs success, true or false`;
  if (error !== undefined && typeof error !== "string") return `error in ${of} must be a text`;
  return {
    toolCallId,
    success,
    ...(typeof toolName === "string" && { toolName }),
    ...(success && { result }),
    ...(!success && error !== undefined && { error }),
  };
}

function toolsIn(metadata: Record<string, unknown> | undefined): readonly unknown[] | undefined {
  const own = metadata?.[CLIENT_TOOLS_EXTENSION];
  const tools = isObject(own) ? (own as Record<string, unknown>).tools : undefined;
  return Array.isArray(tools) ? (tools as unknown[]) : undefined;
}

/** Text as text; with files, as the parts that AG-UI has; data as its JSON. */
function contentOf(parts: readonly Part[]): UserMessage["content"] | undefined {
  const content = parts.map(contentPart).filter((part) => part !== undefined);
  if (content.length === 0) return undefined;
  const texts = content.map((part) => (part.type === "text" ? part.text : undefined));
  return texts.includes(undefined) ? content : texts.join("\n\n");
}

function contentPart(part: Part): ContentPart | undefined {
  const { content } = part;
  switch (content?.$case) {
    case "text":
      return { type: "text", text: String(content.value) };
    case "data":
      return { type: "text", text: JSON.stringify(content.value ?? null) };
    default:
      return filePart(part);
  }
}
