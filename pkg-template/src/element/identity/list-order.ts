import type { Message } from "@ag-ui/core";

/**
 * The thread's messages, and those that are new in a backend's list, in the list's order: `@ag-ui/client` 1.0 puts the
 * new ones at the end, also an instruction that stands at the beginning. What the list does not have stays behind the
 * message before it. `undefined` when the client gets the order right.
 */
export function inOrderOf(
  list: readonly Message[],
  messages: readonly Message[],
): Message[] | undefined {
  const listed = new Set(list.map((message) => message?.id));
  const known = new Set(messages.map(({ id }) => id));
  const fresh = list.filter((message) => message && !known.has(message.id));
  const kept = messages.filter(({ id }) => listed.has(id));
  const isRight = [...kept, ...fresh].every((message, at) => message.id === list[at]?.id);
  if (isRight) return undefined;
  const first: Message[] = [];
  const groups = new Map(fresh.map((message) => [message.id, [message]]));
  let group = first;
  for (const message of messages) {
    if (listed.has(message.id)) {
      group = [];
      groups.set(message.id, group);
    }
    group.push(message);
  }
  return [...first, ...[...listed].flatMap((id) => groups.get(id) ?? [])];
}
