import { type BaseEvent, EventType, type Message, type RunAgentInput } from "@ag-ui/core";
import { type MonoTypeOperatorFunction, map } from "rxjs";
import { messageStartTypes } from "../protocol/event-kinds.js";
import { beyondLimit, type RunLimits } from "./limits.js";

/**
 * Fails a run that makes the thread longer, or has more calls, than the page allows. Ids are counted, so that nothing is
 * counted twice: the protocol lets a message or a call be begun again. They must be the thread's own: a backend may give
 * many calls one id, and a message that of another.
 */
export function withinLimits(
  limits: RunLimits,
  messages: readonly Message[],
): MonoTypeOperatorFunction<BaseEvent> {
  const count = new Count(limits, messages);
  return map((event) => {
    count.add(event);
    return event;
  });
}

/** An event with any of the places where what counts may stand. */
type CountedEvent = BaseEvent & {
  readonly messageId?: string;
  readonly toolCallId?: string;
  readonly parentMessageId?: string;
  readonly messages?: readonly Message[];
  readonly input?: RunAgentInput;
};

class Count {
  readonly #limits: RunLimits;
  #messages: Set<string | undefined>;
  readonly #calls = new Set<string | undefined>();

  constructor(limits: RunLimits, messages: readonly Message[]) {
    this.#limits = limits;
    this.#messages = idsOf(messages);
  }

  /** @throws {RunError} when it is one too many. */
  add(event: CountedEvent): void {
    switch (event.type) {
      case EventType.RUN_STARTED:
        this.#calls.clear();
        for (const id of idsOf(event.input?.messages)) this.#messages.add(id);
        break;
      case EventType.TOOL_CALL_START:
        this.#calls.add(event.toolCallId);
        // Without a message to stand in, a call gets one.
        this.#messages.add(event.parentMessageId ?? event.toolCallId);
        break;
      case EventType.MESSAGES_SNAPSHOT:
        this.#messages = idsOf(event.messages);
        break;
      default:
        if (!messageStartTypes.has(event.type)) return;
        this.#messages.add(event.messageId);
    }
    this.#check();
  }

  #check(): void {
    const { messages, callsPerRun } = this.#limits;
    if (this.#messages.size > messages) {
      throw beyondLimit("The thread became too long", "messages", messages);
    }
    if (this.#calls.size > callsPerRun) {
      throw beyondLimit("The agent made too many calls in one run", "callsPerRun", callsPerRun);
    }
  }
}

/** Nobody has checked the messages yet. */
function idsOf(messages: readonly Message[] | undefined): Set<string | undefined> {
  return new Set(Array.isArray(messages) ? messages.map((message) => message?.id) : []);
}
