import { type BaseEvent, EventType } from "@ag-ui/core";
import type { UncheckedCallEvent } from "./call-events.js";

/**
 * Marks the one event that has all of the text. It stands in a field that every event of the protocol may have and the
 * client keeps.
 */
const mark = "ag-ui-lit: all of it";

/** Returns true if an event repeats argument text that came in pieces before it. */
export function isMerged(event: BaseEvent): boolean {
  return event.type === EventType.TOOL_CALL_ARGS && event.rawEvent === mark;
}

/**
 * Puts behind a call's pieces of argument text one event with all of them. `@ag-ui/client` parses all the text it has
 * with every piece, so a call of 50 KB costs it a second: the pieces are kept from it, and it gets this one.
 */
export class ArgumentsMerger {
  readonly #written = new Map<string, string>();

  /** The events that go on for one that came. */
  incoming(event: UncheckedCallEvent): BaseEvent[] {
    switch (event.type) {
      case EventType.TOOL_CALL_ARGS: {
        const { toolCallId = "", delta } = event;
        const written = this.#written.get(toolCallId) ?? "";
        this.#written.set(toolCallId, written + (typeof delta === "string" ? delta : ""));
        // A backend may not say that it is all of it.
        return [isMerged(event) ? ({ ...event, rawEvent: undefined } as BaseEvent) : event];
      }
      case EventType.TOOL_CALL_START:
        return [event];
      default:
        return [...this.rest(), event];
    }
  }

  /** All that was written and has not gone on. */
  rest(): BaseEvent[] {
    const events = [...this.#written].map(
      ([toolCallId, delta]) =>
        ({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta, rawEvent: mark }) as BaseEvent,
    );
    this.#written.clear();
    return events;
  }
}
