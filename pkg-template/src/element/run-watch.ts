import type { AgentStateMutation, AgentSubscriber } from "@ag-ui/client";
import { after } from "../execution/timer.js";
import type { Emit } from "./events.js";
import { inOrderOf } from "./message-lists.js";
import type { RunOutcome, RunRequest } from "./run.js";
import { asRunError, RunError } from "./run-error.js";

type Hook<Name extends keyof AgentSubscriber> = NonNullable<AgentSubscriber[Name]>;

/**
 * Watches one request: tells the page what comes, and notes how the run ended. One stream may hold several runs, so
 * what the last of them came to is what counts.
 */
export class RunWatch implements AgentSubscriber {
  /** What the last terminal event said. */
  #outcome: RunOutcome | undefined;
  /** What broke the stream. */
  #fault: RunOutcome | undefined;
  readonly #request: RunRequest;
  readonly #graceMs: number;
  readonly #overdue: () => void;
  readonly #written = new Map<string, string>();
  #callOff: () => void = () => {};
  #isClosed = false;

  /** @param overdue is called when the stream is still open so long after the end. */
  constructor(request: RunRequest, graceMs: number, overdue: () => void) {
    this.#request = request;
    this.#graceMs = graceMs;
    this.#overdue = overdue;
  }

  /** How the run ended, when it did. What comes after the end of a run doesn't undo it. */
  get outcome(): RunOutcome | undefined {
    return this.#outcome ?? this.#fault;
  }

  /** Notes what broke the stream. */
  fail(thrown: unknown): void {
    this.#fault ??= { type: "failed", error: asRunError(thrown) };
  }

  /** Sees nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#callOff();
  }

  /** An abandoned run changes nothing any more. */
  readonly onEvent: Hook<"onEvent"> = () => (this.#isOver ? { stopPropagation: true } : undefined);

  readonly onRunStartedEvent: Hook<"onRunStartedEvent"> = ({ event: { threadId, runId } }) => {
    this.#callOff();
    this.#outcome = undefined;
    this.#emit("ag-ui-run-started", { threadId, runId });
  };

  readonly onRunFinishedEvent: Hook<"onRunFinishedEvent"> = ({ event: { outcome } }) => {
    switch (outcome?.type) {
      case "interrupt":
        return this.#end({ type: "interrupted" });
      case "cancelled":
        return this.#end({ type: "aborted" });
      default:
        return this.#end({ type: "finished", listed: new Set(outcome?.pendingToolCallIds) });
    }
  };

  readonly onRunErrorEvent: Hook<"onRunErrorEvent"> = ({ event }) => {
    const error = new RunError("backend", event.message, { cause: event });
    this.#end({ type: "failed", error });
  };

  readonly onRunFailed: Hook<"onRunFailed"> = ({ error }) => {
    this.fail(error);
    // The failure is reported once, by the loop; the client would also log and throw it. Its types leave this out.
    return { stopPropagation: true } as AgentStateMutation;
  };

  readonly onMessagesChanged: Hook<"onMessagesChanged"> = ({ messages }) => {
    this.#emit("ag-ui-messages-changed", { messages });
  };

  // The client puts the list itself into the thread, afterwards; here it only learns the order.
  readonly onMessagesSnapshotEvent: Hook<"onMessagesSnapshotEvent"> = ({ event, messages }) => {
    const ordered = inOrderOf(event.messages, messages);
    return ordered && { messages: ordered };
  };

  readonly onStateChanged: Hook<"onStateChanged"> = ({ state }) => {
    this.#emit("ag-ui-state-changed", { state });
  };

  readonly onReasoningMessageStartEvent: Hook<"onReasoningMessageStartEvent"> = () => {
    this.#emit("ag-ui-reasoning-start", null);
  };

  readonly onReasoningMessageContentEvent: Hook<"onReasoningMessageContentEvent"> = ({
    event: { delta },
    reasoningMessageBuffer,
  }) => {
    this.#emit("ag-ui-reasoning-content", { delta, buffer: reasoningMessageBuffer + delta });
  };

  readonly onReasoningMessageEndEvent: Hook<"onReasoningMessageEndEvent"> = ({
    reasoningMessageBuffer: content,
  }) => {
    this.#emit("ag-ui-reasoning-end", { content });
  };

  readonly onToolCallStartEvent: Hook<"onToolCallStartEvent"> = ({ event }) => {
    const { toolCallId, toolCallName } = event;
    this.#emit("ag-ui-tool-call-start", { toolCallId, toolCallName });
  };

  readonly onToolCallArgsEvent: Hook<"onToolCallArgsEvent"> = ({ event, toolCallName }) => {
    const { toolCallId, delta } = event;
    const buffer = (this.#written.get(toolCallId) ?? "") + delta;
    this.#written.set(toolCallId, buffer);
    this.#emit("ag-ui-tool-call-args", { toolCallId, toolCallName, delta, buffer });
  };

  get #isOver(): boolean {
    return this.#isClosed || this.#request.signal.aborted;
  }

  #end(outcome: RunOutcome): void {
    this.#outcome = outcome;
    this.#callOff();
    this.#callOff = after(this.#graceMs, this.#overdue);
  }

  // What an abandoned run still delivers is not announced.
  readonly #emit: Emit = (type, detail) => {
    if (!this.#isOver) this.#request.emit(type, detail);
  };
}
