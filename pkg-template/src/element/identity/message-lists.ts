import type { AssistantMessage, Message, ToolCall } from "@ag-ui/core";
import type { HistoryChange } from "../events/history-change.js";
import { type AnswerOf, AnswerOrder } from "./answer-order.js";
import { CallMatcher, type CallsOfRun, type ListedCall } from "./call-matcher.js";
import { renameCalls } from "./call-names.js";
import { type KnownCall, keysToLookUp, markOf } from "./known-call.js";
import { reconciled } from "./reconcile.js";
import { argumentKeys } from "./same-arguments.js";
import type { ThreadCalls } from "./thread-calls.js";

/**
 * The thread's messages, in which the page may have put or replaced some: calls that are not known yet are added,
 * and the second call of an id gets its alias.
 */
export function adopt(thread: ThreadCalls, messages: readonly Message[]): Message[] {
  const claimed = new Set<KnownCall>();
  return withAliases(messages, answersOf(thread), (call, message) => {
    const known = thread.get(call.id);
    const isIt =
      known !== undefined &&
      !claimed.has(known) &&
      (known.messageId === message.id || known.says(call.function.name, call.function.arguments));
    const entered = isIt ? known : enter(thread, { call, message }, true);
    thread.move(entered, message.id);
    claimed.add(entered);
    return entered.alias;
  });
}

/** A backend's list under the thread's names. */
export interface Recognised {
  readonly messages: Message[];
  /** Its differences in calls and answers. */
  readonly changes: readonly HistoryChange[];
  /** Whether a known call stands in it. */
  has(known: KnownCall): boolean;
}

/**
 * A backend's list of messages, under the thread's names. A call is found by its message and id; where the backend
 * gave the message another id, by its name and arguments, from the last one back, as what is compacted is the start;
 * else it is the one that was written in this run. What the page knows of it stands: see `HistoryChange`.
 *
 * An answer whose call is not in the list answers nothing, and is left out.
 */
export function recognise(
  thread: ThreadCalls,
  list: readonly Message[],
  written: CallsOfRun,
): Recognised {
  const messages = list.map(withoutRepeats);
  const places = messages.flatMap((message): ListedCall[] =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map((call) => ({ call, message }))
      : [],
  );
  const matcher = new CallMatcher(thread);
  matcher.byMessage(places);
  matcher.byWords(places, written);
  const lastWords = messages.findLastIndex(({ role }) => role === "user");
  const history = new Set(messages.slice(0, Math.max(lastWords, 0)));
  const changes: HistoryChange[] = [];
  const listed = new Set<string>();
  const named = withAliases(messages, answersOf(thread), (call, message) => {
    const known = matcher.found(call) ?? enter(thread, { call, message }, !history.has(message));
    listed.add(known.alias);
    return known.alias;
  });
  const standing = named
    .filter((message) => message.role !== "tool" || listed.has(message.toolCallId))
    .map((message) => reconciled(thread, message, changes));
  return { messages: withFirstAnswers(standing), changes, has: (known) => matcher.has(known) };
}

/** Returns true if a call of this id that says the same is known, wherever it stands. */
export function isKnown(thread: ThreadCalls, { id, function: asked }: ToolCall): boolean {
  const named = thread.named(id);
  return keysToLookUp(asked).some((key) =>
    named?.saying(key).some((known) => !known.isForgotten && known.keys.includes(key)),
  );
}

/** Returns true if a list can be read: what is malformed is refused by the client, which comes after us. */
export function isReadable(list: readonly Message[]): boolean {
  return list.every(isWellFormed);
}

/** The message with each of its calls once. */
function withoutRepeats(message: Message): Message {
  if (message.role !== "assistant" || !message.toolCalls) return message;
  const ids = new Set(message.toolCalls.map(({ id }) => id));
  if (ids.size === message.toolCalls.length) return message;
  const said = new Set<string>();
  const toolCalls = message.toolCalls.filter(({ id, function: asked }) => {
    const { under, lookUp } = argumentKeys(asked.arguments);
    const keyOf = (key: string): string => JSON.stringify([id, asked.name, key]);
    const isRepeated = lookUp.some((key) => said.has(keyOf(key)));
    for (const key of under) said.add(keyOf(key));
    return !isRepeated;
  });
  return toolCalls.length === message.toolCalls.length ? message : { ...message, toolCalls };
}

function answersOf(thread: ThreadCalls): AnswerOf {
  return (alias) => thread.answers.get(alias);
}

function enter(thread: ThreadCalls, { call, message }: ListedCall, isOfNow: boolean): KnownCall {
  const { name, arguments: args } = call.function;
  const known = thread.add(call.id, name, args, message.id, isOfNow);
  known.mark = markOf(call);
  return known;
}

/** The messages with one answer for each call: the first one. */
function withFirstAnswers(messages: readonly Message[]): Message[] {
  const answered = new Set<string>();
  return messages.filter((message) => {
    if (message.role !== "tool") return true;
    const isFirst = !answered.has(message.toolCallId);
    answered.add(message.toolCallId);
    return isFirst;
  });
}

/** Names every call, and every answer after its call: see `AnswerOrder`. */
function withAliases(
  messages: readonly Message[],
  answerOf: AnswerOf,
  aliasOf: (call: ToolCall, message: AssistantMessage) => string,
): Message[] {
  const aliases = new Map<Message, string[]>();
  const first = new Map<string, string>();
  const order = new AnswerOrder(answerOf);
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    const names = (message.toolCalls ?? []).map((call) => aliasOf(call, message));
    aliases.set(message, names);
    message.toolCalls?.forEach(({ id }, index) => {
      const alias = names[index] as string;
      order.know(id, alias);
      if (!first.has(id)) first.set(id, alias);
    });
  }
  return messages.map((message) => {
    if (message.role === "tool") {
      return renameCalls(message, (id) => order.aliasOf(message) ?? first.get(id) ?? id);
    }
    let index = 0;
    return renameCalls(message, (id) => {
      const alias = aliases.get(message)?.[index++] ?? id;
      order.add(id, alias);
      return alias;
    });
  });
}

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
