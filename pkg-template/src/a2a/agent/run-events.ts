import { type BaseEvent, EventType, type RunAgentInput } from "@ag-ui/core";
import type { TaskMark } from "./restore-task.js";
import type { ComingCall, TaskEnd } from "./task-teller.js";

/** The name of what shows files and data of an A2A agent. */
export const A2A_PARTS = "a2a-parts";

/** The AG-UI events of a run. */
export class RunEvents {
  readonly #emit: (event: BaseEvent) => void;
  readonly #input: RunAgentInput;
  readonly #open = new Set<string>();
  #thinking: string | undefined;

  constructor(input: RunAgentInput, emit: (event: BaseEvent) => void) {
    this.#input = input;
    this.#emit = emit;
  }

  start(): void {
    this.#send({ type: EventType.RUN_STARTED, ...this.#ids });
  }

  /** A text, or a piece of one that stays open. */
  text(messageId: string, delta: string, stays?: "open"): void {
    if (delta === "") return;
    this.#endThinking();
    if (!this.#open.has(messageId)) {
      this.#open.add(messageId);
      this.#send({ type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" });
    }
    this.#send({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
    if (stays === undefined) this.endText(messageId);
  }

  endText(messageId: string): void {
    if (!this.#open.delete(messageId)) return;
    this.#send({ type: EventType.TEXT_MESSAGE_END, messageId });
  }

  reasoning(of: string, delta: string): void {
    const messageId = `${of}-reasoning`;
    if (this.#thinking !== messageId) {
      this.#endThinking();
      this.#thinking = messageId;
      this.#send({ type: EventType.REASONING_START, messageId });
      this.#send({ type: EventType.REASONING_MESSAGE_START, messageId, role: "reasoning" });
    }
    this.#send({ type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta });
  }

  /** A call, marked with where its result is to go: a thread that is restored has nothing else. */
  call({ id, name, written, mark }: ComingCall, parentMessageId: string, a2a: TaskMark): void {
    this.#endThinking();
    const toolCallId = id;
    this.#send({
      type: EventType.TOOL_CALL_START,
      toolCallId,
      toolCallName: name,
      parentMessageId,
      metadata: { "ag-ui-lit": { ...mark, a2a } },
    });
    if (written) this.#send({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: written });
    this.#send({ type: EventType.TOOL_CALL_END, toolCallId });
  }

  result(toolCallId: string, content: string, hasFailed: boolean): void {
    const messageId = crypto.randomUUID();
    this.#send({
      ...{ type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content },
      ...(hasFailed && { metadata: { "ag-ui-lit": { failed: true } } }),
    });
  }

  activity(messageId: string, content: object): void {
    const type = EventType.ACTIVITY_SNAPSHOT;
    this.#send({ type, messageId, activityType: A2A_PARTS, content, replace: true });
  }

  end(end: TaskEnd): void {
    this.#endThinking();
    for (const messageId of [...this.#open]) this.endText(messageId);
    switch (end.type) {
      case "finished": {
        const outcome = { type: "success", pendingToolCallIds: end.pending };
        const isWaiting = end.pending.length > 0;
        this.#send({ type: EventType.RUN_FINISHED, ...this.#ids, ...(isWaiting && { outcome }) });
        break;
      }
      case "cancelled":
        this.#send({ type: EventType.RUN_FINISHED, ...this.#ids, outcome: { type: "cancelled" } });
        break;
      case "failed":
        this.#send({ type: EventType.RUN_ERROR, message: end.message, code: end.code });
        break;
    }
  }

  get #ids(): { readonly threadId: string; readonly runId: string } {
    const { threadId, runId } = this.#input;
    return { threadId, runId };
  }

  #endThinking(): void {
    const messageId = this.#thinking;
    if (messageId === undefined) return;
    this.#thinking = undefined;
    this.#send({ type: EventType.REASONING_MESSAGE_END, messageId });
    this.#send({ type: EventType.REASONING_END, messageId });
  }

  #send(event: { readonly type: EventType; readonly [field: string]: unknown }): void {
    this.#emit(event as BaseEvent);
  }
}
