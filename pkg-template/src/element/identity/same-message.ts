import type { Message } from "@ag-ui/core";

/** One text for all messages that say the same in the same role. */
export function contentKey(message: Message): string {
  return `${message.role} ${contentText(message.content)}`;
}

/** Returns true if two messages of one id say the same, in the same name where both have one. */
export function sameMessage(one: Message, other: Message): boolean {
  if (one === other) return true;
  const [first, second] = [nameOf(one), nameOf(other)];
  const isSameName = first === undefined || second === undefined || first === second;
  return isSameName && contentKey(one) === contentKey(other);
}

/** Returns true if two contents say the same: text is the same in one piece and in parts. */
export function sameContent(one: unknown, other: unknown): boolean {
  return one === other || contentText(one) === contentText(other);
}

function nameOf(message: Message): unknown {
  return (message as { name?: unknown }).name ?? undefined;
}

function contentText(content: unknown): string {
  if (!Array.isArray(content)) {
    return typeof content === "string" ? `text ${content}` : `json ${JSON.stringify(content)}`;
  }
  const isText = content.every((part) => part?.type === "text" && typeof part.text === "string");
  return isText
    ? `text ${content.map(({ text }: { text: string }) => text).join("")}`
    : `json ${JSON.stringify(content, sayingOnly)}`;
}

/** Without what a backend may add to a part without changing it; keys in one order. */
function sayingOnly(key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(
    ([name, member]) => member !== null && !(key !== "source" && isAside(name)),
  );
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isAside(name: string): boolean {
  return name === "id" || name === "metadata";
}
