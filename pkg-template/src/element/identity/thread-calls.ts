import type { Message, ToolMessage } from "@ag-ui/core";
import type { HistoryChange } from "../events/history-change.js";
import { CallsOfId } from "./calls-of-id.js";
import { KnownCall } from "./known-call.js";

/**
 * The calls of a thread and their answers.
 *
 * A call is its id within its assistant message, and backends count from `call_0` in every turn. `@ag-ui/client` 1.0
 * takes an id for unique in the whole thread: it would add the second call's arguments to the first call. So the
 * second call of an id is known to the client by an alias. Backend and page only ever see the id itself.
 *
 * Answers are kept beside the messages because a backend's snapshot replaces those, often without our answers.
 */
export class ThreadCalls {
  readonly #byAlias = new Map<string, KnownCall>();
  readonly #byId = new Map<string, CallsOfId>();
  /** The number that the next alias of an id is tried with. */
  readonly #nextAlias = new Map<string, number>();
  readonly #answers = new Map<string, ToolMessage>();
  /** The calls whose answer the page gave or knows: no backend replaces it. */
  readonly #settled = new Set<string>();
  #turn = 0;
  #changes: HistoryChange[] = [];
  #seen: ReadonlySet<string> = new Set();

  /** The id the backend gave a call. */
  readonly idOf = (alias: string): string => this.#byAlias.get(alias)?.id ?? alias;

  /** The call that the client knows by this alias. */
  get(alias: string): KnownCall | undefined {
    return this.#byAlias.get(alias);
  }

  /** The calls that have this id. */
  named(id: string): CallsOfId | undefined {
    return this.#byId.get(id);
  }

  /**
   * Enters a new call. Without a parent the client makes it a message, and names that after the call.
   *
   * @param isOfNow whether it is of this turn; what stands before the user's last words is of an earlier one.
   */
  add(
    id: string,
    name: string,
    args: string,
    messageId: string | undefined,
    isOfNow = true,
  ): KnownCall {
    const alias = this.#newAlias(id);
    const turn = isOfNow ? this.#turn : this.#turn - 1;
    const call = new KnownCall({ id, alias, name, args, messageId: messageId || alias, turn });
    this.#byAlias.set(alias, call);
    const same = this.#byId.get(id) ?? new CallsOfId();
    this.#byId.set(id, same);
    same.add(call);
    return call;
  }

  /** A call stands in another message now. */
  move(call: KnownCall, messageId: string): void {
    this.#byId.get(call.id)?.move(call, messageId);
  }

  /** Gives a call other arguments. */
  rewrite(call: KnownCall, args: string): void {
    this.#byId.get(call.id)?.rewrite(call, args);
  }

  /** The answers that came so far, by alias. */
  get answers(): ReadonlyMap<string, ToolMessage> {
    return this.#answers;
  }

  /** Returns true if the page gave or knows the answer of a call. */
  isSettled(alias: string): boolean {
    return this.#settled.has(alias);
  }

  /** Keeps an answer of the backend. The first one of a call stands. An answer to no call is none. */
  answer(message: ToolMessage): void {
    if (!this.#answers.has(message.toolCallId)) this.#keep(message);
  }

  /** Keeps an answer of the backend in place of one it gave before. What the page knows stands. */
  answerAgain(message: ToolMessage): void {
    if (!this.#settled.has(message.toolCallId)) this.#keep(message);
  }

  /** Keeps an answer that the page gave, or put into the messages. No backend replaces it. */
  settle(message: ToolMessage): void {
    if (this.#keep(message)) this.#settled.add(message.toolCallId);
  }

  /** Keeps the answers that stand in these messages. */
  answerFrom(messages: readonly Message[]): void {
    for (const message of messages) if (message?.role === "tool") this.answer(message);
  }

  /** From here on, the calls known so far belong to earlier turns. */
  beginTurn(): void {
    this.#turn += 1;
  }

  /** Whether a call is of an earlier turn. */
  readonly isEarlier = (alias: string): boolean => {
    const call = this.#byAlias.get(alias);
    return call !== undefined && call.turn < this.#turn;
  };

  /** Notes what a backend changed of what the page knew. */
  report(changes: readonly HistoryChange[]): void {
    for (const change of changes) this.#changes.push(change);
  }

  /** Takes the changes since it was last called. */
  takeChanges(): readonly HistoryChange[] {
    const changes = this.#changes;
    if (changes.length > 0) this.#changes = [];
    return changes;
  }

  /** Notes which calls stand in the messages when a run has ended. */
  see(messages: readonly Message[]): void {
    this.#seen = new Set(aliasesIn(messages));
  }

  /**
   * Forgets the calls that were taken out of the messages since a run ended: that was the page. What a backend leaves
   * out of a snapshot is not forgotten, or a call could run again that has a result.
   */
  forgetRemoved(messages: readonly Message[]): void {
    const left = new Set(aliasesIn(messages));
    for (const alias of this.#seen) if (!left.has(alias)) this.#forget(alias);
  }

  /** Forgets everything. */
  clear(): void {
    this.#byAlias.clear();
    this.#byId.clear();
    this.#nextAlias.clear();
    this.#answers.clear();
    this.#settled.clear();
    this.#changes = [];
    this.#seen = new Set();
  }

  #newAlias(id: string): string {
    if (!this.#byAlias.has(id)) return id;
    let count = this.#nextAlias.get(id) ?? 2;
    while (this.#byAlias.has(`${id}#${count}`)) count += 1;
    this.#nextAlias.set(id, count + 1);
    return `${id}#${count}`;
  }

  #keep(message: ToolMessage): boolean {
    const { toolCallId, content } = message;
    const call = this.#byAlias.get(toolCallId);
    if (!call || !(typeof content === "string" || Array.isArray(content))) return false;
    this.#answers.set(toolCallId, message);
    call.isAnswered = true;
    return true;
  }

  #forget(alias: string): void {
    const call = this.#byAlias.get(alias);
    if (!call) return;
    const same = this.#byId.get(call.id);
    same?.forget(call);
    if (same?.size === 0) this.#byId.delete(call.id);
    this.#byAlias.delete(alias);
    this.#answers.delete(alias);
    this.#settled.delete(alias);
  }
}

/** The calls in these messages. */
export function aliasesIn(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map((call) => call.id) : [],
  );
}
