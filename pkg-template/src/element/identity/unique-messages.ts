import type { Message } from "@ag-ui/core";
import { sameMessage } from "./same-message.js";

/**
 * A list in which each id stands once: the client would keep the last message of an id, and lose the calls and answers
 * of the others. The parts of an assistant message become one; another message gets an id of its own.
 */
export function withUniqueIds(list: readonly Message[]): Message[] {
  const places = new Map<string, number>();
  const messages: Message[] = [];
  const ids = new Set(list.map(({ id }) => id));
  if (ids.size === list.length) return [...list];
  const counts = new Map<string, number>();
  const freeId = (id: string): string => {
    let count = (counts.get(id) ?? 1) + 1;
    while (ids.has(`${id}#${count}`)) count += 1;
    counts.set(id, count);
    return `${id}#${count}`;
  };
  for (const message of list) {
    const at = places.get(message.id);
    const before = at === undefined ? undefined : messages[at];
    if (at === undefined || !before) {
      places.set(message.id, messages.length);
      messages.push(message);
    } else if (before.role === "assistant" && message.role === "assistant") {
      const toolCalls = [...(before.toolCalls ?? []), ...(message.toolCalls ?? [])];
      messages[at] = { ...before, ...message, ...(toolCalls.length > 0 && { toolCalls }) };
    } else if (!isSame(before, message)) {
      messages.push({ ...message, id: freeId(message.id) });
    }
  }
  return messages;
}

function isSame(one: Message, other: Message): boolean {
  const isOfOneCall =
    one.role !== "tool" || other.role !== "tool" || one.toolCallId === other.toolCallId;
  return isOfOneCall && sameMessage(one, other);
}
