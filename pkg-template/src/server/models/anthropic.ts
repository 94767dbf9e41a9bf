import type { ContentPart } from "@ag-ui/core";
import { jsonObjectOf } from "../../codec/json-object.js";
import { functionName, notSent } from "./media.js";
import type { Turn } from "./turns.js";
import type { AnswerPiece, Ending, VendorApi } from "./vendor-api.js";

/** The part of `Anthropic` of `@anthropic-ai/sdk` that is used. */
export interface AnthropicClient {
  readonly messages: {
    create(body: object, options: { signal: AbortSignal }): PromiseLike<unknown>;
  };
}

interface Event {
  readonly type: string;
  readonly content_block?: { readonly type: string };
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly signature?: string;
    readonly stop_reason?: string | null;
  };
  readonly message?: { readonly usage?: { readonly input_tokens?: number } };
  readonly usage?: { readonly output_tokens?: number };
}

/** The API needs a bound for each answer. */
const MAX_TOKENS = 4_096;

/** Anthropic's Messages API. */
export const anthropic: VendorApi<"anthropic", AnthropicClient> = {
  method: "messages.create",

  open(client, { model, instructions, turns, tools, body, signal }) {
    const request = {
      max_tokens: MAX_TOKENS,
      ...body,
      model,
      messages: turns.flatMap(messagesOf),
      ...(instructions !== "" && { system: instructions }),
      ...(tools.length > 0 && { tools }),
      stream: true,
    };
    // With thinking on, the API refuses calls whose thinking is missing.
    const isCut = turns.some(
      ({ role }, at) => role === "assistant" && isWithoutThinking(turns[at]),
    );
    return client.messages.create(isCut ? { ...request, thinking: undefined } : request, {
      signal,
    });
  },

  reader() {
    let thinking: Record<string, string> | undefined;
    return function* ({
      type,
      content_block,
      delta,
      message,
      usage,
    }: Event): Generator<AnswerPiece> {
      if (type === "message_start") {
        yield { type: "usage", inputTokens: message?.usage?.input_tokens };
      } else if (type === "content_block_start" && /thinking$/.test(content_block?.type ?? "")) {
        thinking = { ...(content_block as Record<string, string>) };
      } else if (type === "content_block_delta") {
        if (delta?.text) yield { type: "text", delta: delta.text };
        if (delta?.thinking) {
          yield { type: "reasoning", delta: delta.thinking };
          if (thinking) thinking.thinking = (thinking.thinking ?? "") + delta.thinking;
        }
        if (delta?.signature && thinking) thinking.signature = delta.signature;
      } else if (type === "content_block_stop" && thinking) {
        yield { type: "attachment", attachment: thinking };
        thinking = undefined;
      } else if (type === "message_delta") {
        yield { type: "usage", outputTokens: usage?.output_tokens };
        if (delta?.stop_reason) yield { type: "ending", ending: endingOf(delta.stop_reason) };
      }
    };
  },
};

function endingOf(reason: string): Ending {
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  return reason === "refusal" ? "refused" : "complete";
}

function isWithoutThinking(turn: Turn<"anthropic"> | undefined): boolean {
  return turn?.role === "assistant" && turn.calls.length > 0 && turn.attachments.length === 0;
}

function messagesOf(turn: Turn<"anthropic">): object[] {
  if (turn.role === "user") return [{ role: "user", content: turn.parts.map(blockOf) }];
  const { text, calls, results, attachments } = turn;
  const content = [
    ...attachments,
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls.map(({ toolCallId: id, toolCallName, argsText }) => {
      const [name, input] = [functionName(toolCallName), jsonObjectOf(argsText) ?? {}];
      return { type: "tool_use", id, name, input };
    }),
  ];
  return [{ role: "assistant", content }, ...(results ? [results] : [])];
}

function blockOf(part: ContentPart): object {
  if (part.type === "text") return { type: "text", text: part.text };
  const isSent = part.type === "image" || part.type === "document";
  if (isSent && part.source.type === "url") {
    return { type: part.type, source: { type: "url", url: part.source.value } };
  }
  if (isSent && part.source.type === "data") {
    const { value: data, mimeType: media_type } = part.source;
    return { type: part.type, source: { type: "base64", media_type, data } };
  }
  return { type: "text", text: notSent(part) };
}
