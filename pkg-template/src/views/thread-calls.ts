import type { Message } from "@ag-ui/core";
import { answerText } from "../codec/message-text.js";
import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";

/** A call in a thread's messages. */
export interface ListedCall {
  /** Its name in the thread: no other call has the same. */
  readonly key: string;
  readonly toolCallId: string;
  readonly messageId: string;
  readonly toolName: string;
  readonly argsText: string;
}

/** An answer in a thread's messages. */
export interface ListedAnswer {
  readonly key: string;
  readonly content: string;
  readonly error: string | undefined;
}

/** The calls and answers in a thread's messages, in their order. */
export function listedIn(agent: AgUiAgent): {
  readonly calls: readonly ListedCall[];
  readonly answers: readonly ListedAnswer[];
} {
  const calls: ListedCall[] = [];
  const answers: ListedAnswer[] = [];
  const { shown, inThread } = messagesOf(agent);
  for (const [index, message] of shown.entries()) {
    const same = inThread[index] ?? message;
    if (message.role === "assistant") calls.push(...callsIn(message, same));
    else if (message.role === "tool") answers.push(...answerIn(message, same));
  }
  return { calls, answers };
}

/** The messages as the backend names their calls, and as the thread does. */
function messagesOf(agent: AgUiAgent): {
  readonly shown: readonly Message[];
  readonly inThread: readonly Message[];
} {
  const shown: readonly Message[] = agent.messages;
  const inThread: unknown = isObject(agent.agent) ? read(agent.agent, "messages") : undefined;
  const isSame = isArray(inThread) && inThread.length === shown.length;
  return { shown, inThread: isSame ? (inThread as readonly Message[]) : shown };
}

function callsIn(message: Message, same: Message): ListedCall[] {
  if (message.role !== "assistant" || !isArray(message.toolCalls)) return [];
  return message.toolCalls.flatMap((call, index) => {
    const named = same.role === "assistant" ? same.toolCalls?.[index] : undefined;
    const { name, arguments: argsText } = call.function ?? {};
    if (typeof call.id !== "string" || typeof name !== "string") return [];
    const key = typeof named?.id === "string" ? named.id : call.id;
    const text = typeof argsText === "string" ? argsText : "";
    const { id: messageId } = message;
    return [{ key, toolCallId: call.id, messageId, toolName: name, argsText: text }];
  });
}

function answerIn(message: Message, same: Message): ListedAnswer[] {
  if (message.role !== "tool") return [];
  const key = same.role === "tool" ? same.toolCallId : message.toolCallId;
  if (typeof key !== "string") return [];
  return [{ key, content: answerText(message.content), error: readText(message, "error") }];
}

/**
 * A text that changes whenever calls or answers are added or removed, at a cost that does not grow with the thread:
 * while a text streams, its messages change once a frame.
 */
export function callsMark(agent: AgUiAgent): string {
  const { threadId } = agent;
  const inThread: unknown = isObject(agent.agent) ? read(agent.agent, "messages") : undefined;
  const messages = (isArray(inThread) ? inThread : agent.messages) as readonly Message[];
  const last = messages.slice(-lastMessages).map((message) => {
    const calls = message.role === "assistant" ? message.toolCalls : undefined;
    return [message.id, isArray(calls) ? calls.length : 0];
  });
  return JSON.stringify([threadId, messages.length, messages[0]?.id, last]);
}

/** The number of messages at the end of a thread that may still be added to. */
const lastMessages = 20;
