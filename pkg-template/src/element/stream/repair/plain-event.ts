import { type BaseEvent, EventType, omitOptionalNulls } from "@ag-ui/core";
import { isObject } from "../../../codec/safe-read.js";
import { contentTypes } from "../../protocol/event-kinds.js";
import { plainMessage } from "./plain-message.js";
import { plainUsage } from "./plain-usage.js";
import { idOf, textOf, timeOf } from "./plain-values.js";

/** An event as it came: nobody has checked it yet. */
export type RawEvent = BaseEvent & Record<string, unknown>;

/**
 * An event in the form that `@ag-ui/client` takes, where what the backend means is plain: an optional field that is
 * `null` is absent, a number that is an id is that id, and so on. What is data of the page (state, arguments, custom
 * values) is never touched, and what has no plain meaning is left to be refused.
 *
 * @see https://docs.ag-ui.com/spec/1.0/ "absent means absent": fields are left out, never null
 */
export function plainEvent(event: BaseEvent): BaseEvent {
  if (isPlainDelta(event)) return event;
  const plain = { ...omitOptionalNulls(event, "Event") } as RawEvent;
  const timestamp = timeOf(plain.timestamp);
  if (timestamp === undefined) delete plain.timestamp;
  else plain.timestamp = timestamp;
  for (const key of ids) if (key in plain) plain[key] = idOf(plain[key]);
  fields[plain.type]?.(plain);
  return plain;
}

/** What nearly every event of a stream is, with nothing to look at. */
function isPlainDelta(event: BaseEvent): boolean {
  const { type, delta, timestamp, messageId, toolCallId, subagentRunId } = event as RawEvent;
  return (
    contentTypes.has(type) &&
    typeof delta === "string" &&
    typeof (messageId ?? toolCallId) === "string" &&
    (timestamp === undefined || Number.isInteger(timestamp)) &&
    subagentRunId !== null &&
    (event as RawEvent).metadata !== null &&
    (event as RawEvent).rawEvent !== null
  );
}

const ids = [
  "messageId",
  "toolCallId",
  "parentMessageId",
  "parentToolCallId",
  "threadId",
  "runId",
  "parentRunId",
  "entityId",
  "subagentRunId",
  "parentSubagentRunId",
] as const;

/** What else some events may have in another form. */
const fields: { readonly [type: string]: (event: RawEvent) => void } = {
  [EventType.TEXT_MESSAGE_START]: knownRole,
  [EventType.TEXT_MESSAGE_CHUNK]: (event) => {
    knownRole(event);
    wordedDelta(event);
  },
  [EventType.TEXT_MESSAGE_CONTENT]: wordedDelta,
  [EventType.REASONING_MESSAGE_START]: reasoningRole,
  [EventType.REASONING_MESSAGE_CONTENT]: wordedDelta,
  [EventType.REASONING_MESSAGE_CHUNK]: wordedDelta,
  [EventType.TOOL_CALL_ARGS]: wordedDelta,
  [EventType.TOOL_CALL_CHUNK]: wordedDelta,
  [EventType.TOOL_CALL_RESULT]: (event) => {
    event.content = resultOf(event.content);
    if (event.role !== "tool") delete event.role;
  },
  [EventType.MESSAGES_SNAPSHOT]: (event) => {
    event.messages = messagesOf(event.messages);
  },
  [EventType.RUN_STARTED]: (event) => {
    // What a backend repeats of the request is of no use when it can't be read.
    const { input } = event;
    const messages = isObject(input) ? (input as RawEvent).messages : undefined;
    if (!Array.isArray(messages)) delete event.input;
    else event.input = { ...(input as object), messages: messagesOf(messages) };
  },
  [EventType.RUN_FINISHED]: (event) => {
    const { outcome } = event;
    // Some say it in a word.
    if (outcome === "success" || outcome === "cancelled") event.outcome = { type: outcome };
    else if (outcome !== undefined && !isObject(outcome)) delete event.outcome;
    countedUsage(event);
  },
  [EventType.RUN_ERROR]: (event) => {
    countedUsage(event);
    event.message = errorOf(event);
    if ("code" in event) event.code = idOf(event.code);
  },
};

/** A delta is text; what is not there adds none. */
function wordedDelta(event: RawEvent): void {
  if ("delta" in event) event.delta = textOf(event.delta);
}

const roles: readonly unknown[] = ["developer", "system", "assistant", "user"];

/** Frameworks have names of their own for it. Without a role it is the assistant's. */
function knownRole(event: RawEvent): void {
  if (event.role !== undefined && !roles.includes(event.role)) delete event.role;
}

function reasoningRole(event: RawEvent): void {
  event.role = "reasoning";
}

/** A result is text or a list of parts; anything else is written as the JSON it is. */
function resultOf(content: unknown): unknown {
  return Array.isArray(content) ? content : textOf(content);
}

/** A list that is missing is not an empty one: it would take the thread with it, so it stays missing and is refused. */
function messagesOf(messages: unknown): unknown {
  return Array.isArray(messages) ? messages.map(plainMessage) : messages;
}

function countedUsage(event: RawEvent): void {
  if (!("usage" in event)) return;
  const usage = plainUsage(event.usage);
  if (usage) event.usage = usage;
  else delete event.usage;
}

/** In whatever field a backend says what went wrong. */
function errorOf({ message, error, code }: RawEvent): string {
  const words = [message, isObject(error) ? (error as { message?: unknown }).message : error, code];
  const found = words.find((text) => typeof text === "string" && text !== "");
  return (found as string | undefined) ?? "The agent reported an error without a message.";
}
