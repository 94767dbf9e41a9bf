import { EventType, type Message } from "@ag-ui/core";
import type { UncheckedCallEvent } from "./call-events.js";
import type { CallsOfRun } from "./call-matcher.js";
import type { KnownCall } from "./known-call.js";
import { isKnown, isReadable, recognise } from "./message-lists.js";
import { ProtectedMessages } from "./protected-messages.js";
import { contentKey } from "./same-message.js";
import type { ThreadCalls } from "./thread-calls.js";
import { withUniqueIds } from "./unique-messages.js";

/** The messages within one request: what a backend's lists and texts may do to those the page knows. */
export class RunMessages {
  readonly #thread: ThreadCalls;
  /** As they stood when the run began. */
  readonly #before: readonly Message[];
  readonly #protected: ProtectedMessages;
  /** The calls in the thread that the page has answered. */
  #answered: KnownCall[];
  readonly #written: CallsOfRun;
  /** Texts of others that the backend says again. */
  readonly #repeated = new Set<string>();

  constructor(thread: ThreadCalls, messages: readonly Message[], written: CallsOfRun) {
    this.#thread = thread;
    this.#before = messages;
    this.#protected = new ProtectedMessages(messages);
    this.#answered = answeredIn(thread, messages);
    this.#written = written;
  }

  /**
   * An event under the id of its message; `undefined` when it says again what somebody else has said. The client would
   * write a text behind whatever stands under its id, were it the user's words.
   */
  placed(event: UncheckedCallEvent): UncheckedCallEvent | undefined {
    const { type, messageId, parentMessageId } = event;
    if (parentMessageId && this.#protected.roleOf(parentMessageId) !== undefined) {
      return { ...event, parentMessageId: this.#protected.otherId(parentMessageId) };
    }
    if (typeof messageId !== "string") return event;
    switch (type) {
      case EventType.TEXT_MESSAGE_START:
        return this.#startText(event, messageId);
      case EventType.TEXT_MESSAGE_CONTENT:
        if (this.#protected.write(messageId, String(event.delta ?? ""))) return event;
        if (this.#repeated.has(messageId)) return undefined;
        break;
      case EventType.TEXT_MESSAGE_END:
        if (this.#protected.end(messageId)) return event;
        if (this.#repeated.delete(messageId)) return undefined;
    }
    return this.#protected.roleOf(messageId) === undefined ? event : this.#apart(event, messageId);
  }

  /** A list that replaces the thread. */
  readonly snapshot = (list: readonly Message[]): Message[] => {
    if (!isReadable(list)) return [...list];
    const thread = this.#thread;
    const reviewed = this.#protected.review(withUniqueIds(list));
    const known = recognise(thread, reviewed.messages, this.#written);
    thread.report([...reviewed.changes, ...known.changes]);
    for (const call of this.#answered) if (!known.has(call)) this.#reportRemoved(call);
    this.#answered = answeredIn(thread, known.messages);
    thread.answerFrom(known.messages);
    return known.messages;
  };

  /**
   * The thread as the backend says it was given: what it adds is added, what it says again, under other ids, is not. Nor
   * are answers to calls that stand in the thread: it was given those.
   */
  readonly input = (list: readonly Message[]): Message[] => {
    if (!isReadable(list)) return [...list];
    const thread = this.#thread;
    const added = this.#added(withUniqueIds(list));
    const known = recognise(thread, added, this.#written);
    thread.report(known.changes);
    for (const message of known.messages) thread.report(this.#protected.add(message));
    thread.answerFrom(known.messages);
    return known.messages;
  };

  #startText(event: UncheckedCallEvent, id: string): UncheckedCallEvent | undefined {
    const role = (event as { role?: unknown }).role ?? "assistant";
    const taken = this.#protected.roleOf(id);
    if (taken === undefined) {
      if (role === "user" || role === "system" || role === "developer") {
        this.#protected.stream(id, role);
      }
      return event;
    }
    if (role !== taken) return this.#apart(event, id);
    this.#repeated.add(id);
    return undefined;
  }

  #apart(event: UncheckedCallEvent, id: string): UncheckedCallEvent {
    return { ...event, messageId: this.#protected.otherId(id) };
  }

  /** The messages of a list that the thread does not have. */
  #added(list: readonly Message[]): Message[] {
    const ids = new Set(this.#before.map(({ id }) => id));
    const said = new Set(this.#before.map(contentKey));
    return list.flatMap((message): Message[] => {
      if (ids.has(message.id)) return [];
      const calls = callsOf(message);
      if (calls.length === 0) return said.has(contentKey(message)) ? [] : [message];
      const toolCalls = calls.filter((call) => !isKnown(this.#thread, call));
      if (toolCalls.length === calls.length) return [message];
      return toolCalls.length === 0 ? [] : [{ ...message, toolCalls } as Message];
    });
  }

  #reportRemoved({ id, name, args, messageId }: KnownCall): void {
    const before = { name, arguments: args };
    this.#thread.report([
      { kind: "call-removed", messageId, toolCallId: id, before, kept: "backend" },
    ]);
  }
}

function callsOf(message: Message) {
  return message.role === "assistant" ? (message.toolCalls ?? []) : [];
}

function answeredIn(thread: ThreadCalls, messages: readonly Message[]): KnownCall[] {
  return messages.flatMap((message) =>
    callsOf(message).flatMap(({ id }) => (thread.isSettled(id) ? (thread.get(id) ?? []) : [])),
  );
}
