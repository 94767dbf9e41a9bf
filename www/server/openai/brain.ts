import type { RunAgentInput } from "@ag-ui/core";
import { type Brain, BrainError } from "../run/brain.js";
import type { Run } from "../run/run.js";
import type { OpenAiConfig } from "./config.js";
import { completionOf } from "./request.js";
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
  const calls = new ToolCallAssembler(run);
  let finishReason: string | undefined;
  let spoke = false;
  for await (const { choices } of completionOf(config, input, signal)) {
    heard();
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
