import type { Message } from "@ag-ui/core";
import type { ReasonerEvent } from "../../server/reasoner-event.js";
import { sizeOf } from "./size.js";

/**
 * Adds a message to a history: an answer directly follows the message with its call. A second answer of a call, and a
 * message that is there already, are left out.
 */
export function addMessage(history: Message[], message: Message): void {
  if (history.some(({ id }) => id === message.id)) return;
  if (message.role !== "tool") {
    history.push(message);
    return;
  }
  const { toolCallId } = message;
  if (history.some((other) => other.role === "tool" && other.toolCallId === toolCallId)) return;
  const asked = history.findLastIndex(
    (other) => other.role === "assistant" && other.toolCalls?.some(({ id }) => id === toolCallId),
  );
  let at = asked + 1;
  while (asked >= 0 && history[at]?.role === "tool") at += 1;
  history.splice(asked >= 0 ? at : history.length, 0, message);
}

/** Drops the oldest turns, whole ones, until no more than `most` messages of `mostBytes` are left, or one turn. */
export function forgetOldest(history: Message[], most: number, mostBytes: number): void {
  const sizes = history.map(sizeOf);
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  let kept = 0;
  for (const [index, { role }] of history.entries()) {
    if (history.length - kept <= most && bytes <= mostBytes) break;
    if (index === 0 || role !== "user") continue;
    for (let at = kept; at < index; at += 1) bytes -= sizes[at] ?? 0;
    kept = index;
  }
  history.splice(0, kept);
}

/** The messages of a request so far, made of its events: for a request that does not come to its end. */
export class Transcript {
  readonly #messages = new Map<string, { text: string; calls: Call[] }>();
  readonly #calls = new Map<string, Call>();
  readonly #answers: Message[] = [];

  add(event: ReasonerEvent): void {
    switch (event.type) {
      case "message_start":
        this.#messages.set(event.messageId, { text: "", calls: [] });
        break;
      case "text":
        this.#message(event.messageId).text += event.delta;
        break;
      case "call_start": {
        const call = { id: event.toolCallId, name: event.toolName, written: "", isWhole: false };
        this.#calls.set(call.id, call);
        this.#message(event.messageId).calls.push(call);
        break;
      }
      case "call_args": {
        const call = this.#calls.get(event.toolCallId);
        if (call) call.written += event.delta;
        break;
      }
      case "call_end": {
        const call = this.#calls.get(event.toolCallId);
        if (call) call.isWhole = true;
        break;
      }
      case "call_result": {
        const { toolCallId, content } = event.call;
        const id = `${toolCallId}-answer`;
        this.#answers.push({ id, role: "tool", toolCallId, content: content ?? "" });
        break;
      }
    }
  }

  /** A call's name and its arguments so far. */
  call(id: string): { readonly name: string; readonly written: string } | undefined {
    return this.#calls.get(id);
  }

  /** The messages; a call that was not written to its end is left out. */
  get messages(): readonly Message[] {
    const said = [...this.#messages].flatMap(([id, { text, calls }]): Message[] => {
      const toolCalls = calls
        .filter(({ isWhole }) => isWhole)
        .map(({ id: callId, name, written }) => ({
          id: callId,
          type: "function" as const,
          function: { name, arguments: written },
        }));
      if (text === "" && toolCalls.length === 0) return [];
      const content = text && { content: text };
      return [{ id, role: "assistant", ...content, ...(toolCalls.length > 0 && { toolCalls }) }];
    });
    const history: Message[] = [...said];
    for (const answer of this.#answers) addMessage(history, answer);
    return history;
  }

  #message(id: string): { text: string; calls: Call[] } {
    const message = this.#messages.get(id) ?? { text: "", calls: [] };
    this.#messages.set(id, message);
    return message;
  }
}

interface Call {
  readonly id: string;
  readonly name: string;
  written: string;
  isWhole: boolean;
}
