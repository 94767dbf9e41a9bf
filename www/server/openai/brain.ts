import type { RunAgentInput } from "@ag-ui/core";
import { type Brain, BrainError } from "../run/brain.js";
import type { Run } from "../run/run.js";
import type { ChatChunk } from "./chat-types.js";
import type { OpenAiConfig } from "./config.js";
import { redact } from "./redact.js";
import { requestCompletion } from "./request.js";
import { sseData } from "./sse.js";
import { ToolCallAssembler } from "./tool-call-assembler.js";

/** How long the service may say nothing, in milliseconds: reasoning models think before they speak. */
const SILENCE_LIMIT = 120_000;

/** A real model behind the same endpoint, through any service that speaks the chat completions format. */
export function openAiBrain(config: OpenAiConfig): Brain {
  return {
    info: { brain: "openai", model: config.model },
    async think(input, run) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), SILENCE_LIMIT);
      try {
        await stream(config, input, run, AbortSignal.any([run.signal, silence.signal]), () =>
          timer.refresh(),
        );
      } catch (error) {
        if (run.signal.aborted || error instanceof BrainError) throw error;
        if (silence.signal.aborted)
          throw new BrainError(
            `The model said nothing for ${SILENCE_LIMIT / 1000} seconds.`,
            "upstream_timeout",
          );
        throw new BrainError(
          "The connection to the model broke before its answer was complete.",
          "upstream_broken",
        );
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function stream(
  config: OpenAiConfig,
  input: RunAgentInput,
  run: Run,
  signal: AbortSignal,
  heard: () => void,
): Promise<void> {
  const body = await requestCompletion(config, input, signal);
  const calls = new ToolCallAssembler(run);
  let finishReason: string | undefined;
  let spoke = false;
  for await (const data of sseData(body)) {
    heard();
    if (data === "[DONE]") {
      finishReason ??= "stop";
      break;
    }
    const { error, choices } = parseChunk(data);
    if (error) {
      const said = redact(typeof error === "string" ? error : (error.message ?? ""), config.apiKey);
      throw new BrainError(
        `The model failed while answering${said ? `: ${said}` : "."}`,
        "upstream_error",
      );
    }
    const choice = choices?.[0];
    if (!choice) continue;
    if (choice.delta?.content) {
      spoke = true;
      await run.text(choice.delta.content);
    }
    for (const delta of choice.delta?.tool_calls ?? []) await calls.add(delta);
    finishReason = choice.finish_reason ?? finishReason;
  }
  if (finishReason === undefined)
    throw new BrainError("The model's answer ended before it was complete.", "upstream_truncated");
  if (finishReason === "content_filter")
    throw new BrainError("The model's service withheld this answer.", "upstream_filtered");
  await calls.finish();
  if (!spoke && calls.count === 0)
    throw new BrainError("The model gave an empty answer.", "upstream_empty");
}

function parseChunk(data: string): ChatChunk {
  try {
    const chunk: unknown = JSON.parse(data);
    if (typeof chunk === "object" && chunk !== null) return chunk;
  } catch {
    // Falls through: neither is a chunk.
  }
  throw new BrainError(
    "The model's service sent something that is not a completion chunk.",
    "upstream_malformed",
  );
}
