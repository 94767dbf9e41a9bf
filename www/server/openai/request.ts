import type { RunAgentInput } from "@ag-ui/core";
import { BrainError } from "../run/brain.js";
import { completionsUrl, type OpenAiConfig } from "./config.js";
import { redact } from "./redact.js";
import { toChatMessages, toChatTools } from "./to-chat.js";

const MAX_ERROR_BODY = 8_192;

/** Asks for a streamed completion. Anything but a readable 200 becomes an error in words. */
export async function requestCompletion(
  config: OpenAiConfig,
  input: RunAgentInput,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const url = completionsUrl(config);
  const tools = toChatTools(input.tools ?? []);
  const body = {
    model: config.model,
    stream: true,
    messages: toChatMessages(input),
    ...(tools.length > 0 && { tools }),
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      authorization: `Bearer ${config.apiKey}`,
    },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new BrainError(
      `The model at ${url.host} can't be reached (${causeOf(error)}).`,
      "upstream_unreachable",
    );
  });
  if (response.ok && response.body) return response.body;
  const said = redact(errorText(await readSome(response)), config.apiKey);
  throw new BrainError(
    `The model at ${url.host} answered HTTP ${response.status}${said ? `: ${said}` : "."}`,
    `upstream_${response.status}`,
  );
}

function causeOf(error: unknown): string {
  const cause =
    error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" ? cause.code : "connection failed";
}

async function readSome(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  try {
    // Leaving the loop cancels the body.
    for await (const bytes of response.body) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MAX_ERROR_BODY) break;
    }
  } catch {
    // What was read so far has to do.
  }
  return text.slice(0, MAX_ERROR_BODY);
}

function errorText(body: string): string {
  try {
    const { error, message } = JSON.parse(body) as {
      error?: { message?: unknown } | string;
      message?: unknown;
    };
    const text = typeof error === "string" ? error : (error?.message ?? message);
    return typeof text === "string" ? text : "";
  } catch {
    return /^\s*</.test(body) ? "an HTML page instead of JSON" : body;
  }
}
