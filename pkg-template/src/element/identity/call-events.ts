import {
  type BaseEvent,
  EventType,
  type Interrupt,
  type Message,
  type RunAgentInput,
  type ToolMessage,
} from "@ag-ui/core";
import { type Rename, renameInterrupt } from "./call-names.js";

/** An event with any of the places where a call's id may stand. Nobody has checked it yet. */
export type UncheckedCallEvent = BaseEvent & {
  toolCallId?: string;
  toolCallName?: string;
  parentMessageId?: string;
  parentToolCallId?: string;
  messageId?: string;
  delta?: string;
  content?: ToolMessage["content"];
  subtype?: string;
  entityId?: string;
  messages?: Message[];
  input?: RunAgentInput;
  outcome?: { pendingToolCallIds?: string[]; interrupts?: Interrupt[] };
};

/** Returns true if an id is one. */
export function isId(id: unknown): id is string {
  return typeof id === "string";
}

/** An event of one call, under the call's name. */
export function named(event: UncheckedCallEvent, alias: string): BaseEvent {
  return { ...event, toolCallId: alias } as BaseEvent;
}

/** A RUN_FINISHED with the calls of its outcome under other names. */
export function renameOutcome(event: UncheckedCallEvent, name: Rename): BaseEvent {
  const { outcome } = event;
  if (typeof outcome !== "object" || outcome === null) return event;
  const { pendingToolCallIds: pending, interrupts } = outcome;
  return {
    ...event,
    outcome: {
      ...outcome,
      ...(Array.isArray(pending) && { pendingToolCallIds: pending.map(name) }),
      ...(Array.isArray(interrupts) && {
        interrupts: interrupts.map((one) => one && renameInterrupt(one, name)),
      }),
    },
  } as BaseEvent;
}

/** Any other event, its calls under other names and its lists of messages as `list` makes them. */
export function renameElsewhere(
  event: UncheckedCallEvent,
  name: Rename,
  list: (messages: readonly Message[]) => Message[],
): BaseEvent {
  const { parentToolCallId, subtype, entityId, messages, input } = event;
  const isOfCall = event.type === EventType.REASONING_ENCRYPTED_VALUE && subtype === "tool-call";
  return {
    ...event,
    ...(isId(parentToolCallId) && { parentToolCallId: name(parentToolCallId) }),
    ...(isOfCall && isId(entityId) && { entityId: name(entityId) }),
    ...(Array.isArray(messages) && { messages: list(messages) }),
    ...(Array.isArray(input?.messages) && { input: { ...input, messages: list(input.messages) } }),
  } as BaseEvent;
}
