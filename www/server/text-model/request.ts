import { HttpError } from "../http/http-error.js";

/** A message, as a model that only writes text is sent it. */
export interface TextMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What of a request is used. */
export interface TextModelRequest {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  readonly stream: boolean;
}

/** @throws HttpError 400 for a request that chat completions would not take, or that needs more than text. */
export function readTextRequest(body: unknown): TextModelRequest {
  const { model, messages, stream = false, tools } = (body ?? {}) as Record<string, unknown>;
  if (typeof model !== "string" || model === "") throw refusal("model must be a text.");
  if (typeof stream !== "boolean") throw refusal("stream must be true or false.");
  if (tools !== undefined) throw refusal("This model only writes text: it takes no tools.");
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isTextMessage)) {
    throw refusal(
      'messages must be a list of { role: "system", "user" or "assistant", content: a text }.',
    );
  }
  return { model, messages, stream };
}

function refusal(message: string): HttpError {
  return new HttpError(400, "invalid_request_error", message);
}

function isTextMessage(value: unknown): value is TextMessage {
  const { role, content } = (value ?? {}) as Record<string, unknown>;
  return ["system", "user", "assistant"].includes(role as string) && typeof content === "string";
}
