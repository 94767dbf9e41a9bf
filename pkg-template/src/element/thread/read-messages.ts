import type { Message } from "@ag-ui/core";
import { describe } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";

/** The beginning of the messages about faults. */
export const element = "<ag-ui-agent>: ";

/**
 * The messages that a page set, as copies: reactive, frozen or of another realm as they may be.
 *
 * @throws {TypeError} that names the message and its fault.
 */
export function readMessages(messages: unknown): Message[] {
  const copies: unknown = plainCopy(messages, `${element}messages`);
  if (!Array.isArray(copies)) throw wrong("messages", "an array", messages);
  for (const [index, message] of copies.entries()) checkMessage(message, `messages[${index}]`);
  return copies as Message[];
}

function checkMessage(message: unknown, place: string): void {
  if (typeof message !== "object" || message === null) throw wrong(place, "a message", message);
  const { id, role, toolCallId, toolCalls } = message as Readonly<Record<string, unknown>>;
  if (typeof role !== "string") throw wrong(`${place}.role`, "a text", role);
  if (id !== undefined && typeof id !== "string") throw wrong(`${place}.id`, "a text", id);
  if (role === "tool" && typeof toolCallId !== "string") {
    throw wrong(`${place}.toolCallId`, "a text", toolCallId);
  }
  if (toolCalls === undefined || toolCalls === null) return;
  if (!Array.isArray(toolCalls)) throw wrong(`${place}.toolCalls`, "an array", toolCalls);
  for (const [index, call] of toolCalls.entries()) {
    checkCall(call, `${place}.toolCalls[${index}]`);
  }
}

function checkCall(call: unknown, place: string): void {
  const { id, function: called } = (call ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== "string") throw wrong(`${place}.id`, "a text", id);
  const { name, arguments: args } = (called ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") throw wrong(`${place}.function.name`, "a text", name);
  if (typeof args !== "string") throw wrong(`${place}.function.arguments`, "a text", args);
}

/** The fault of a value that a page set. */
export function wrong(place: string, must: string, given: unknown): TypeError {
  return new TypeError(`${element}${place} must be ${must}, but is ${describe(given)}.`);
}
