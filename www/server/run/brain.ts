import type { RunAgentInput } from "@ag-ui/core";
import type { Run } from "./run.js";

/** What decides: reads the conversation and the page's tools, then speaks and calls through the run. */
export interface Brain {
  /** What the page shows beside its title. */
  readonly info: { readonly brain: "scripted" | "openai"; readonly model?: string };
  think(input: RunAgentInput, run: Run): Promise<void>;
}

/** A failure the person in front of the page may read; its message must not hold a secret. */
export class BrainError extends Error {
  override readonly name = "BrainError";

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}
