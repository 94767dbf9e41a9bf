import type { Model, ModelEvent, ModelRequest } from "ag-ui-lit/server";
import { ModelError } from "../model-error.js";
import type { OpenAiConfig } from "./config.js";
import { completionOf } from "./request.js";
import { ToolCallAssembler } from "./tool-call-assembler.js";

/** How long the service may say nothing, in milliseconds: reasoning models think before they speak. */
const SILENCE_LIMIT = 120_000;

/** A real model, through any service that speaks the chat completions format. */
export function openAiModel(config: OpenAiConfig): Model {
  return async function* (request) {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENCE_LIMIT);
    const signal = AbortSignal.any([request.signal, silence.signal]);
    try {
      yield* answerOf(config, request, signal, () => timer.refresh());
    } catch (error) {
      if (request.signal.aborted || error instanceof ModelError) throw error;
      if (silence.signal.aborted)
        throw new ModelError(
          `The model said nothing for ${SILENCE_LIMIT / 1000} seconds.`,
          "upstream_timeout",
        );
      throw new ModelError(
        "The connection to the model broke before its answer was complete.",
        "upstream_broken",
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

async function* answerOf(
  config: OpenAiConfig,
  request: ModelRequest,
  signal: AbortSignal,
  heard: () => void,
): AsyncGenerator<ModelEvent> {
  const calls = new ToolCallAssembler();
  let finishReason: string | undefined;
  let spoke = false;
  for await (const { choices } of completionOf(config, request, signal)) {
    heard();
    const choice = choices?.[0];
    if (!choice) continue;
    if (choice.delta?.content) {
      spoke = true;
      yield { type: "text", delta: choice.delta.content };
    }
    for (const delta of choice.delta?.tool_calls ?? []) yield* calls.add(delta);
    finishReason = choice.finish_reason ?? finishReason;
  }
  if (finishReason === undefined)
    throw new ModelError("The model's answer ended before it was complete.", "upstream_truncated");
  if (finishReason === "content_filter")
    throw new ModelError("The model's service withheld this answer.", "upstream_filtered");
  yield* calls.finish();
  if (!spoke && calls.count === 0)
    throw new ModelError("The model gave an empty answer.", "upstream_empty");
}
