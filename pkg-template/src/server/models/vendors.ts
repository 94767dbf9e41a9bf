import { type AnthropicClient, anthropic } from "./anthropic.js";
import { type GeminiClient, gemini } from "./gemini.js";
import { type MistralClient, mistral } from "./mistral.js";
import { type OpenAiChatClient, openAiChat } from "./openai-chat.js";
import { type OpenAiResponsesClient, openAiResponses } from "./openai-responses.js";
import type { VendorApi } from "./vendor-api.js";

/** The vendors' own client for each API, as far as it is used. */
export interface VendorClients {
  /** `Anthropic` of `@anthropic-ai/sdk`. */
  readonly anthropic: AnthropicClient;
  /** `OpenAI` of `openai`; its `baseURL` may be that of a compatible server. */
  readonly "openai-chat": OpenAiChatClient;
  /** `OpenAI` of `openai`. */
  readonly "openai-responses": OpenAiResponsesClient;
  /** `GoogleGenAI` of `@google/genai`. */
  readonly gemini: GeminiClient;
  /** `Mistral` of `@mistralai/mistralai`. */
  readonly mistral: MistralClient;
}

/** An API of a vendor's that `modelOf()` asks. The names are those of `provider()`. */
export type VendorName = keyof VendorClients;

/** A row for each API. */
export const vendors: { readonly [Name in VendorName]: VendorApi<Name, VendorClients[Name]> } = {
  anthropic,
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  gemini,
  mistral,
};
