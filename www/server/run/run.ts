import { randomUUID } from "node:crypto";
import { type AGUIEvent, EventType, PROTOCOL_VERSION, type RunAgentInput } from "@ag-ui/core";

/** Where a run's events go, and the sign that nobody listens any more. */
export interface EventSink {
  readonly signal: AbortSignal;
  send(event: AGUIEvent): Promise<void>;
}

/**
 * One AG-UI run: keeps the events in the order the protocol asks for, so that a brain can't break it.
 * A run has one assistant message; text and tool calls hang on it.
 */
export class Run {
  readonly signal: AbortSignal;
  readonly #sink: EventSink;
  readonly #threadId: string;
  readonly #runId: string;
  readonly #messageId = randomUUID();
  readonly #open = new Set<string>();
  readonly #calls: string[] = [];
  #text: "none" | "open" | "closed" = "none";

  constructor(input: RunAgentInput, sink: EventSink) {
    this.#sink = sink;
    this.signal = sink.signal;
    this.#threadId = input.threadId;
    this.#runId = input.runId;
  }

  start(): Promise<void> {
    return this.#sink.send({
      type: EventType.RUN_STARTED,
      threadId: this.#threadId,
      runId: this.#runId,
      protocolVersion: PROTOCOL_VERSION,
    });
  }

  /** Adds to the message's text. Text after a tool call began is dropped: an assistant message says, then asks. */
  async text(delta: string): Promise<void> {
    if (delta === "" || this.#text === "closed") return;
    const messageId = this.#messageId;
    if (this.#text === "none") {
      this.#text = "open";
      await this.#sink.send({ type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" });
    }
    await this.#sink.send({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
  }

  /** Starts a tool call; its id is made up when the brain has none, or one that this run already used. */
  async callStart(toolCallName: string, id?: string): Promise<string> {
    await this.#closeText();
    const toolCallId = id && !this.#calls.includes(id) ? id : `call_${randomUUID()}`;
    this.#open.add(toolCallId);
    this.#calls.push(toolCallId);
    await this.#sink.send({
      type: EventType.TOOL_CALL_START,
      toolCallId,
      toolCallName,
      parentMessageId: this.#messageId,
    });
    return toolCallId;
  }

  async callArgs(toolCallId: string, delta: string): Promise<void> {
    if (delta !== "") await this.#sink.send({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta });
  }

  async callEnd(toolCallId: string): Promise<void> {
    if (this.#open.delete(toolCallId))
      await this.#sink.send({ type: EventType.TOOL_CALL_END, toolCallId });
  }

  /** Ends the run. The page's tools run after this, so every call is pending. */
  async finish(): Promise<void> {
    await this.#closeText();
    for (const toolCallId of [...this.#open]) await this.callEnd(toolCallId);
    await this.#sink.send({
      type: EventType.RUN_FINISHED,
      threadId: this.#threadId,
      runId: this.#runId,
      outcome: {
        type: "success",
        ...(this.#calls.length > 0 && { pendingToolCallIds: this.#calls }),
      },
    });
  }

  fail(message: string, code: string): Promise<void> {
    return this.#sink.send({ type: EventType.RUN_ERROR, message, code });
  }

  async #closeText(): Promise<void> {
    const wasOpen = this.#text === "open";
    this.#text = "closed";
    if (wasOpen)
      await this.#sink.send({ type: EventType.TEXT_MESSAGE_END, messageId: this.#messageId });
  }
}
