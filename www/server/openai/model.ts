import { type Model, type ModelRequest, modelOf } from "ag-ui-lit/server";
import { OpenAI } from "openai";
import type { OpenAiConfig } from "./config.js";

const INSTRUCTIONS = [
  "You are the assistant in the demo page of ag-ui-lit. Your tools run in the visitor's browser, or on the server of a shop: use them whenever they fit,",
  "several at once when the request has several parts. Answer in one to three short sentences of plain text, without Markdown.",
  "The page already draws charts, pictures and tickets from tool results, so don't repeat their numbers.",
  "When a tool fails or was stopped, say so plainly and offer what could be done next. When arguments were refused, correct them and try again.",
].join(" ");

/** A real model, through any service that speaks the chat completions format. */
export function openAiModel({ apiKey, baseUrl, model }: OpenAiConfig): Model {
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl.origin + baseUrl.pathname.replace(/\/+$/, ""),
    // Such as Azure's api-version.
    defaultQuery: Object.fromEntries(baseUrl.searchParams),
    maxRetries: 0,
    logLevel: "off",
  });
  return modelOf("openai-chat", client, { model, instructions });
}

/** With what the page says of where the visitor is. */
function instructions({ request }: ModelRequest): string {
  const entries = request.contextEntries ?? [];
  const lines = entries.map(({ description, value }) => `${description}: ${value}`);
  return [INSTRUCTIONS, ...lines].join("\n");
}
