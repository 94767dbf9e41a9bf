import type { AbstractAgent, AgentSubscriber, RunAgentParameters } from "@ag-ui/client";
import type { Emit } from "./events.js";
import { RunError } from "./run-error.js";
import type { Transport } from "./transport.js";

/** How one run ended. */
export type RunOutcome =
  /** With success; `pending` are the ids of the calls that were left to the page. */
  | { readonly type: "finished"; readonly pending: ReadonlySet<string> }
  | { readonly type: "interrupted" }
  | { readonly type: "aborted" }
  | { readonly type: "failed"; readonly error: RunError };

/** One run of an agent. */
export interface RunRequest {
  readonly agent: AbstractAgent;
  /** What the element's own agent talks through. */
  readonly transport: Transport | undefined;
  readonly parameters: RunAgentParameters;
  readonly signal: AbortSignal;
  readonly emit: Emit;
}

/**
 * Runs an agent once. The client's promise tells nothing: it resolves as well after RUN_ERROR, after an abort and
 * when the stream just ends. So what counts is which terminal event was seen.
 */
export async function runOnce(request: RunRequest): Promise<RunOutcome> {
  const { agent, transport, parameters, signal } = request;
  let outcome: RunOutcome | undefined;
  const watch = subscriberFor(request, (ended) => {
    outcome ??= ended;
  });
  const abort = (): void => agent.abortRun();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await agent.runAgent(parameters, watch);
  } catch (thrown) {
    outcome ??= { type: "failed", error: asRunError(thrown) };
  } finally {
    signal.removeEventListener("abort", abort);
  }
  if (signal.aborted) return { type: "aborted" };
  if (outcome) return outcome;
  const error = transport?.broken ?? new RunError("truncated", truncated);
  return { type: "failed", error };
}

const truncated =
  "The agent's event stream ended before the run did: neither RUN_FINISHED nor RUN_ERROR came.";

function subscriberFor(request: RunRequest, end: (outcome: RunOutcome) => void): AgentSubscriber {
  const { signal } = request;
  const emit: Emit = (type, detail) => {
    // What an abandoned run still delivers is not announced.
    if (!signal.aborted) request.emit(type, detail);
  };
  const written = new Map<string, string>();
  return {
    onRunStartedEvent: ({ event }) => {
      emit("ag-ui-run-started", { threadId: event.threadId, runId: event.runId });
    },
    onMessagesChanged: ({ messages }) => emit("ag-ui-messages-changed", { messages }),
    onStateChanged: ({ state }) => emit("ag-ui-state-changed", { state }),
    onToolCallStartEvent: ({ event: { toolCallId, toolCallName } }) => {
      emit("ag-ui-tool-call-start", { toolCallId, toolCallName });
    },
    onToolCallArgsEvent: ({ event: { toolCallId, delta }, toolCallName }) => {
      const buffer = (written.get(toolCallId) ?? "") + delta;
      written.set(toolCallId, buffer);
      emit("ag-ui-tool-call-args", { toolCallId, toolCallName, delta, buffer });
    },
    onRunFinishedEvent: (finished) => {
      switch (finished.outcome) {
        case "success":
          return end({ type: "finished", pending: new Set(finished.pendingToolCallIds) });
        case "interrupt":
          return end({ type: "interrupted" });
        case "cancelled":
          return end({ type: "aborted" });
      }
    },
    onRunErrorEvent: ({ event }) => {
      end({ type: "failed", error: new RunError("backend", event.message, { cause: event }) });
    },
    onRunFailed: ({ error }) => {
      end({ type: "failed", error: asRunError(error) });
      // The failure is reported once, by the loop; the client would also log and throw it. Its types leave this out.
      return { stopPropagation: true } as object;
    },
  };
}

function asRunError(thrown: unknown): RunError {
  if (thrown instanceof RunError) return thrown;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new RunError("protocol", `The agent broke the AG-UI protocol: ${reason}`, {
    cause: thrown,
  });
}
