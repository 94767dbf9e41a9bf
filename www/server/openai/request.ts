import type { ModelRequest } from "ag-ui-lit/server";
import { APIConnectionError, APIError, OpenAI } from "openai";
import { ModelError } from "../model-error.js";
import type { OpenAiConfig } from "./config.js";
import { redact } from "./redact.js";
import { toChatMessages, toChatTools } from "./to-chat.js";

/** Asks for a streamed completion. Whatever goes wrong, also while it streams, becomes an error in words. */
export async function* completionOf(
  config: OpenAiConfig,
  asked: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<OpenAI.ChatCompletionChunk> {
  const { apiKey, baseUrl, model } = config;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl.origin + baseUrl.pathname.replace(/\/+$/, ""),
    // Such as Azure's api-version.
    defaultQuery: Object.fromEntries(baseUrl.searchParams),
    maxRetries: 0,
    logLevel: "off",
  });
  const tools = toChatTools(asked.tools);
  try {
    yield* await client.chat.completions.create(
      { model, stream: true, messages: toChatMessages(asked), ...(tools.length > 0 && { tools }) },
      { signal },
    );
    // The client ends an aborted stream as if it were complete.
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw inWords(error, config);
  }
}

function inWords(error: unknown, { apiKey, baseUrl: { host } }: OpenAiConfig): unknown {
  if (error instanceof SyntaxError) {
    return new ModelError(
      "The model's service sent something that is not a completion chunk.",
      "upstream_malformed",
    );
  }
  if (error instanceof APIConnectionError) {
    return new ModelError(
      `The model at ${host} can't be reached (${causeOf(error)}).`,
      "upstream_unreachable",
    );
  }
  if (!(error instanceof APIError)) return error;
  const said = redact(textOf(error), apiKey);
  const words = said ? `: ${said}` : ".";
  return error.status === undefined
    ? new ModelError(`The model failed while answering${words}`, "upstream_error")
    : new ModelError(
        `The model at ${host} answered HTTP ${error.status}${words}`,
        `upstream_${error.status}`,
      );
}

/** What the service said, without the status that the client puts before it. */
function textOf({ error, message, status }: APIError): string {
  if (typeof error === "string") return error;
  const text = message.replace(new RegExp(`^${status} `), "");
  return /^\s*</.test(text) ? "an HTML page instead of JSON" : text;
}

/** The system's code at the end of a chain of causes, such as `ECONNREFUSED`. */
function causeOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return "connection failed";
  return "code" in cause && typeof cause.code === "string" ? cause.code : causeOf(cause);
}
