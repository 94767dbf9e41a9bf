import type { ContentPart, Message } from "@ag-ui/core";
import type { AgUiTool } from "ag-ui-lit";
import type { ModelRequest } from "ag-ui-lit/server";
import type { OpenAI } from "openai";

const INSTRUCTIONS = [
  "You are the assistant in the demo page of ag-ui-lit. Your tools run in the visitor's browser, or on the server of a shop: use them whenever they fit,",
  "several at once when the request has several parts. Answer in one to three short sentences of plain text, without Markdown.",
  "The page already draws charts, pictures and tickets from tool results, so don't repeat their numbers.",
  "When a tool fails or was stopped, say so plainly and offer what could be done next. When arguments were refused, correct them and try again.",
].join(" ");

const NOT_ANSWERED = "This call was not answered.";

/** What the service accepts as a function name. */
const FUNCTION_NAME = /^[\w-]{1,64}$/;

/** The conversation as chat messages. Every tool call gets exactly one answer, as the service demands. */
export function toChatMessages(asked: ModelRequest): OpenAI.ChatCompletionMessageParam[] {
  const chat: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: [INSTRUCTIONS, ...contextLines(asked)].join("\n") },
  ];
  const { messages } = asked;
  messages.forEach((message, i) => {
    switch (message.role) {
      case "system":
      case "developer":
        chat.push({ role: "system", content: message.content });
        break;
      case "user":
        chat.push({ role: "user", content: userContent(message.content) });
        break;
      case "assistant": {
        const calls = message.toolCalls ?? [];
        if (!message.content && calls.length === 0) break;
        chat.push({
          role: "assistant",
          content: message.content || null,
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ id, function: { name, arguments: args } }) => ({
              id,
              type: "function" as const,
              function: { name: functionName(name), arguments: args || "{}" },
            })),
          }),
        });
        const answers = answersAfter(messages, i);
        for (const { id } of calls)
          chat.push({ role: "tool", tool_call_id: id, content: answers.get(id) ?? NOT_ANSWERED });
        break;
      }
      // Tool messages went out with their calls; activity and reasoning are not for the model.
    }
  });
  return chat;
}

/** What the model may call. One whose name the service would refuse is left out, rather than the whole request with it. */
export function toChatTools(tools: readonly AgUiTool[]): OpenAI.ChatCompletionFunctionTool[] {
  return tools
    .filter(({ name }) => FUNCTION_NAME.test(name))
    .map(({ name, description, parameters }) => {
      const { $schema: _, ...schema } = (parameters ?? {}) as Record<string, unknown>;
      return {
        type: "function",
        function: { name, description, parameters: { type: "object", properties: {}, ...schema } },
      };
    });
}

/** Tool messages up to the next assistant message with calls: ids are reused across turns. */
function answersAfter(messages: readonly Message[], index: number): Map<string, string> {
  const answers = new Map<string, string>();
  for (const message of messages.slice(index + 1)) {
    if (message.role === "assistant" && message.toolCalls?.length) break;
    if (message.role !== "tool" || answers.has(message.toolCallId)) continue;
    const text = textOf(message.content);
    answers.set(
      message.toolCallId,
      message.error && !text.includes(message.error)
        ? `Error: ${message.error}\n${text}`.trim()
        : text,
    );
  }
  return answers;
}

function userContent(content: string | ContentPart[]): string | OpenAI.ChatCompletionContentPart[] {
  if (typeof content === "string") return content;
  const parts = content.map((part): OpenAI.ChatCompletionContentPart => {
    if (part.type === "text") return { type: "text", text: part.text };
    if (part.type === "image" && part.source.type === "url")
      return { type: "image_url", image_url: { url: part.source.value } };
    if (part.type === "image" && part.source.type === "data") {
      return {
        type: "image_url",
        image_url: { url: `data:${part.source.mimeType};base64,${part.source.value}` },
      };
    }
    return { type: "text", text: `[${part.type} that this demo can't pass on]` };
  });
  return parts.length > 0 ? parts : "";
}

function textOf(content: string | ContentPart[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

function contextLines({ request }: ModelRequest): string[] {
  return (request.contextEntries ?? []).map(({ description, value }) => `${description}: ${value}`);
}

function functionName(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed";
}
