import type { Message, UserMessage } from "@ag-ui/core";
import { visibleText } from "../visible-text/visible-text.js";

/** Where a thread is cut to send a message of the person again, and what is lost. */
export interface ThreadCut {
  /** The messages that stay. */
  readonly before: readonly Message[];
  /** The message that is sent again. */
  readonly asked: UserMessage;
  /** How many messages of person and agent follow it. */
  readonly lost: number;
  /** The names of the tools that have run since, each once. */
  readonly tools: readonly string[];
}

/** More names than these are not listed. */
const MOST_NAMES = 5;

/** The cut at a message of the person, or at the one that a message of the agent answers; `undefined` if there is none. */
export function cutAt(messages: readonly Message[], message: Message): ThreadCut | undefined {
  const at = messages.findLastIndex((one) => one === message || one.id === message.id);
  const askedAt = messages.findLastIndex(({ role }, index) => index <= at && role === "user");
  const asked = messages[askedAt];
  if (asked?.role !== "user") return undefined;
  const after = messages.slice(askedAt + 1);
  const lost = after.filter(({ role }) => role === "user" || role === "assistant").length;
  return { before: messages.slice(0, askedAt), asked, lost, tools: toolsRunIn(after) };
}

/** The cut at the person's last message. */
export function cutAtLast(messages: readonly Message[]): ThreadCut | undefined {
  const last = messages.at(-1);
  return last && cutAt(messages, last);
}

/** A message's content with another text; its other parts stay. */
export function withText(content: UserMessage["content"], text: string): UserMessage["content"] {
  if (typeof content === "string") return text;
  const others = content.filter(({ type }) => type !== "text");
  return text === "" ? others : [{ type: "text", text }, ...others];
}

function toolsRunIn(messages: readonly Message[]): string[] {
  const names = new Map<string, string>();
  const ran = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const call of message.toolCalls ?? []) names.set(call.id, call.function.name);
    }
    // A call that was not run is answered with an error, but so is one that failed midway.
    if (message.role === "tool") ran.add(names.get(message.toolCallId) ?? message.toolCallId);
  }
  const shown = [...ran].map((name) => visibleText(name.slice(0, 64)));
  return shown.length > MOST_NAMES ? [...shown.slice(0, MOST_NAMES), "…"] : shown;
}
