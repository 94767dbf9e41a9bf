import type { Message, ToolMessage } from "@ag-ui/core";
import type { AgUiTool } from "../../tools/registry.js";
import { forgetOldest } from "./history.js";
import type { TaskRun } from "./task-run.js";

/** What the server keeps of a conversation: a `contextId` of one caller. */
export class ServerConversation {
  readonly messages: Message[] = [];
  /** What the client said last that it can run. */
  tools: readonly AgUiTool[] = [];
  /** What is answered now. */
  run: TaskRun | undefined;
  /** The task whose calls the client has to run. */
  waitingTask: string | undefined;
  /** The results that came for some of them, by the call's id. */
  readonly gathered = new Map<string, ToolMessage>();
}

/** The conversations, by whose they are and their id; of those where nothing runs, the one used longest ago goes first. */
export class Conversations {
  readonly #all = new Map<string, ServerConversation>();
  readonly #most: number;
  readonly #mostMessages: number;

  constructor(most: number, mostMessages: number) {
    this.#most = most;
    this.#mostMessages = mostMessages;
  }

  /** The conversation of this key, a new one where there is none. */
  of(key: string): ServerConversation {
    const conversation = this.#all.get(key) ?? new ServerConversation();
    this.#all.delete(key);
    this.#all.set(key, conversation);
    for (const [oldest, { run }] of this.#all) {
      if (this.#all.size <= this.#most) break;
      if (!run && oldest !== key) this.#all.delete(oldest);
    }
    return conversation;
  }

  /** Keeps a conversation within its bound. */
  trim({ messages }: ServerConversation): void {
    forgetOldest(messages, this.#mostMessages);
  }
}
