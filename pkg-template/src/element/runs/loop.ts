import type { RunAgentParameters } from "@ag-ui/client";
import type { ToolCall } from "@ag-ui/core";
import { RunError } from "../errors/run-error.js";
import type { PendingCalls } from "../thread/pending-calls.js";
import type { RunOutcome } from "./run-request.js";

/** How a message's loop ended. */
export interface SendResult {
  readonly outcome: "finished" | "interrupted" | "aborted" | "failed";
  /** With `failed`: why. */
  readonly error?: RunError;
}

/** What the loop works on. */
export interface LoopHost {
  /** How many runs may follow the first. */
  maxRounds(): number;
  /** One run of the agent, its messages put in order afterwards. */
  run(parameters: RunAgentParameters): Promise<RunOutcome>;
  /** The calls a finished run left. */
  pending(outcome: Extract<RunOutcome, { type: "finished" }>): PendingCalls;
  /** The calls of this turn that nobody answered and no interrupt holds back. */
  open(): ToolCall[];
  /** Runs the tools of the calls and answers each. Says whether the agent is to hear of it. */
  runTools(calls: PendingCalls): Promise<boolean>;
  /** Answers calls that are not run. */
  refuse(calls: readonly ToolCall[], why: string): void;
  /** The backend waits for the page. */
  interrupted(): void;
}

/** What comes after a run. */
type Next =
  | { readonly do: "run tools"; readonly calls: PendingCalls }
  | {
      readonly do: "end";
      readonly result: SendResult;
      /** Why no call is run any more; these, and whatever else is open, are answered so. */
      readonly why?: string;
      readonly calls?: readonly ToolCall[];
    };

/**
 * Run, answer the calls the run left, run again: until none is left or the rounds are used up. Whatever ends the loop,
 * no call stays open but those that an interrupt holds back, or the thread could never go on.
 */
export async function runLoop(
  host: LoopHost,
  signal: AbortSignal,
  first: RunAgentParameters,
): Promise<SendResult> {
  let parameters = first;
  for (let round = 0; ; round += 1) {
    const outcome = await host.run(parameters);
    const next = afterRun(outcome, host, round);
    if (next.do === "end") return end(next, host);
    const hasNews = await host.runTools(next.calls);
    if (signal.aborted) return { outcome: "aborted" };
    if (!hasNews) return { outcome: "finished" };
    parameters = {};
  }
}

function afterRun(outcome: RunOutcome, host: LoopHost, round: number): Next {
  switch (outcome.type) {
    case "finished": {
      const calls = host.pending(outcome);
      const isDone = Object.values(calls).every((some: ToolCall[]) => some.length === 0);
      if (isDone) return { do: "end", result: { outcome: "finished" } };
      const maxRounds = host.maxRounds();
      if (round < maxRounds || calls.ours.length === 0) return { do: "run tools", calls };
      const error = new RunError("max_rounds", tooManyRounds(maxRounds));
      const result: SendResult = { outcome: "failed", error };
      return { do: "end", result, why: error.message, calls: calls.ours };
    }
    case "interrupted":
      return { do: "end", result: { outcome: "interrupted" } };
    case "aborted":
      return { do: "end", result: { outcome: "aborted" }, why: "the user stopped the run." };
    case "failed": {
      const { error } = outcome;
      return { do: "end", result: { outcome: "failed", error }, why: error.message };
    }
  }
}

function end(next: Extract<Next, { do: "end" }>, host: LoopHost): SendResult {
  const { result, why, calls = [] } = next;
  if (result.outcome === "interrupted") host.interrupted();
  if (why !== undefined) host.refuse([...new Set([...calls, ...host.open()])], why);
  return result;
}

function tooManyRounds(maxRounds: number): string {
  return `The agent asked for tools more than ${maxRounds} times in a row (max-rounds).`;
}
