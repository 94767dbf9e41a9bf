import type { ContentPart } from "@ag-ui/core";
import { addressOf, functionName, notSent } from "./media.js";
import type { Turn } from "./turns.js";
import type { AnswerPiece, VendorApi } from "./vendor-api.js";

/** The part of `OpenAI` of `openai` that is used for responses. */
export interface OpenAiResponsesClient {
  readonly responses: {
    create(body: object, options: { signal: AbortSignal }): PromiseLike<unknown>;
  };
}

interface Event {
  readonly type: string;
  readonly delta?: string;
  readonly item?: { readonly type: string; readonly encrypted_content?: string | null };
  readonly response?: {
    readonly incomplete_details?: { readonly reason?: string } | null;
    readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number } | null;
  };
}

/** OpenAI's responses. */
export const openAiResponses: VendorApi<"openai-responses", OpenAiResponsesClient> = {
  method: "responses.create",

  open(client, { model, instructions, turns, tools, body, signal }) {
    const request = {
      ...body,
      model,
      input: turns.flatMap(itemsOf),
      ...(instructions !== "" && { instructions }),
      ...(tools.length > 0 && { tools }),
      stream: true,
    };
    return client.responses.create(request, { signal });
  },

  reader() {
    return function* ({ type, delta = "", item, response }: Event): Generator<AnswerPiece> {
      switch (type) {
        case "response.output_text.delta":
          yield { type: "text", delta };
          return;
        case "response.reasoning_summary_text.delta":
        case "response.reasoning_text.delta":
          yield { type: "reasoning", delta };
          return;
        case "response.refusal.delta":
          yield { type: "ending", ending: "refused" };
          return;
        case "response.output_item.done":
          // Without the content the API would look for the item, which it may not have stored.
          if (item?.type === "reasoning" && item.encrypted_content) {
            yield { type: "attachment", attachment: item };
          }
          return;
        case "response.failed":
        case "error":
          throw new Error("The response failed.", { cause: response ?? type });
        case "response.completed":
        case "response.incomplete": {
          const { input_tokens: inputTokens, output_tokens: outputTokens } = response?.usage ?? {};
          yield { type: "usage", inputTokens, outputTokens };
          const isFiltered = response?.incomplete_details?.reason === "content_filter";
          const cut = isFiltered ? "refused" : "length";
          yield { type: "ending", ending: type === "response.completed" ? "complete" : cut };
        }
      }
    };
  },
};

function itemsOf(turn: Turn<"openai-responses">): object[] {
  if (turn.role === "user") return [{ role: "user", content: turn.parts.map(partOf) }];
  const { text, calls, results = [], attachments } = turn;
  return [
    ...attachments,
    ...(text === "" ? [] : [{ role: "assistant", content: text }]),
    ...calls.map(({ toolCallId: call_id, toolCallName, argsText }) => {
      const name = functionName(toolCallName);
      return { type: "function_call", call_id, name, arguments: argsText || "{}" };
    }),
    ...results,
  ];
}

function partOf(part: ContentPart): object {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const address = addressOf(part);
  if (part.type === "image" && address) {
    return { type: "input_image", image_url: address, detail: "auto" };
  }
  if (part.type === "document" && address) {
    return part.source.type === "url"
      ? { type: "input_file", file_url: address }
      : { type: "input_file", filename: "document", file_data: address };
  }
  return { type: "input_text", text: notSent(part) };
}
