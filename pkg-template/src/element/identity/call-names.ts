import type { Interrupt, Message } from "@ag-ui/core";
import { lazy } from "../values/lazy.js";
import { callKey } from "./call-key.js";

/** Gives a call another name. */
export type Rename = (id: string) => string;

/** A message with its calls, or the call it answers, under other names. The same object when nothing changes. */
export function renameCalls(message: Message, name: Rename): Message {
  if (message.role === "tool") {
    const toolCallId = name(message.toolCallId);
    return toolCallId === message.toolCallId ? message : { ...message, toolCallId };
  }
  if (message.role !== "assistant" || !message.toolCalls) return message;
  const names = message.toolCalls.map((call) => name(call.id));
  if (message.toolCalls.every((call, index) => call.id === names[index])) return message;
  const toolCalls = message.toolCalls.map((call, index) => ({
    ...call,
    id: names[index] as string,
  }));
  return { ...message, toolCalls };
}

/** An interrupt with the call it waits for under another name. */
export function renameInterrupt(interrupt: Interrupt, name: Rename): Interrupt {
  const { toolCallId } = interrupt;
  return toolCallId === undefined ? interrupt : { ...interrupt, toolCallId: name(toolCallId) };
}

/**
 * An event's detail with the calls in it under other names.
 *
 * @param show gives the messages as they are shown, when somebody looks.
 */
export function renameInDetail<Detail>(
  detail: Detail,
  name: Rename,
  show: (messages: readonly Message[]) => Message[],
): Detail {
  if (typeof detail !== "object" || detail === null) return detail;
  const { toolCallId, messages, interrupts } = detail as CallDetail;
  const renamed = {
    ...(toolCallId !== undefined && { toolCallId: name(toolCallId) }),
    ...(interrupts && { interrupts: interrupts.map((one) => renameInterrupt(one, name)) }),
  };
  // A copy that does not ask the getters: they stand for what is made when somebody looks.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(detail));
  const shown = messages && lazy("messages", () => show(messages));
  if (shown) Object.defineProperties(copy, Object.getOwnPropertyDescriptors(shown));
  // Not enumerable: it is for views of calls, and no part of the data.
  if (toolCallId !== undefined) Object.defineProperty(copy, callKey, { value: toolCallId });
  return Object.assign(copy, renamed) as Detail;
}

/** The places of a detail where a call's name may stand. */
interface CallDetail {
  readonly toolCallId?: string;
  readonly messages?: readonly Message[];
  readonly interrupts?: readonly Interrupt[];
}
