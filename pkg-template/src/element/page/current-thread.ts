import { type AbstractAgent, randomUUID } from "@ag-ui/client";
import { Conversation, type ConversationHost } from "../runs/conversation.js";
import { AG_UI, conversationWith } from "../runs/conversation-with.js";
import { ProtocolAgent } from "../stream/protocol-agent.js";

/** The conversation that an element has now; it makes one when it is first asked for. */
export class CurrentThread {
  readonly #host: ConversationHost;
  readonly #left: () => void;
  #conversation: Conversation | undefined;
  #threadId: string | undefined;
  #protocol = AG_UI;

  /** @param left is called when another conversation has taken the place of one. */
  constructor(host: ConversationHost, left: () => void) {
    this.#host = host;
    this.#left = left;
  }

  /** The conversation, made when there is none. */
  get conversation(): Conversation {
    this.#conversation ??= this.#ownConversation();
    return this.#conversation;
  }

  /** The conversation, if there is one. */
  get existing(): Conversation | undefined {
    return this.#conversation;
  }

  /** Another thread; `undefined` for any. The old one is abandoned at once, an agent that the page gave is kept. */
  setThreadId(threadId: string | undefined): void {
    const current = this.#conversation;
    if (threadId === this.#threadId || threadId === current?.agent.threadId) return;
    this.#threadId = threadId;
    if (!current) return;
    this.#replace(current.transport ? undefined : this.#startOver(current, threadId));
  }

  /** Another id for the thread as it is: nothing of it is abandoned. */
  rename(threadId: string): void {
    this.#threadId = threadId;
    this.conversation.agent.threadId = threadId;
  }

  /** Another agent, and its thread; `undefined` for one of the element's own. */
  setAgent(agent: AbstractAgent | undefined): void {
    if (agent === this.#conversation?.agent) return;
    this.#replace(agent ? new Conversation(this.#host, agent) : undefined);
  }

  /** What agents of the element's own speak. */
  get protocol(): string {
    return this.#protocol;
  }

  /** Another protocol, and a conversation of its own; an agent that the page gave is kept, and speaks what it speaks. */
  setProtocol(protocol: string): void {
    if (protocol === this.#protocol) return;
    this.#protocol = protocol;
    const current = this.#conversation;
    if (current?.transport || current?.agent instanceof ProtocolAgent) this.#replace(undefined);
  }

  #ownConversation(): Conversation {
    return conversationWith(this.#host, this.#threadId, this.#protocol);
  }

  /** The same agent with a new thread; what still goes on in the old one ends first. */
  #startOver(current: Conversation, threadId: string | undefined): Conversation {
    const { agent } = current;
    current.abandon();
    agent.threadId = threadId ?? randomUUID();
    agent.pendingInterrupts = [];
    agent.setState({});
    const next = new Conversation(this.#host, agent);
    next.startOver();
    return next;
  }

  #replace(next: Conversation | undefined): void {
    const old = this.#conversation;
    this.#conversation = next;
    old?.abandon();
    if (old) this.#left();
  }
}
