import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "../http/http-error.js";
import { readJson } from "../http/read-json.js";
import { respondError, respondJson } from "../http/respond.js";
import { CompletionStream } from "./completion-stream.js";
import { readTextRequest } from "./request.js";
import { answerTo } from "./script.js";

/**
 * A model that only writes text, behind an endpoint like OpenAI's chat completions: `POST /v1/chat/completions` with
 * `stream: true`. It has no tool calling, and follows a script instead of weights. It never throws.
 */
export function textModelEndpoint(
  pace: number,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(pace, request, response).catch((error: unknown) => {
      if (!(error instanceof HttpError)) console.error("[text model]", error);
      respondError(response, error);
    });
  };
}

async function answer(
  pace: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://model");
  if (pathname !== "/v1/chat/completions") {
    throw new HttpError(
      404,
      "not_found",
      "There is nothing here; the model answers POST /v1/chat/completions.",
    );
  }
  if (request.method !== "POST") {
    throw new HttpError(405, "method_not_allowed", `Use POST here, not ${request.method}.`, {
      headers: { allow: "POST" },
    });
  }
  const { model, messages, stream } = readTextRequest(await readJson(request));
  const text = answerTo(messages, new Date());
  if (!stream) {
    const message = { role: "assistant", content: text };
    respondJson(response, 200, {
      id: "chatcmpl-scripted",
      object: "chat.completion",
      created: Math.floor(Date.now() / 1000),
      model,
      choices: [{ index: 0, message, finish_reason: "stop" }],
    });
    return;
  }
  const completion = new CompletionStream(response, model, pace);
  try {
    await completion.write(text);
  } catch (error) {
    // Nobody reads on.
    if (!completion.signal.aborted) throw error;
  } finally {
    completion.end();
  }
}
