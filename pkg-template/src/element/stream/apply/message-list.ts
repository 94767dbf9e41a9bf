import type { AssistantMessage, Message, ToolCall, ToolMessage } from "@ag-ui/core";
import { Draft } from "../../values/draft.js";

interface Node {
  message: Message;
  next: Node | undefined;
  /** Where it stands in the list of all, while that is in order. */
  at: number;
  /** The last of the answers that stand right behind it, where it has calls. */
  answers?: Node | undefined;
}

/** Where a call stands. */
interface Place {
  readonly node: Node;
  readonly index: number;
}

/**
 * The messages of a thread while a run changes them. Finding, adding and changing one costs the same however many there
 * are; only looking at all of them does not. What was looked at never changes later.
 */
export class MessageList {
  /** Says what of the messages may be changed in place. */
  readonly draft = new Draft();
  #first: Node | undefined;
  #last: Node | undefined;
  readonly #byId = new Map<string, Node>();
  readonly #calls = new Map<string, Place>();
  /** All of them; out of order when one was put between others. */
  #all: Message[] = [];
  #isInOrder = true;

  constructor(messages: readonly Message[]) {
    this.replace(messages);
  }

  /** All of them, as they stay. */
  get all(): readonly Message[] {
    if (!this.#isInOrder) this.#order();
    this.draft.share();
    return this.#all;
  }

  /** Puts others in their place. */
  replace(messages: readonly Message[]): void {
    this.#first = undefined;
    this.#last = undefined;
    this.#byId.clear();
    this.#calls.clear();
    this.#all = [];
    this.#isInOrder = true;
    for (const message of messages) this.add(message);
  }

  /** The message of an id; the first, should there be several. */
  find(id: string): Message | undefined {
    return this.#byId.get(id)?.message;
  }

  /** Puts a message at the end. */
  add(message: Message): void {
    this.#all = this.draft.own(this.#all);
    const node: Node = { message, next: undefined, at: this.#all.push(message) - 1 };
    if (this.#last) this.#last.next = node;
    else this.#first = node;
    this.#last = node;
    this.#enter(node);
  }

  /** The message of an id, to be changed in place. */
  change(id: string): Message | undefined {
    const node = this.#byId.get(id);
    return node && this.#own(node);
  }

  /** Puts a message in the place of the one that has its id. */
  put(message: Message): void {
    const node = this.#byId.get(message.id);
    if (!node) {
      this.add(message);
      return;
    }
    for (const { id } of callsOf(node.message)) {
      if (this.#calls.get(id)?.node === node) this.#calls.delete(id);
    }
    this.#put(node, message);
    this.#enter(node);
  }

  /** A call. */
  call(id: string): ToolCall | undefined {
    const place = this.#calls.get(id);
    return place && callsOf(place.node.message)[place.index];
  }

  /** A call, to be changed in place with its function. */
  changeCall(id: string): ToolCall | undefined {
    const place = this.#calls.get(id);
    if (!place) return undefined;
    const calls = this.#ownCalls(place.node);
    const call = calls[place.index];
    if (!call) return undefined;
    const own = this.draft.own(call);
    calls[place.index] = own;
    own.function = this.draft.own(own.function);
    return own;
  }

  /** Adds a call to an assistant message. */
  addCall(messageId: string, call: ToolCall): void {
    const node = this.#byId.get(messageId);
    if (!node) return;
    const index = this.#ownCalls(node).push(call) - 1;
    if (!this.#calls.has(call.id)) this.#calls.set(call.id, { node, index });
  }

  /** Puts an answer behind its call's message and the answers that are there; at the end when there is no such call. */
  answer(message: ToolMessage): void {
    const owner = this.#calls.get(message.toolCallId)?.node;
    if (!owner) {
      this.add(message);
      return;
    }
    let before = owner.answers ?? owner;
    while (before.next?.message.role === "tool") before = before.next;
    if (before === this.#last) {
      this.add(message);
    } else {
      before.next = { message, next: before.next, at: 0 };
      this.#isInOrder = false;
      this.#enter(before.next);
    }
    owner.answers = before.next;
  }

  #enter(node: Node): void {
    const { message } = node;
    if (!this.#byId.has(message.id)) this.#byId.set(message.id, node);
    callsOf(message).forEach(({ id }, index) => {
      if (!this.#calls.has(id)) this.#calls.set(id, { node, index });
    });
  }

  #own(node: Node): Message {
    const own = this.draft.own(node.message);
    if (own !== node.message) this.#put(node, own);
    return own;
  }

  #put(node: Node, message: Message): void {
    node.message = message;
    if (!this.#isInOrder) return;
    this.#all = this.draft.own(this.#all);
    this.#all[node.at] = message;
  }

  #order(): void {
    this.#all = [];
    for (let node = this.#first; node; node = node.next) {
      node.at = this.#all.push(node.message) - 1;
    }
    this.#isInOrder = true;
  }

  #ownCalls(node: Node): ToolCall[] {
    const message = this.#own(node) as AssistantMessage;
    message.toolCalls = this.draft.own(message.toolCalls ?? []);
    return message.toolCalls;
  }
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? (message.toolCalls ?? []) : [];
}
