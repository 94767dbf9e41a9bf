import type { Message, ToolMessage } from "@ag-ui/core";

/** A call of the thread, as it was written first. */
export interface KnownCall {
  /** The id the backend gave it. */
  readonly id: string;
  /** What the client knows it by: no other call of the thread has it. */
  readonly alias: string;
  readonly name: string;
  /** The message it stands in. A snapshot may give that another id. */
  messageId: string;
  /** All of its argument text that came. */
  args: string;
}

/**
 * The calls of a thread and their answers.
 *
 * A call is its id within its assistant message, and backends count from `call_0` in every turn. `@ag-ui/client` 1.0
 * takes an id for unique in the whole thread: it would add the second call's arguments to the first call. So the
 * second call of an id is known to the client by an alias. Backend and page only ever see the id itself.
 *
 * Answers are kept beside the messages because a backend's snapshot replaces those, often without our answers.
 */
export class CallBook {
  readonly #byAlias = new Map<string, KnownCall>();
  readonly #byId = new Map<string, KnownCall[]>();
  readonly #answers = new Map<string, ToolMessage>();
  #earlier: ReadonlySet<string> = new Set();
  #seen: ReadonlySet<string> = new Set();

  /** The id the backend gave a call. */
  readonly idOf = (alias: string): string => this.#byAlias.get(alias)?.id ?? alias;

  /** The call that the client knows by this alias. */
  get(alias: string): KnownCall | undefined {
    return this.#byAlias.get(alias);
  }

  /** The calls that have this id, oldest first. */
  named(id: string): readonly KnownCall[] {
    return this.#byId.get(id) ?? [];
  }

  /** Enters a new call. Without a parent the client makes it a message, and names that after the call. */
  add(id: string, name: string, args: string, messageId: string | undefined): KnownCall {
    let alias = id;
    for (let count = 2; this.#byAlias.has(alias); count += 1) alias = `${id}#${count}`;
    const call: KnownCall = { id, alias, name, args, messageId: messageId || alias };
    this.#byAlias.set(alias, call);
    const same = this.#byId.get(id);
    if (same) same.push(call);
    else this.#byId.set(id, [call]);
    return call;
  }

  /** The answers that came so far, by alias. */
  get answers(): ReadonlyMap<string, ToolMessage> {
    return this.#answers;
  }

  /** Keeps an answer. The first one of a call stands. */
  answer(message: ToolMessage): void {
    const { toolCallId, content } = message;
    const isWhole = typeof content === "string" || Array.isArray(content);
    if (isWhole && !this.#answers.has(toolCallId)) this.#answers.set(toolCallId, message);
  }

  /** Keeps the answers that stand in these messages. */
  answerFrom(messages: readonly Message[]): void {
    for (const message of messages) if (message?.role === "tool") this.answer(message);
  }

  /** From here on, the calls known so far belong to earlier turns. */
  beginTurn(): void {
    this.#earlier = new Set(this.#byAlias.keys());
  }

  /** The calls of earlier turns. */
  get earlier(): ReadonlySet<string> {
    return this.#earlier;
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
    this.#answers.clear();
    this.#earlier = new Set();
    this.#seen = new Set();
  }

  #forget(alias: string): void {
    const id = this.idOf(alias);
    this.#byId.set(
      id,
      this.named(id).filter((call) => call.alias !== alias),
    );
    this.#byAlias.delete(alias);
    this.#answers.delete(alias);
  }
}

function aliasesIn(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map((call) => call.id) : [],
  );
}
