import { authoritativeActivityTypes } from "@ag-ui/client";
import type {
  ActivityDeltaEvent,
  ActivityMessage,
  ActivitySnapshotEvent,
  BaseEvent,
  Message,
  MessagesSnapshotEvent,
  RunStartedEvent,
} from "@ag-ui/core";
import { messageOf } from "../../../codec/describe.js";
import { clone } from "../../values/clone.js";
import { patched } from "../../values/json-patch.js";
import { addMetadata, ownerOf } from "./apply-metadata.js";
import type { MessageList } from "./message-list.js";

/** RUN_STARTED: the messages that the backend began with, as far as they are not there. Says whether there were any. */
export function addInput(list: MessageList, event: BaseEvent): boolean {
  const { input } = event as RunStartedEvent;
  if (!input?.messages) return false;
  for (const message of input.messages) {
    if (!list.find(message.id)) list.add(withoutNull(clone(message)));
  }
  return true;
}

/**
 * MESSAGES_SNAPSHOT, as `@ag-ui/client` understands it: what is known is replaced in its place, what is new comes
 * behind it, and what the snapshot leaves out is gone. Activities and reasoning stay where the backend doesn't keep them.
 */
export function replaceAll(list: MessageList, event: BaseEvent): true {
  const snapshot = event as MessagesSnapshotEvent;
  const fresh = clone(snapshot.messages).map(withoutNull);
  const listed = new Map(fresh.map((message) => [message.id, message]));
  const isKept = keptBy(snapshot);
  const kept = list.all
    .filter((message) => listed.has(message.id) || isKept(message))
    .map((message) => listed.get(message.id) ?? message);
  const known = new Set(kept.map(({ id }) => id));
  list.replace([...kept, ...fresh.filter(({ id }) => !known.has(id))]);
  return true;
}

/** What is in the place of an activity that comes. */
export function activityDetails(list: MessageList, event: BaseEvent): object {
  const existingMessage = list.find((event as ActivitySnapshotEvent).messageId);
  const isActivity = existingMessage?.role === "activity";
  return { existingMessage, activityMessage: isActivity ? existingMessage : undefined };
}

/** The activity that a patch changes. */
export function patchedActivity(list: MessageList, event: BaseEvent): object | undefined {
  const { messageId } = event as ActivityDeltaEvent;
  const message = list.find(messageId);
  if (message?.role === "activity") return { activityMessage: message };
  if (message) console.warn(`ACTIVITY_DELTA: the message "${messageId}" is no activity.`);
  return undefined;
}

/** ACTIVITY_SNAPSHOT. Says whether the messages are others now. */
export function replaceActivity(list: MessageList, event: BaseEvent): boolean {
  const { messageId, activityType, content, replace } = event as ActivitySnapshotEvent;
  const known = list.find(messageId);
  const metadata = known?.role === "activity" ? known.metadata : undefined;
  const isPut = !known || replace !== false;
  if (isPut) {
    const fresh = { id: messageId, role: "activity" as const, activityType, ...ownerOf(event) };
    list.put({ ...fresh, content: clone(content), ...(metadata && { metadata }) });
  } else if (known.role !== "activity") return false;
  return addMetadata(event, () => list.change(messageId)) || isPut;
}

/** ACTIVITY_DELTA. Says whether the messages are others now. */
export function patchActivity(list: MessageList, event: BaseEvent): boolean {
  const { messageId, activityType, patch } = event as ActivityDeltaEvent;
  const hasMetadata = addMetadata(event, () => list.change(messageId));
  const known = list.find(messageId) as ActivityMessage;
  try {
    const content = patched(known.content ?? {}, patch ?? [], list.draft);
    list.put({ ...known, content, activityType });
    return true;
  } catch (error) {
    const [reason] = messageOf(error).split("\n");
    console.warn(`ACTIVITY_DELTA: a patch of "${messageId}" does not apply: ${reason}`);
    return hasMetadata;
  }
}

/** The messages that stay although a snapshot leaves them out. */
function keptBy(snapshot: MessagesSnapshotEvent): (message: Message) => boolean {
  const types = authoritativeActivityTypes(snapshot);
  const hasActivity = snapshot.messages.some(({ role }) => role === "activity");
  const hasReasoning = snapshot.messages.some(({ role }) => role === "reasoning");
  return (message) => {
    if (message.role === "reasoning") return !hasReasoning;
    if (message.role !== "activity" || types === null) return false;
    return types ? !types.includes(message.activityType) : !hasActivity;
  };
}

/** A backend may write that something is of no subagent; the next request must not. */
export function withoutNull<T extends { subagentRunId?: string }>(value: T): T {
  if ((value as { subagentRunId?: string | null }).subagentRunId !== null) return value;
  const copy = { ...value };
  delete copy.subagentRunId;
  return copy;
}
