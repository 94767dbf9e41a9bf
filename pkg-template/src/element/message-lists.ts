import type { AssistantMessage, Message, ToolCall } from "@ag-ui/core";
import type { CallBook, KnownCall } from "./call-book.js";
import { renameCalls } from "./call-names.js";
import { sameArguments } from "./same-arguments.js";

/**
 * The thread's messages, in which the page may have put or replaced some: calls the book doesn't know are entered,
 * and the second call of an id gets its alias.
 */
export function adopt(book: CallBook, messages: readonly Message[]): Message[] {
  const claimed = new Set<KnownCall>();
  return withAliases(messages, (call, message) => {
    const known = book.get(call.id);
    const isIt =
      known !== undefined &&
      !claimed.has(known) &&
      (known.messageId === message.id || isSameCall(known, call));
    const entered = isIt ? known : enter(book, call, message);
    entered.messageId = message.id;
    claimed.add(entered);
    return entered.alias;
  });
}

/**
 * A backend's list of messages, under the thread's names. A call is found by its message and id; where the backend
 * gave the message another id, by its name and arguments, from the last one back, as what is compacted is the start;
 * else it is the one that was written in this run (`opened`).
 */
export function recognise(
  book: CallBook,
  list: readonly Message[],
  opened: ReadonlySet<KnownCall>,
): Message[] {
  if (!list.every(isWellFormed)) return [...list];
  const messages = list.map(withoutRepeats);
  const found = new Map<ToolCall, KnownCall>();
  const claimed = new Set<KnownCall>();
  const places = messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map((call) => ({ call, message }))
      : [],
  );
  const claim = (call: ToolCall, message: AssistantMessage, known: KnownCall | undefined): void => {
    if (!known) return;
    known.messageId = message.id;
    claimed.add(known);
    found.set(call, known);
  };
  const free = (id: string): KnownCall[] => book.named(id).filter((known) => !claimed.has(known));
  for (const { call, message } of places) {
    const known = free(call.id).find((one) => one.messageId === message.id);
    claim(call, message, known);
  }
  for (const { call, message } of places.toReversed()) {
    if (found.has(call)) continue;
    const candidates = free(call.id);
    const known =
      candidates.findLast((one) => isSameCall(one, call)) ??
      candidates.findLast((one) => opened.has(one));
    claim(call, message, known);
  }
  return withAliases(messages, (call, message) => {
    const known = found.get(call) ?? enter(book, call, message);
    return known.alias;
  });
}

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

/** The message with each of its calls once. */
function withoutRepeats(message: Message): Message {
  if (message.role !== "assistant" || !message.toolCalls) return message;
  const toolCalls = message.toolCalls.filter((call, index, calls) => {
    const { name, arguments: args } = call.function;
    const isSame = (other: ToolCall): boolean =>
      other.id === call.id &&
      other.function.name === name &&
      sameArguments(other.function.arguments, args);
    return !calls.slice(0, index).some(isSame);
  });
  return toolCalls.length === message.toolCalls.length ? message : { ...message, toolCalls };
}

function enter(book: CallBook, call: ToolCall, message: AssistantMessage): KnownCall {
  return book.add(call.id, call.function.name, call.function.arguments, message.id);
}

function isSameCall(known: KnownCall, call: ToolCall): boolean {
  return known.name === call.function.name && sameArguments(known.args, call.function.arguments);
}

/**
 * Names every call, and every answer after its call: of several calls that have its id, an answer is the one of the
 * first before it that has none yet.
 */
function withAliases(
  messages: readonly Message[],
  aliasOf: (call: ToolCall, message: AssistantMessage) => string,
): Message[] {
  const aliases = new Map<Message, string[]>();
  const first = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    const names = (message.toolCalls ?? []).map((call) => aliasOf(call, message));
    aliases.set(message, names);
    message.toolCalls?.forEach((call, index) => {
      if (!first.has(call.id)) first.set(call.id, names[index] as string);
    });
  }
  const waiting = new Map<string, string[]>();
  const latest = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === "tool") {
      return renameCalls(
        message,
        (id) => waiting.get(id)?.shift() ?? latest.get(id) ?? first.get(id) ?? id,
      );
    }
    let index = 0;
    return renameCalls(message, (id) => {
      const alias = aliases.get(message)?.[index++] ?? id;
      const before = waiting.get(id);
      if (before) before.push(alias);
      else waiting.set(id, [alias]);
      latest.set(id, alias);
      return alias;
    });
  });
}

/** Whether it can be read: what is malformed is refused by the client, which comes after us. */
function isWellFormed(message: Message | null | undefined): boolean {
  if (typeof message !== "object" || message === null) return false;
  if (message.role !== "assistant" || message.toolCalls === undefined) return true;
  return (
    Array.isArray(message.toolCalls) &&
    message.toolCalls.every(
      (call: Partial<ToolCall> | null) =>
        typeof call?.id === "string" &&
        typeof call.function?.name === "string" &&
        typeof call.function.arguments === "string",
    )
  );
}
