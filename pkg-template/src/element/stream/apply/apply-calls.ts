import {
  type BaseEvent,
  contentToText,
  type ToolCallArgsEvent,
  type ToolCallResultEvent,
  type ToolCallStartEvent,
  type ToolMessage,
} from "@ag-ui/core";
import { ownMark } from "../../protocol/own-mark.js";
import { addMetadata, ownerOf } from "./apply-metadata.js";
import type { MessageList } from "./message-list.js";

/** TOOL_CALL_START. Says whether the messages are others now. */
export function beginCall(list: MessageList, event: BaseEvent): boolean {
  const { toolCallId, toolCallName } = event as ToolCallStartEvent;
  const known = list.call(toolCallId);
  if (known) {
    const isRenamed = known.function.name !== toolCallName;
    const call = isRenamed ? list.changeCall(toolCallId) : undefined;
    if (call) call.function.name = toolCallName;
    return addMetadata(event, () => list.changeCall(toolCallId)) || isRenamed;
  }
  list.addCall(parentOf(list, event as ToolCallStartEvent), {
    id: toolCallId,
    type: "function",
    function: { name: toolCallName, arguments: "" },
  });
  addMetadata(event, () => list.changeCall(toolCallId));
  return true;
}

/** A piece of a call's argument text. */
export function addArguments(list: MessageList, event: BaseEvent): boolean {
  const { toolCallId, delta } = event as ToolCallArgsEvent;
  const call = list.changeCall(toolCallId);
  if (!call) return false;
  call.function.arguments += delta;
  addMetadata(event, () => call);
  return true;
}

/** TOOL_CALL_END. */
export function endCall(list: MessageList, event: BaseEvent): boolean {
  return addMetadata(event, () => list.changeCall((event as ToolCallArgsEvent).toolCallId));
}

/** TOOL_CALL_RESULT: the backend's own answer to a call. That it says why there is no result, only our own servers tell. */
export function addAnswer(list: MessageList, event: BaseEvent): true {
  const { messageId: id, toolCallId, content } = event as ToolCallResultEvent;
  const error = failureOf(event as ToolCallResultEvent);
  const message: ToolMessage = {
    ...{ id, toolCallId, role: "tool", content, ...ownerOf(event) },
    ...(error !== undefined && { error }),
  };
  addMetadata(event, () => message);
  list.answer(message);
  return true;
}

/** Why a call of the backend has failed; nothing of one that has not, or whose backend does not say. */
export function failureOf(event: ToolCallResultEvent): string | undefined {
  if (ownMark(event, "failed") !== true) return undefined;
  return contentToText(event.content) || "The tool failed.";
}

/** The call that an event writes on, as it is announced. */
export function writtenCall(list: MessageList, event: BaseEvent): object | undefined {
  const { toolCallId } = event as ToolCallArgsEvent;
  const call = list.call(toolCallId);
  if (!call) console.warn(`${event.type}: there is no call "${toolCallId}".`);
  return call && { toolCallName: call.function.name, toolCallBuffer: call.function.arguments };
}

/** The id of the assistant message that a new call goes into; makes one where there is none. */
function parentOf(list: MessageList, event: ToolCallStartEvent): string {
  const { toolCallId, parentMessageId } = event;
  const parent = parentMessageId ? list.find(parentMessageId) : undefined;
  if (parent?.role === "assistant") return parent.id;
  if (parent) {
    const role = `a message of role "${parent.role}"`;
    console.warn(`TOOL_CALL_START: the parent "${parentMessageId}" of a call is ${role}.`);
  }
  const id = parent || !parentMessageId ? toolCallId : parentMessageId;
  list.add({ id, role: "assistant", toolCalls: [], ...ownerOf(event) });
  return id;
}
