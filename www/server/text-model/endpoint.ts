import type { Handler } from "../http/handler.js";
import { HttpError } from "../http/http-error.js";
import { readJson } from "../http/read-json.js";
import { errorResponse, jsonResponse } from "../http/respond.js";
import { completionStream } from "./completion-stream.js";
import { readTextRequest } from "./request.js";
import { answerTo } from "./script.js";

/**
 * A model that only writes text, behind an endpoint like OpenAI's chat completions: `POST /v1/chat/completions` with
 * `stream: true`. It has no tool calling, and follows a script instead of weights.
 */
export function textModelEndpoint(pace: number): Handler {
  return async (request) => {
    try {
      return await answer(pace, request);
    } catch (error) {
      if (!(error instanceof HttpError)) console.error("[text model]", error);
      return errorResponse(error);
    }
  };
}

async function answer(pace: number, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
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
  if (stream) return completionStream({ text, model, pace });
  const message = { role: "assistant", content: text };
  return jsonResponse(200, {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message, finish_reason: "stop" }],
  });
}
