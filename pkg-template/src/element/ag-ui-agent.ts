import { type AbstractAgent, buildResumeArray, HttpAgent, isInterruptExpired } from "@ag-ui/client";
import type { Interrupt, Message, ResumeEntry, State, UserMessage } from "@ag-ui/core";
import { ReactiveElement } from "lit";
import { init } from "../core/packaged.js";
import { isReady, whenReady } from "../core/state.js";
import { ToolExecutionManager } from "../execution/manager.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "../tools/registry.js";
import type { ToolDefinition } from "../tools/types.js";
import { Conversation, type ConversationHost, type SendResult } from "./conversation.js";
import { connectDocumentTools, disconnectDocumentTools } from "./document-tools.js";
import type { Emit } from "./events.js";
import { Transport } from "./transport.js";

/** A page's answer to one interrupt. */
export type InterruptAnswer = Pick<ResumeEntry, "status" | "payload">;

/**
 * `<ag-ui-agent>`: talks to an AG-UI backend and runs the tools it asks for. Headless: it renders nothing, and the
 * page draws what the events tell.
 *
 * @example
 * ```html
 * <ag-ui-agent url="/agent"></ag-ui-agent>
 * <script type="module">
 *   import "ag-ui-lit/element";
 *   const agent = document.querySelector("ag-ui-agent");
 *   agent.addEventListener("ag-ui-messages-changed", (event) => console.log(event.detail.messages));
 *   await agent.sendMessage("Hello");
 * </script>
 * ```
 */
export class AgUiAgent extends ReactiveElement {
  static override properties = {
    url: { type: String },
    threadId: { attribute: "thread-id", noAccessor: true },
    maxRounds: { type: Number, attribute: "max-rounds" },
    headers: { attribute: false },
    registry: { attribute: false },
    manager: { attribute: false },
    agent: { attribute: false, noAccessor: true },
    messages: { attribute: false, noAccessor: true },
  };

  /** Where the backend is. A change counts from the next run. */
  declare url: string;
  /** How many follow-up runs one message may cause; 10 when nothing is set. */
  declare maxRounds: number;
  /** Headers of every request. A change counts from the next run. */
  declare headers: Record<string, string>;
  /** The tools the agent is offered; the global registry when nothing is set. */
  declare registry: ToolRegistry;
  /** What runs the tools; one of its own when nothing is set. */
  declare manager: ToolExecutionManager;

  #conversation: Conversation | undefined;
  #threadId: string | undefined;

  constructor() {
    super();
    this.url = "";
    this.maxRounds = 10;
    this.headers = {};
    this.registry = globalToolRegistry;
    this.manager = new ToolExecutionManager();
  }

  /** The thread. Setting another abandons the old one at once: its run is stopped, its late results are dropped. */
  get threadId(): string {
    return this.#current.agent.threadId;
  }

  set threadId(threadId: string | null | undefined) {
    const next = threadId ?? undefined;
    if (next === this.#threadId) return;
    this.#threadId = next;
    this.#replace(undefined);
  }

  /** The AG-UI agent that is talked to: an `HttpAgent` for `url`, or whatever was set. */
  get agent(): AbstractAgent {
    return this.#current.agent;
  }

  set agent(agent: AbstractAgent) {
    this.#replace(new Conversation(this.#host, agent));
  }

  /** The messages of the thread. May be set while nothing runs, to restore a thread. */
  get messages(): Message[] {
    return this.#current.messages;
  }

  set messages(messages: Message[]) {
    if (this.isRunning) {
      throw new Error(
        "<ag-ui-agent>: messages can't be set while the agent runs; abort() it first.",
      );
    }
    this.#current.messages = messages;
  }

  /** The state shared with the backend. */
  get state(): State {
    return this.#current.agent.state;
  }

  /** Whether a message's loop is under way, tools included. */
  get isRunning(): boolean {
    return this.#conversation?.isRunning ?? false;
  }

  /** What the backend waits for; see `resume()`. */
  get pendingInterrupts(): readonly Interrupt[] {
    return this.#current.pendingInterrupts;
  }

  /**
   * Sends a user message, runs the tools the agent asks for, and resolves when the agent needs no more. Sent while
   * the agent runs, it waits its turn. Does not reject for what a backend did: see `outcome` and `error`.
   */
  sendMessage(content: UserMessage["content"]): Promise<SendResult> {
    return this.#current.send(content);
  }

  /** Stops the run and its tools, and drops what waits to be sent. Tools under way are answered as cancelled. */
  abort(): void {
    this.#conversation?.abort();
  }

  /**
   * Answers the interrupts of the last run and continues it.
   *
   * Rejects before anything is sent when an interrupt is missing, unknown, or expired and not cancelled.
   */
  async resume(answers: Record<string, InterruptAnswer>): Promise<SendResult> {
    const current = this.#current;
    const open = current.agent.pendingInterrupts;
    if (open.length === 0) throw new Error("<ag-ui-agent>: no interrupt waits for an answer.");
    const entries = buildResumeArray(open, answers);
    const expired = open.filter(
      (interrupt) => isInterruptExpired(interrupt) && answers[interrupt.id]?.status !== "cancelled",
    );
    if (expired.length > 0) {
      const names = expired
        .map((interrupt) => `${interrupt.id} (${interrupt.expiresAt})`)
        .join(", ");
      throw new Error(`<ag-ui-agent>: expired, and can only be cancelled: ${names}.`);
    }
    return current.resume(entries);
  }

  /**
   * Registers a tool with this element's registry as soon as the core is loaded.
   *
   * @returns a promise of the registration. It rejects with a `ToolDefinitionError` when the definition breaks a rule.
   */
  async registerTool<TArgs = Record<string, unknown>>(
    definition: ToolDefinition<TArgs>,
    options?: RegisterOptions,
  ): Promise<ToolRegistration> {
    await whenReady;
    return this.registry.register(definition, options);
  }

  /** Removes a tool from this element's registry; says whether there was one. */
  unregisterTool(name: string): boolean {
    return isReady() && this.registry.unregister(name);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    connectDocumentTools(this.ownerDocument, this);
    // A failure is told when a message is sent; until then nobody waits for it.
    this.#load().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    disconnectDocumentTools(this.ownerDocument, this);
  }

  /** Renders nothing, and into the light DOM: what the page puts inside stays as it is. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  get #current(): Conversation {
    this.#conversation ??= this.#ownConversation();
    return this.#conversation;
  }

  #ownConversation(): Conversation {
    const transport = new Transport();
    const thread = this.#threadId === undefined ? {} : { threadId: this.#threadId };
    const agent = new HttpAgent({ url: this.url, fetch: transport.fetch, ...thread });
    return new Conversation(this.#host, agent, transport);
  }

  #replace(next: Conversation | undefined): void {
    const old = this.#conversation;
    this.#conversation = next;
    old?.abandon();
    if (old) this.#emit("ag-ui-messages-changed", { messages: this.messages });
  }

  readonly #emit: Emit = (type, detail) => {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };

  readonly #load = (): Promise<void> => (isReady() ? Promise.resolve() : init());

  get #host(): ConversationHost {
    const element = this;
    return {
      get url() {
        return element.url;
      },
      get headers() {
        return element.headers;
      },
      get registry() {
        return element.registry;
      },
      get manager() {
        return element.manager;
      },
      get maxRounds() {
        return element.maxRounds;
      },
      emit: this.#emit,
      ready: this.#load,
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-agent": AgUiAgent;
  }
}
