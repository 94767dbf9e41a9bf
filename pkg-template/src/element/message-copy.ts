import type { Message } from "@ag-ui/core";

/**
 * A message for an event's detail: what a listener does to it changes nothing of the thread. By hand, since the whole
 * thread is told with every piece of text that comes, and most messages hold nothing but text.
 */
export function messageCopy(message: Message): Message {
  return copyOf(message) as Message;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    if (typeof copy[key] === "object") copy[key] = copyOf(copy[key]);
  }
  return copy;
}
