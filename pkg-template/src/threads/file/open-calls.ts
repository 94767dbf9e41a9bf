import type { Message } from "@ag-ui/core";

type AssistantMessage = Extract<Message, { role: "assistant" }>;

/** A call without an answer, and the message that it stands in. */
export interface OpenCall {
  readonly messageId: string;
  readonly call: NonNullable<AssistantMessage["toolCalls"]>[number];
}

/** The calls without an answer. Backends use ids again: an answer belongs to the last call of its id before it. */
export function openCallsOf(messages: readonly Message[]): readonly OpenCall[] {
  const last = new Map<string, OpenCall>();
  const open = new Set<OpenCall>();
  for (const message of messages) {
    if (message.role === "tool") {
      const answered = last.get(message.toolCallId);
      if (answered) open.delete(answered);
    }
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) {
      const one = { messageId: message.id, call };
      last.set(call.id, one);
      open.add(one);
    }
  }
  return [...open];
}
