import type { Part, SendMessageRequest } from "@a2a-js/sdk";
import type { ContentPart, Message, RunAgentInput, ToolMessage, UserMessage } from "@ag-ui/core";
import { type A2aToolResult, CLIENT_TOOLS_EXTENSION } from "../extension.js";
import { textPart } from "../parts.js";
import { ofUser } from "../task-states.js";
import type { ThreadState } from "./thread-state.js";
import { wrapped } from "./wire.js";

/** The message of a run. */
export interface Outgoing {
  readonly request: SendMessageRequest;
  /** The user's messages in it. */
  readonly said: readonly UserMessage[];
}

/**
 * The message with all that the agent does not have yet: the user's messages since its last answer, and awaited
 * results.
 */
export function outgoing(
  input: RunAgentInput,
  state: ThreadState,
  { taskId, contextId }: { readonly taskId: string; readonly contextId: string },
): Outgoing | undefined {
  const said = unsent(input.messages, state.sent);
  const toolResults = taskId === "" ? [] : results(input.messages, state);
  if (said.length === 0 && toolResults.length === 0) return undefined;
  const data = toolResults.length > 0 ? [resultsPart({ toolResults })] : [];
  const metadata = { [CLIENT_TOOLS_EXTENSION]: { tools: input.tools } };
  const message = {
    messageId: said.at(-1)?.id ?? crypto.randomUUID(),
    contextId,
    taskId,
    role: ofUser,
    parts: [...said.flatMap(({ content }) => partsOf(content)), ...data],
    metadata,
    extensions: [CLIENT_TOOLS_EXTENSION],
    referenceTaskIds: [],
  };
  const request = { tenant: "", message, configuration: undefined, metadata: undefined };
  return { request, said };
}

function unsent(messages: readonly Message[], sent: ReadonlySet<string>): UserMessage[] {
  const said: UserMessage[] = [];
  for (const message of messages.toReversed()) {
    if (message.role === "assistant") break;
    if (message.role !== "user") continue;
    if (sent.has(message.id)) break;
    said.unshift(message);
  }
  return said;
}

function results(messages: readonly Message[], { task }: ThreadState): A2aToolResult[] {
  return messages
    .filter((message) => message.role === "tool")
    .filter(({ toolCallId }) => task?.waitsFor.has(toolCallId))
    .map((message) => resultOf(message, task?.waitsFor.get(message.toolCallId) ?? ""));
}

function resultOf({ toolCallId, content, error }: ToolMessage, toolName: string): A2aToolResult {
  const base = { toolCallId, toolName };
  if (error !== undefined) return { ...base, success: false, error };
  return { ...base, success: true, result: content };
}

function resultsPart(data: object): Part {
  const { value, metadata } = wrapped(data);
  const content = { $case: "data", value } as const;
  return { content, metadata: metadata as Part["metadata"], filename: "", mediaType: "" };
}

function partsOf(content: UserMessage["content"]): Part[] {
  return typeof content === "string" ? [textPart(content)] : content.map(partOf);
}

function partOf(part: ContentPart): Part {
  if (part.type === "text") return textPart(part.text);
  const { source } = part;
  const mediaType = ("mimeType" in source && source.mimeType) || "";
  const value =
    source.type === "data"
      ? `data:${mediaType};base64,${source.value}`
      : "value" in source
        ? String(source.value)
        : "";
  // A file that A2A has no part for is mentioned as text.
  if (value === "") return textPart(`[a file that can't be sent: ${source.type}]`);
  return { content: { $case: "url", value }, metadata: undefined, filename: "", mediaType };
}
