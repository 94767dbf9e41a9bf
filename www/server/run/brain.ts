import type { RunAgentInput } from "@ag-ui/core";
import type { Model, ModelEvent } from "ag-ui-lit/server";
import { ModelError } from "../model-error.js";
import type { Run } from "./run.js";

/** What decides: a model behind a run. */
export interface Brain {
  /** What the page shows beside its title. */
  readonly info: { readonly brain: "scripted" | "openai"; readonly model?: string };
  think(input: RunAgentInput, run: Run): Promise<void>;
}

export { ModelError as BrainError };

/** Asks a model once, and tells its answer through the run. */
export function brainOf(info: Brain["info"], model: Model): Brain {
  return {
    info,
    async think(input, run) {
      const asked = model({
        messages: input.messages,
        tools: input.tools ?? [],
        context: { conversation: { id: input.threadId }, session: { id: input.runId } },
        request: {
          context: { conversation: { id: input.threadId }, session: { id: input.runId } },
          messages: input.messages,
          contextEntries: input.context ?? [],
        },
        iteration: 1,
        signal: run.signal,
      });
      for await (const event of asked as AsyncIterable<ModelEvent>) {
        if (event.type === "text") await run.text(event.delta);
        if (event.type === "tool_call_start") await run.callStart(event.name, event.id);
        if (event.type === "tool_call_args") await run.callArgs(event.id, event.delta);
        if (event.type === "tool_call_end") await run.callEnd(event.id);
      }
    },
  };
}
