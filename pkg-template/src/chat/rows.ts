import type {
  ActivityMessage,
  AssistantMessage,
  Message,
  ReasoningMessage,
  UserMessage,
} from "@ag-ui/core";
import type { MarkdownView } from "./markdown/markdown-view.js";

/** A message that is shown as a row. */
export type ShownMessage = UserMessage | AssistantMessage | ReasoningMessage | ActivityMessage;

/** What a row keeps while its message changes. */
export interface RowMemory {
  /** Grows with each change of what is kept here, so that the row is rendered again. */
  revision: number;
  markdown?: MarkdownView;
  isUnfolded?: boolean;
  isEditing?: boolean;
  /** The row asks whether the thread is to be cut here although tools have run. */
  isAsking?: boolean;
  isCopied?: boolean;
  /** A search has found the message: it is marked. */
  isFound?: boolean;
  feedback?: "good" | "bad";
}

/** A message of the thread that is shown. The same object as long as its message is the same. */
export interface Row {
  /** Unique in the list, whatever ids a backend gives. */
  readonly key: string;
  readonly message: ShownMessage;
  readonly memory: RowMemory;
  /** True if a message of the person stands before it: it can be answered again. */
  readonly isAnswer: boolean;
}

/** Some rows in a row: the unit in which a long thread is rendered. The same object as long as its rows are the same. */
export interface Chunk {
  readonly key: number;
  readonly rows: readonly Row[];
}

/** How many rows make a chunk. */
const CHUNK = 10;

/** The rows of a thread. An update costs as much as what has changed since the one before. */
export class Rows {
  #messages: readonly Message[] = [];
  #rows: Row[] = [];
  /** How many rows the messages before each message make. */
  #counts: number[] = [];
  #chunks: readonly Chunk[] = [];
  #memories = new Map<string, RowMemory>();
  readonly #keys = new Set<string>();

  get all(): readonly Row[] {
    return this.#rows;
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks;
  }

  /** Takes the messages of the thread as they are now; returns true if a row is another one than before. */
  update(messages: readonly Message[]): boolean {
    if (messages === this.#messages) return false;
    const same = this.#sameUntil(messages);
    const before = this.#rows;
    this.#messages = messages;
    if (same === messages.length && same === this.#counts.length) return false;
    const kept = this.#counts[same] ?? before.length;
    for (const { key } of before.slice(kept)) this.#keys.delete(key);
    this.#rows = before.slice(0, kept);
    this.#counts.length = Math.min(this.#counts.length, same);
    for (const message of messages.slice(same)) {
      this.#counts.push(this.#rows.length);
      if (isShown(message)) this.#rows.push(this.#row(message));
    }
    this.#cut();
    return true;
  }

  /** The row that shows a message; for one without a row, such as a tool's result, the row before it. */
  find(messageId: string): Row | undefined {
    const at = this.#messages.findIndex(({ id }) => id === messageId);
    const message = this.#messages[at];
    const place = this.#counts[at];
    if (!message || place === undefined) return undefined;
    return this.#rows[isShown(message) ? place : place - 1];
  }

  /** The place of a row's chunk; after the last chunk for a row that is gone. */
  chunkOf(row: Row): number {
    const at = this.#rows.indexOf(row);
    return at < 0 ? this.#chunks.length : Math.floor(at / CHUNK);
  }

  /** Forgets everything: another thread is shown. */
  clear(): void {
    this.#messages = [];
    this.#rows = [];
    this.#counts = [];
    this.#chunks = [];
    this.#memories.clear();
    this.#keys.clear();
  }

  #row(message: ShownMessage): Row {
    const { id } = message;
    let key = `${message.role} ${id}`;
    for (let again = 2; this.#keys.has(key); again += 1) key = `${message.role} ${id} ${again}`;
    this.#keys.add(key);
    const memory = this.#memories.get(key) ?? { revision: 0 };
    this.#memories.set(key, memory);
    const before = this.#rows.at(-1);
    const isAnswer = before !== undefined && (before.isAnswer || before.message.role === "user");
    return { key, message, memory, isAnswer };
  }

  /** How many messages at the beginning are those of before. */
  #sameUntil(messages: readonly Message[]): number {
    const before = this.#messages;
    const most = Math.min(before.length, messages.length);
    let at = 0;
    while (at < most && isSame(before[at] as Message, messages[at] as Message)) at += 1;
    return at;
  }

  #cut(): void {
    const rows = this.#rows;
    const chunks: Chunk[] = [];
    for (let at = 0; at < rows.length; at += CHUNK) {
      const known = this.#chunks[chunks.length];
      const some = rows.slice(at, at + CHUNK);
      const isKnown =
        known?.rows.length === some.length && some.every((row, index) => row === known.rows[index]);
      chunks.push(isKnown ? known : { key: chunks.length, rows: some });
    }
    this.#chunks = chunks;
    if (this.#memories.size > 2 * rows.length + CHUNK) this.#forget();
  }

  /** Drops what is kept for rows that are gone. */
  #forget(): void {
    this.#memories = new Map(this.#rows.map(({ key, memory }) => [key, memory]));
  }
}

/** Returns true if two messages show the same. The element gives out copies, so a thread that is read twice has other objects. */
function isSame(one: Message, other: Message): boolean {
  if (one === other) return true;
  if (one.id !== other.id || one.role !== other.role) return false;
  const isText = typeof one.content === "string" && one.content === other.content;
  return isText && !("toolCalls" in one) && !("toolCalls" in other);
}

/** Returns true if a message is shown in a row of its own. Results of tools are shown with their calls. */
function isShown(message: Message): message is ShownMessage {
  if (message.role === "assistant") return Boolean(message.content || message.toolCalls?.length);
  return message.role === "user" || message.role === "reasoning" || message.role === "activity";
}
