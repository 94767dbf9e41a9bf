import { type AGUIEvent, EventType, type RunAgentInput } from "@ag-ui/core";
import { RunWriter } from "../../ag-ui/run-writer.js";
import type { TaskMark } from "./restore-task.js";
import type { ComingCall, TaskEnd } from "./task-teller.js";

/** The name of the activity that shows files and data of an A2A agent. */
export const A2A_PARTS = "a2a-parts";

/** A run of a task, sent as AG-UI events. Artifacts grow alongside each other, so several texts may be open. */
export class TaskRunEvents {
  readonly #writer: RunWriter;
  readonly #send: (events: readonly AGUIEvent[]) => void;

  constructor(input: RunAgentInput, send: (events: readonly AGUIEvent[]) => void) {
    this.#writer = new RunWriter(input, { keepsTextsOpen: true, reasoningId });
    this.#send = send;
  }

  start(): void {
    this.#send(this.#writer.start());
  }

  /** A text, or a piece of one that stays open. */
  text(messageId: string, delta: string, stays?: "open"): void {
    this.#send(this.#writer.text(messageId, delta));
    if (stays === undefined) this.endText(messageId);
  }

  endText(messageId: string): void {
    this.#send(this.#writer.endText(messageId));
  }

  reasoning(messageId: string, delta: string): void {
    this.#send(this.#writer.reasoning(messageId, delta));
  }

  /** A call, marked with where its result is to go: a thread that is restored has nothing else. */
  call({ id, name, written, mark }: ComingCall, parentMessageId: string, a2a: TaskMark): void {
    const metadata = { "ag-ui-lit": { ...mark, a2a } };
    const start = { toolCallId: id, toolCallName: name, parentMessageId, metadata };
    this.#send(this.#writer.call(start, written));
  }

  result(toolCallId: string, content: string, hasFailed: boolean): void {
    const messageId = crypto.randomUUID();
    this.#send(this.#writer.result({ messageId, toolCallId, content, hasFailed }));
  }

  activity(messageId: string, content: Record<string, unknown>): void {
    const type = EventType.ACTIVITY_SNAPSHOT;
    const activity = { type, messageId, activityType: A2A_PARTS, content, replace: true } as const;
    this.#send(this.#writer.other(activity));
  }

  end(end: TaskEnd): void {
    this.#send(this.#ended(end));
  }

  #ended(end: TaskEnd): AGUIEvent[] {
    if (end.type === "failed") return this.#writer.fail(end.message, end.code);
    if (end.type === "cancelled") return this.#writer.finish({ type: "cancelled" });
    const pendingToolCallIds = [...end.pending];
    const isWaiting = pendingToolCallIds.length > 0;
    return this.#writer.finish(isWaiting ? { type: "success", pendingToolCallIds } : undefined);
  }
}

function reasoningId(messageId: string, count: number): string {
  return count === 1 ? `${messageId}-reasoning` : `${messageId}-reasoning-${count}`;
}
