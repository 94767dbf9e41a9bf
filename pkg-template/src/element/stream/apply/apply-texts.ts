import {
  type BaseEvent,
  EventType,
  type Message,
  type ReasoningEncryptedValueEvent,
  type ReasoningMessageStartEvent,
  type TextMessageContentEvent,
  type TextMessageStartEvent,
} from "@ag-ui/core";
import { addMetadata, ownerOf } from "./apply-metadata.js";
import type { MessageList } from "./message-list.js";

/** TEXT_MESSAGE_START or REASONING_MESSAGE_START. Says whether the messages are others now. */
export function beginText(list: MessageList, event: BaseEvent): boolean {
  const { messageId } = event as TextMessageStartEvent;
  const known = list.find(messageId);
  if (known?.role === "activity") {
    isNoText(event);
    return false;
  }
  if (known) return addMetadata(event, () => list.change(messageId));
  const message = newMessage(event);
  addMetadata(event, () => message);
  list.add(message);
  return true;
}

/** A text or reasoning as it is announced: what was written before the event. */
interface TextDetails {
  readonly textMessageBuffer: string;
  readonly reasoningMessageBuffer: string;
}

/** The same with the piece that has come: see `wholeText`. */
interface PieceDetails extends TextDetails {
  readonly whole: string;
}

/** What is announced beside the end of a text or of reasoning. */
export function textDetails(list: MessageList, event: BaseEvent): TextDetails | undefined {
  const message = writtenMessage(list, event);
  if (!message) return undefined;
  const text = textOf(message);
  return { textMessageBuffer: text, reasoningMessageBuffer: text };
}

/** What is announced beside a piece of it. */
export function pieceDetails(list: MessageList, event: BaseEvent): PieceDetails | undefined {
  const details = textDetails(list, event);
  const { delta } = event as TextMessageContentEvent;
  return details && { ...details, whole: details.textMessageBuffer + delta };
}

/**
 * The text with the piece that has come. Who is shown it and the message get the very same string: an engine lays a text
 * that was put together from many pieces out when it is first read, and that is then done once for each piece.
 */
export function wholeText(seen: object, buffer: string, delta: string): string {
  return (seen as Partial<PieceDetails>).whole ?? buffer + delta;
}

/** A piece of a text or of reasoning. */
export function addText(list: MessageList, event: BaseEvent, details: object): boolean {
  const message = list.change((event as TextMessageContentEvent).messageId);
  if (!message) return false;
  message.content = (details as PieceDetails).whole;
  addMetadata(event, () => message);
  return true;
}

/** The end of a text or of reasoning. */
export function endText(list: MessageList, event: BaseEvent): boolean {
  return addMetadata(event, () => list.change((event as TextMessageContentEvent).messageId));
}

/** What the backend wants back as it is. */
export function addEncrypted(list: MessageList, event: BaseEvent): boolean {
  const { subtype, entityId, encryptedValue } = event as ReasoningEncryptedValueEvent;
  if (subtype === "tool-call") {
    const call = list.changeCall(entityId);
    if (call) call.encryptedValue = encryptedValue;
    return call !== undefined;
  }
  if (list.find(entityId)?.role === "activity") return false;
  const message = list.change(entityId);
  if (message) Object.assign(message, { encryptedValue });
  return message !== undefined;
}

/** The text message that an event writes on. Warns when there is none, as `@ag-ui/client` does. */
function writtenMessage(list: MessageList, event: BaseEvent): Message | undefined {
  const { messageId } = event as TextMessageContentEvent;
  const message = list.find(messageId);
  if (!message) console.warn(`${event.type}: there is no message "${messageId}".`);
  else if (message.role === "activity") isNoText(event);
  else return message;
  return undefined;
}

/** The text of a message; nothing when it is of parts. */
function textOf({ content }: Message): string {
  return typeof content === "string" ? content : "";
}

function newMessage(event: BaseEvent): Message {
  if (event.type === EventType.REASONING_MESSAGE_START) {
    const { messageId } = event as ReasoningMessageStartEvent;
    return { id: messageId, role: "reasoning", content: "", ...ownerOf(event) };
  }
  const { messageId, role = "assistant", name } = event as TextMessageStartEvent;
  const named = name !== undefined && { name };
  return { id: messageId, role, content: "", ...named, ...ownerOf(event) } as Message;
}

/** Text in it would take the place of what the activity holds. */
function isNoText(event: BaseEvent): void {
  const { messageId } = event as TextMessageContentEvent;
  console.warn(`${event.type}: the message "${messageId}" is an activity: ids must be unique.`);
}
