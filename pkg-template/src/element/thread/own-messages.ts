import { type AbstractAgent, HttpAgent } from "@ag-ui/client";
import type { UserMessage } from "@ag-ui/core";
import { messageOf } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { notSent } from "../errors/run-error.js";
import { element, wrong } from "./read-messages.js";

// What the page puts into a thread. It is the page's fault when it can't be sent, and said to be that.

/**
 * The content of a message that a page sends, as a copy.
 *
 * @throws {TypeError} when it is neither a text nor an array of parts, or can't be sent.
 */
export function readContent(content: unknown): UserMessage["content"] {
  const isAny = typeof content === "string" || (typeof content === "object" && content !== null);
  const copy: unknown = isAny ? plainCopy(content, `${element}content`) : undefined;
  if (typeof copy === "string") return copy;
  if (!Array.isArray(copy)) {
    throw new TypeError(`${element}a message is a text, or an array of parts.`);
  }
  for (const [index, part] of copy.entries()) {
    const place = `content[${index}]`;
    if (typeof part !== "object" || part === null) throw wrong(place, "a part", part);
    if (typeof part.type !== "string") throw wrong(`${place}.type`, "a text", part.type);
  }
  return copy as UserMessage["content"];
}

/** How many values forwarded properties may hold, objects and arrays included. */
const mostForwarded = 100_000;

/**
 * The properties that a page wants forwarded, as a copy.
 *
 * @throws {TypeError} when they are no object, or can't be sent.
 */
export function readForwardedProps(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined || given === null) return undefined;
  const name = "forwardedProps";
  if (typeof given !== "object" || Array.isArray(given)) throw wrong(name, "an object", given);
  return Object.freeze(
    plainCopy(given as Record<string, unknown>, `${element}${name}`, mostForwarded),
  );
}

/** What is as the client needs it: it came from there, or was found to be. */
const sendable = new WeakSet<object>();

/**
 * Puts plain copies in place of what the page gave the agent by itself, as `agent.messages.push(reactive)` does: the
 * client can't copy that. An agent in the page may hold whatever can be copied, one that talks to a server only JSON.
 * To be called before the client is to copy the messages.
 *
 * @throws {RunError} for what can't be sent.
 */
export function makeSendable(agent: AbstractAgent): void {
  const check = agent instanceof HttpAgent ? checkJson : structuredClone;
  const messages = agent.messages.map((message, index) =>
    sendableOf(message, `the agent's messages[${index}]`, check),
  );
  if (messages.some((message, index) => message !== agent.messages[index])) {
    agent.messages = messages;
  }
  agent.state = sendableOf(agent.state, "the agent's state", check);
}

/** Takes the agent's messages and state as they are: the client has just written them, out of what it could copy. */
export function markSendable({ messages, state }: AbstractAgent): void {
  for (const one of [...messages, state]) {
    if (typeof one === "object" && one !== null) sendable.add(one);
  }
}

function sendableOf<T>(value: T, name: string, check: (value: unknown) => unknown): T {
  if (typeof value !== "object" || value === null || sendable.has(value)) return value;
  let copy = value;
  try {
    check(value);
  } catch {
    copy = copyToSend(value, name);
  }
  sendable.add(copy as object);
  return copy;
}

function checkJson(value: unknown): void {
  JSON.stringify(structuredClone(value));
}

function copyToSend<T>(value: T, name: string): T {
  try {
    return plainCopy(value, name);
  } catch (cause) {
    throw notSent(messageOf(cause), cause);
  }
}
