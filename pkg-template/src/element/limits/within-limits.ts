import { type BaseEvent, EventType, type Message } from "@ag-ui/core";
import { type MonoTypeOperatorFunction, map } from "rxjs";
import type { RawEvent } from "../stream/repair/plain-event.js";
import { beyondLimit, type RunLimits } from "./limits.js";

/**
 * Fails a run that makes the thread longer than the page allows. Ids are counted, so that nothing is
 * counted twice: the protocol lets a message or a call be begun again.
 */
export function withinLimits(
  limits: RunLimits,
  messages: readonly Message[],
): MonoTypeOperatorFunction<BaseEvent> {
  const count = new Count(limits, messages.length);
  return map((event) => {
    count.add(event as RawEvent);
    return event;
  });
}

/**
 * Fails a run that has more calls than the page allows. They must have the thread's names: a backend may give many calls
 * one id.
 */
export function withinCallLimit({ callsPerRun }: RunLimits): MonoTypeOperatorFunction<BaseEvent> {
  const calls = new Set<unknown>();
  return map((event) => {
    if (event.type === EventType.RUN_STARTED) calls.clear();
    if (event.type === EventType.TOOL_CALL_START) calls.add((event as RawEvent).toolCallId);
    if (calls.size <= callsPerRun) return event;
    throw beyondLimit("The agent made too many calls in one run", "callsPerRun", callsPerRun);
  });
}

/** The events that may each be the first of a message. */
const begins = new Set<string>([
  EventType.TEXT_MESSAGE_START,
  EventType.REASONING_MESSAGE_START,
  EventType.TOOL_CALL_RESULT,
  EventType.ACTIVITY_SNAPSHOT,
]);

class Count {
  readonly #limits: RunLimits;
  readonly #messages = new Set<unknown>();
  /** Messages that were there before those that are counted. */
  #earlier: number;

  constructor(limits: RunLimits, messages: number) {
    this.#limits = limits;
    this.#earlier = messages;
  }

  /** @throws {RunError} when it is one too many. */
  add(event: RawEvent): void {
    // Without a message to stand in, a call gets one.
    if (event.type === EventType.TOOL_CALL_START) {
      this.#addMessage(event.parentMessageId ?? event.toolCallId);
    } else if (begins.has(event.type)) this.#addMessage(event.messageId);
    else if (event.type === EventType.MESSAGES_SNAPSHOT && Array.isArray(event.messages)) {
      this.#messages.clear();
      this.#earlier = event.messages.length;
      this.#checkMessages();
    }
  }

  #addMessage(id: unknown): void {
    this.#messages.add(id);
    this.#checkMessages();
  }

  #checkMessages(): void {
    const { messages } = this.#limits;
    if (this.#earlier + this.#messages.size <= messages) return;
    throw beyondLimit("The thread became too long", "messages", messages);
  }
}
