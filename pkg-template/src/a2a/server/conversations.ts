import type { Message, ToolMessage } from "@ag-ui/core";
import type { AgUiTool } from "../../tools/registry.js";
import { BoundedStore } from "./bounded-store.js";
import { forgetOldest } from "./history.js";
import { sizeOf } from "./size.js";
import type { TaskRun } from "./task-run.js";

/** The server's record of a conversation: a `contextId` of one caller. */
export class ServerConversation {
  readonly messages: Message[] = [];
  /** The client's tools, as it sent them last. */
  tools: readonly AgUiTool[] = [];
  /** The run in progress. */
  run: TaskRun | undefined;
  /** The task whose calls the client has to run. */
  waitingTask: string | undefined;
  /** The results that came for some of them, by the call's id. */
  readonly gathered = new Map<string, ToolMessage>();
}

/** Limits of all conversations. */
export interface ConversationBounds {
  readonly most: number;
  /** The maximum number of messages of each. */
  readonly mostMessages: number;
  /** The maximum number of bytes of all of them; a quarter of it each. */
  readonly mostBytes: number;
}

/** The conversations by owner and id. One with an answer or a run in progress is never dropped. */
export class A2aConversations {
  readonly #all: BoundedStore<ServerConversation>;
  readonly #bounds: ConversationBounds;
  /** Those that a request is busy with. */
  readonly #busy = new Map<ServerConversation, number>();

  constructor(bounds: ConversationBounds) {
    this.#bounds = bounds;
    const leaves = (conversation: ServerConversation) => {
      if (conversation.run || this.#busy.has(conversation)) return "never";
      return conversation.waitingTask === undefined ? "first" : "last";
    };
    this.#all = new BoundedStore({ ...bounds, leaves });
  }

  /** The conversation of this key; a new one if there is none. `release` ends the use. */
  use({ key, owner }: ConversationKey): { conversation: ServerConversation; release(): void } {
    const conversation = this.#all.get(key) ?? new ServerConversation();
    this.#busy.set(conversation, (this.#busy.get(conversation) ?? 0) + 1);
    this.#keep({ key, owner }, conversation);
    const release = (): void => {
      const others = (this.#busy.get(conversation) ?? 1) - 1;
      if (others > 0) this.#busy.set(conversation, others);
      else this.#busy.delete(conversation);
      this.#keep({ key, owner }, conversation);
    };
    return { conversation, release };
  }

  /** Keeps a conversation within its bounds: the oldest turns are forgotten. */
  trim({ messages }: ServerConversation): void {
    forgetOldest(messages, this.#bounds.mostMessages, this.#bounds.mostBytes / 4);
  }

  #keep({ key, owner }: ConversationKey, conversation: ServerConversation): void {
    this.trim(conversation);
    const { messages, tools, gathered } = conversation;
    this.#all.set(key, owner, conversation, sizeOf([messages, tools, [...gathered.values()]]));
  }
}

/** A conversation's key, and whose it is. */
export interface ConversationKey {
  readonly key: string;
  readonly owner: string;
}
