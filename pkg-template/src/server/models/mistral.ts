import type { ContentPart } from "@ag-ui/core";
import { addressOf, functionName, notSent } from "./media.js";
import type { Turn } from "./turns.js";
import type { AnswerPiece, Ending, VendorApi } from "./vendor-api.js";

/** The part of `Mistral` of `@mistralai/mistralai` that is used. */
export interface MistralClient {
  readonly chat: {
    stream(
      request: object,
      options: { fetchOptions: { signal: AbortSignal } },
    ): PromiseLike<unknown>;
  };
}

interface TextChunk {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: readonly TextChunk[];
}

interface Event {
  readonly data?: {
    readonly choices?: readonly {
      readonly delta?: { readonly content?: string | readonly TextChunk[] | null };
      readonly finishReason?: string | null;
    }[];
    readonly usage?: { readonly promptTokens?: number; readonly completionTokens?: number };
  };
}

/** Mistral's chat completions, in the camel case of its client. */
export const mistral: VendorApi<"mistral", MistralClient> = {
  method: "chat.stream",

  open(client, { model, instructions, turns, tools, body, signal }) {
    const system = instructions === "" ? [] : [{ role: "system", content: instructions }];
    const request = {
      ...body,
      model,
      messages: [...system, ...turns.flatMap(messagesOf)],
      ...(tools.length > 0 && { tools }),
    };
    return client.chat.stream(request, { fetchOptions: { signal } });
  },

  reader() {
    return function* ({ data }: Event): Generator<AnswerPiece> {
      const choice = data?.choices?.[0];
      const content = choice?.delta?.content;
      if (typeof content === "string") yield { type: "text", delta: content };
      else for (const chunk of content ?? []) yield* piecesOf(chunk);
      if (data?.usage) {
        const { promptTokens: inputTokens, completionTokens: outputTokens } = data.usage;
        yield { type: "usage", inputTokens, outputTokens };
      }
      if (choice?.finishReason) yield { type: "ending", ending: endingOf(choice.finishReason) };
    };
  },
};

function* piecesOf({ text, thinking }: TextChunk): Generator<AnswerPiece> {
  for (const { text: delta } of thinking ?? []) if (delta) yield { type: "reasoning", delta };
  if (text) yield { type: "text", delta: text };
}

function endingOf(reason: string): Ending {
  if (reason === "length" || reason === "model_length") return "length";
  return reason === "content_filter" ? "refused" : "complete";
}

function messagesOf(turn: Turn<"mistral">): object[] {
  if (turn.role === "user") return [{ role: "user", content: turn.parts.map(partOf) }];
  const { text, calls, results = [] } = turn;
  const toolCalls = calls.map(({ toolCallId, toolCallName, argsText }, index) => {
    const named = { name: functionName(toolCallName), arguments: argsText || "{}" };
    // The API refuses ids of another form: the result's is the one that it takes.
    return { id: results[index]?.tool_call_id ?? toolCallId, function: named };
  });
  return [
    { role: "assistant", content: text, ...(toolCalls.length > 0 && { toolCalls }) },
    ...results.map(({ tool_call_id: toolCallId, ...result }) => ({ ...result, toolCallId })),
  ];
}

function partOf(part: ContentPart): object {
  if (part.type === "text") return { type: "text", text: part.text };
  const address = addressOf(part);
  if (part.type === "image" && address) return { type: "image_url", imageUrl: address };
  if (part.type === "document" && part.source.type === "url" && address) {
    return { type: "document_url", documentUrl: address };
  }
  return { type: "text", text: notSent(part) };
}
