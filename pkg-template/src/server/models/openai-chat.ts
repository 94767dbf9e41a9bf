import type { ContentPart } from "@ag-ui/core";
import { addressOf, functionName, notSent } from "./media.js";
import type { Turn } from "./turns.js";
import type { AnswerPiece, Ending, VendorApi } from "./vendor-api.js";

/** The part of `OpenAI` of `openai` that is used for chat completions. */
export interface OpenAiChatClient {
  readonly chat: {
    readonly completions: {
      create(body: object, options: { signal: AbortSignal }): PromiseLike<unknown>;
    };
  };
}

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly refusal?: string | null;
      /** Servers that are compatible name it either way. */
      readonly reasoning_content?: string | null;
      readonly reasoning?: string | null;
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
  } | null;
}

/** OpenAI's chat completions, and servers that are compatible. */
export const openAiChat: VendorApi<"openai-chat", OpenAiChatClient> = {
  method: "chat.completions.create",

  open(client, { model, instructions, turns, tools, body, wantsUsage, signal }) {
    const system = instructions === "" ? [] : [{ role: "system", content: instructions }];
    const request = {
      ...(wantsUsage && { stream_options: { include_usage: true } }),
      ...body,
      model,
      messages: [...system, ...turns.flatMap(messagesOf)],
      ...(tools.length > 0 && { tools }),
      stream: true,
    };
    return client.chat.completions.create(request, { signal });
  },

  reader() {
    return function* ({ choices, usage }: Chunk): Generator<AnswerPiece> {
      const choice = choices?.[0];
      const { content, refusal, reasoning_content, reasoning } = choice?.delta ?? {};
      const thought = reasoning_content ?? reasoning;
      if (thought) yield { type: "reasoning", delta: thought };
      if (content) yield { type: "text", delta: content };
      if (refusal) yield { type: "ending", ending: "refused" };
      const reason = choice?.finish_reason;
      if (reason) yield { type: "ending", ending: endingOf(reason) };
      if (!usage) return;
      const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage;
      yield { type: "usage", inputTokens, outputTokens };
    };
  },
};

function endingOf(reason: string): Ending {
  if (reason === "length") return "length";
  return reason === "content_filter" ? "refused" : "complete";
}

function messagesOf(turn: Turn<"openai-chat">): object[] {
  if (turn.role === "user") {
    const [first, ...more] = turn.parts;
    const isText = first?.type === "text" && more.length === 0;
    return [{ role: "user", content: isText ? first.text : turn.parts.map(partOf) }];
  }
  const { text, calls, results = [] } = turn;
  const tool_calls = calls.map(({ toolCallId: id, toolCallName, argsText }) => {
    const named = { name: functionName(toolCallName), arguments: argsText || "{}" };
    return { id, type: "function", function: named };
  });
  const content = text === "" ? null : text;
  return [{ role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }) }, ...results];
}

function partOf(part: ContentPart): object {
  if (part.type === "text") return { type: "text", text: part.text };
  const address = addressOf(part);
  if (part.type === "image" && address) return { type: "image_url", image_url: { url: address } };
  if (part.source.type === "data") {
    const { value: data, mimeType } = part.source;
    const format = /^audio\/(wav|mp3|mpeg)$/.exec(mimeType)?.[1];
    if (part.type === "audio" && format) {
      const input_audio = { data, format: format === "wav" ? "wav" : "mp3" };
      return { type: "input_audio", input_audio };
    }
    if (part.type === "document") {
      return { type: "file", file: { filename: "document", file_data: address } };
    }
  }
  return { type: "text", text: notSent(part) };
}
