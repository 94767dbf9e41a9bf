import { type AbstractAgent, randomUUID } from "@ag-ui/client";
import type { Interrupt, Message, State, UserMessage } from "@ag-ui/core";
import { ReactiveElement } from "@lit/reactive-element";
import { init } from "../core/init.js";
import { isReady } from "../core/state.js";
import { ToolExecutionManager } from "../execution/manager.js";
import type { FormMetadata } from "../forms/form-metadata.js";
import type { FormTools } from "../forms/form-scope.js";
import { FormSettings } from "../forms/form-settings.js";
import { ContextValue } from "../lit/context-value.js";
import { managerContext, registryContext } from "../lit/contexts.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import { registerEarly, unregisterEarly } from "../tools/register-early.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "../tools/registry.js";
import type { ToolDefinition } from "../tools/types.js";
import { Approvals } from "./approval.js";
import type { ApprovalRequest, ApprovalResponse } from "./approval-types.js";
import { Conversation, type ConversationHost, type SendOptions } from "./conversation.js";
import { connectDocumentTools, disconnectDocumentTools } from "./document-tools.js";
import { elementAgent } from "./element-agent.js";
import { agentOf, objectWith, takeOwnProperties } from "./element-properties.js";
import type { Emit } from "./events.js";
import type { AgentHeaders } from "./headers.js";
import { DEFAULT_LIMITS, type RunLimits, readLimits } from "./limits.js";
import type { SendResult } from "./loop.js";
import { OfferedTools } from "./offered-tools.js";
import {
  defaultPolicy,
  type OpenCall,
  type OpenCallDecision,
  type OpenCallsPolicy,
  policyOf,
  readDecisions,
} from "./open-calls.js";
import { readContent, readMessages } from "./own-messages.js";
import { connectPageTools, disconnectPageTools, type PageToolsTarget } from "./page-tools.js";
import { type InterruptAnswer, resumeEntries } from "./resume.js";
import { shownCopy } from "./shown-copy.js";
import { Transport } from "./transport.js";

const defaultRounds = 10;

/**
 * `<ag-ui-agent>`: talks to an AG-UI backend and runs the tools it asks for. Headless: it renders nothing, and the
 * page draws what the events tell.
 *
 * @example
 * ```html
 * <ag-ui-agent id="agent" url="/agent"></ag-ui-agent>
 * <script type="module">
 *   import "ag-ui-lit/element";
 *   const agent = document.getElementById("agent");
 *   agent.addEventListener("ag-ui-messages-changed", (event) => console.log(event.detail.messages));
 *   await agent.sendMessage("Hello");
 * </script>
 * ```
 */
export class AgUiAgent extends ReactiveElement {
  static override get observedAttributes(): string[] {
    const own = ["url", "thread-id", "max-rounds", "open-calls", "expose-webmcp", "form-tools"];
    // biome-ignore lint/complexity/noThisInStatic: Lit prepares the class that it is asked of
    return [...super.observedAttributes, ...own];
  }

  /** Where the backend is. A change counts from the next run. */
  declare url: string;
  #conversation: Conversation | undefined;
  #headers: AgentHeaders = {};
  #threadId: string | undefined;
  #maxRounds = defaultRounds;
  #limits: Readonly<RunLimits> = DEFAULT_LIMITS;
  #openCalls: OpenCallsPolicy = defaultPolicy;
  #registry: ToolRegistry | undefined;
  #manager: ToolExecutionManager | undefined;
  #ownManager: ToolExecutionManager | undefined;
  readonly #providedRegistry = new ContextValue(this, registryContext, () => this.#toolsChanged());
  readonly #providedManager = new ContextValue(this, managerContext, () => {});
  #exposeWebmcp = false;
  readonly #forms = new FormSettings();
  #document: Document | undefined;

  constructor() {
    super();
    const early = takeOwnProperties<AgUiAgent>(this);
    this.url = this.getAttribute?.("url") ?? "";
    this.threadId = this.getAttribute?.("thread-id");
    for (const [name, value] of Object.entries(early)) setEarly(this, name, value);
  }

  override attributeChangedCallback(
    name: string,
    previous: string | null,
    value: string | null,
  ): void {
    super.attributeChangedCallback(name, previous, value);
    if (previous === value) return;
    if (name === "url") this.url = value ?? "";
    if (name === "thread-id") this.threadId = value;
    // A framework that writes every attribute as text means by "false" that it is off.
    if (name === "expose-webmcp") this.#expose(value !== null && value !== "false");
    if (name === "form-tools") this.formTools = value;
    if (name === "open-calls") this.openCalls = value as OpenCallsPolicy;
    if (name === "max-rounds") this.maxRounds = value?.trim() ? Number(value) : defaultRounds;
  }

  /** Headers of every request. A change counts from the next run. */
  get headers(): AgentHeaders {
    return this.#headers;
  }

  // An accessor, where a field would do: Svelte sets a property only where it finds a setter.
  set headers(headers: AgentHeaders) {
    this.#headers = headers;
  }

  /** How many follow-up runs one message may cause: a whole number, 10 unless another one is set. */
  get maxRounds(): number {
    return this.#maxRounds;
  }

  set maxRounds(rounds: number) {
    const isNumber = typeof rounds === "number" && Number.isFinite(rounds);
    this.#maxRounds = isNumber ? Math.max(0, Math.floor(rounds)) : defaultRounds;
  }

  /** How much a backend may ask of the page; what is left out has its default. A change counts from the next run. */
  get limits(): Readonly<RunLimits> {
    return this.#limits;
  }

  set limits(limits: Partial<RunLimits> | null | undefined) {
    this.#limits = readLimits(limits);
  }

  /** Whether the browser's own agent is offered the registry's tools, where the browser has WebMCP. */
  get exposeWebmcp(): boolean {
    return this.#exposeWebmcp;
  }

  set exposeWebmcp(exposes: boolean) {
    if (exposes) this.setAttribute("expose-webmcp", "");
    else this.removeAttribute("expose-webmcp");
  }

  /**
   * Which forms of the document with `toolname` are tools: `"none"` unless something else is set, `"all"`, or those
   * within some elements, given themselves or by a CSS selector. What makes no sense counts as `"none"`, with a warning.
   *
   * @example
   * ```ts
   * agent.formTools = document.querySelector("#booking");
   * ```
   */
  get formTools(): FormTools {
    return this.#forms.tools ?? "none";
  }

  set formTools(forms: FormTools | null | undefined) {
    this.#forms.tools = forms;
    this.#toolsChanged();
  }

  /**
   * Metadata of the tools that are forms, by their names, or from a function that is asked of each form. Without an
   * `approval` in it, a person is asked before a form submits by itself, or sends its data to another origin.
   *
   * @example
   * ```ts
   * agent.formMetadata = { find_flights: { approval: "never" } };
   * ```
   */
  get formMetadata(): FormMetadata | undefined {
    return this.#forms.metadata;
  }

  set formMetadata(metadata: FormMetadata | null | undefined) {
    this.#forms.metadata = metadata ?? undefined;
    this.#toolsChanged();
  }

  /**
   * What becomes of calls without an answer in a thread that was restored, when a message is sent: they are answered
   * as not run (`"answer"`, the default), run first (`"run"`), or the page settles them (`"offer"`: see
   * `settleCalls()`). Any other value counts as `"answer"`, with a warning.
   */
  get openCalls(): OpenCallsPolicy {
    return this.#openCalls;
  }

  set openCalls(policy: OpenCallsPolicy | null | undefined) {
    const next = policyOf(policy);
    const isNew = next !== this.#openCalls;
    this.#openCalls = next;
    if (isNew) this.#offer();
  }

  /** The tools the agent is offered; what `registryContext` provides when none is set, else the global registry. */
  get registry(): ToolRegistry {
    return this.#registry ?? this.#providedRegistry.value ?? globalToolRegistry;
  }

  set registry(registry: ToolRegistry | null | undefined) {
    this.#registry = objectWith(
      ["get", "toAgUiTools"],
      registry,
      "registry must be a ToolRegistry",
    );
    this.#toolsChanged();
  }

  /** What runs the tools; what `managerContext` provides when none is set, else one of its own. */
  get manager(): ToolExecutionManager {
    const given = this.#manager ?? this.#providedManager.value;
    if (given) return given;
    this.#ownManager ??= new ToolExecutionManager();
    return this.#ownManager;
  }

  set manager(manager: ToolExecutionManager | null | undefined) {
    const must = "manager must be a ToolExecutionManager";
    this.#manager = objectWith(["execute", "check"], manager, must);
  }

  /** The thread. Setting another abandons the old one at once: its run is stopped, its late results are dropped. */
  get threadId(): string {
    return this.#current.agent.threadId;
  }

  set threadId(threadId: string | null | undefined) {
    const isAny = threadId === null || threadId === undefined || threadId === "";
    const next = isAny ? undefined : String(threadId);
    const current = this.#conversation;
    if (next === this.#threadId || next === current?.agent.threadId) return;
    this.#threadId = next;
    if (!current) return;
    this.#replace(current.transport ? undefined : this.#another(current, next));
  }

  /** The AG-UI agent that is talked to: an `HttpAgent` for `url`, or whatever was set. */
  get agent(): AbstractAgent {
    return this.#current.agent;
  }

  set agent(given: AbstractAgent | null | undefined) {
    const agent = agentOf(given);
    if (agent === this.#conversation?.agent) return;
    this.#replace(agent ? new Conversation(this.#host, agent) : undefined);
    this.#offer();
  }

  /**
   * The messages of the thread. May be set while nothing runs, to restore a thread: they are copied, and may be the
   * values of a reactive library.
   *
   * @throws {TypeError} that names what is no message, or can't be sent.
   */
  get messages(): Message[] {
    return this.#current.messages;
  }

  set messages(messages: Message[]) {
    if (this.isRunning) {
      throw new Error(
        "<ag-ui-agent>: messages can't be set while the agent runs; abort() it first.",
      );
    }
    this.#current.messages = readMessages(messages);
    this.#offer();
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

  /** The calls that wait for a person's approval, oldest first; see `respondToApproval()`. */
  get pendingApprovals(): readonly ApprovalRequest[] {
    return this.#approvals.pending;
  }

  /** The calls of the thread that have no answer, and that no interrupt holds back. None while the agent runs. */
  get unansweredCalls(): readonly OpenCall[] {
    return this.#current.unansweredCalls;
  }

  /**
   * Sends a user message, runs the tools the agent asks for, and resolves when the agent needs no more. Does not
   * reject for what a backend did: see `outcome` and `error`.
   *
   * Sent while the agent runs, it waits its turn, so a tool's handler must not wait for it. With `interrupt` it is
   * sent at once: what is under way is stopped, and running tools and interrupts of the backend are answered as
   * cancelled in the same request.
   *
   * @example
   * ```ts
   * await agent.sendMessage("Stop. Do this instead.", { interrupt: true });
   * ```
   */
  async sendMessage(content: UserMessage["content"], options?: SendOptions): Promise<SendResult> {
    return this.#current.send(readContent(content), options ?? {});
  }

  /** Stops the run and its tools, and drops what waits to be sent. Tools under way are answered as cancelled. */
  abort(): void {
    this.#conversation?.abort();
  }

  /**
   * Answers the interrupts of the last run and continues it.
   *
   * Rejects before anything is sent when an interrupt is missing, unknown, or expired and not cancelled; with an
   * `InvalidAnswerError` when a payload is not what the interrupt's `responseSchema` asks for. Of several interrupts that
   * the backend gave one id, each has its own in `pendingInterrupts`.
   *
   * @param answers by the ids of `pendingInterrupts`.
   */
  async resume(answers: Record<string, InterruptAnswer>): Promise<SendResult> {
    const current = this.#current;
    // A failure to load is told when the run begins.
    if (!isReady()) await this.#load().catch(() => {});
    const entries = resumeEntries(current.agent.pendingInterrupts, answers);
    return current.resume(entries);
  }

  /**
   * Answers a call that waits for a person's approval (`ag-ui-approval-request`): it runs, runs with other arguments,
   * or is answered as declined. The first answer stands.
   *
   * Rejects with a `TypeError` when it is no answer, with an `InvalidAnswerError` when the edited arguments are refused
   * (the call waits on, so answer again), and with an `Error` when nothing waits for it any more, or the id is that of
   * several calls that wait: a backend may give two the same.
   *
   * @param id the request's `approvalId`; or the `toolCallId`, where no other call that waits has it.
   *
   * @example
   * ```ts
   * agent.addEventListener("ag-ui-approval-request", ({ detail }) => {
   *   const decision = confirm(`Run ${detail.toolCallName}?`) ? "approve" : "decline";
   *   agent.respondToApproval(detail.approvalId, { decision });
   * });
   * ```
   */
  respondToApproval(id: string, response: ApprovalResponse): Promise<void> {
    return this.#approvals.respond(id, response);
  }

  /**
   * Settles the calls without an answer, each as the page decided: its tool runs, or it is answered with a result or as
   * declined. Then the agent goes on from there.
   *
   * Rejects before anything is done when no call is open, an interrupt waits for `resume()`, or a decision is missing,
   * unknown, none, or by an id that several of the calls have.
   *
   * @param decisions by `openCallId`; or by `toolCallId`, where no other open call has it.
   * @example
   * ```ts
   * const no = { decision: "decline", reason: "That was yesterday." } as const;
   * const decisions = agent.unansweredCalls.map(({ openCallId }) => [openCallId, no] as const);
   * await agent.settleCalls(Object.fromEntries(decisions));
   * ```
   */
  async settleCalls(decisions: Readonly<Record<string, OpenCallDecision>>): Promise<SendResult> {
    const current = this.#current;
    if (current.pendingInterrupts.length > 0) {
      throw new Error("<ag-ui-agent>: the agent waits for resume(): calls can't be settled now.");
    }
    return current.settle(readDecisions(current.unansweredCalls, decisions));
  }

  /**
   * Registers a tool with this element's registry: at once when the core is loaded, else as soon as it is.
   *
   * @returns a promise of the registration. It rejects with a `ToolDefinitionError` when the definition breaks a rule.
   */
  registerTool<TArgs = Record<string, unknown>>(
    definition: ToolDefinition<TArgs>,
    options?: RegisterOptions,
  ): Promise<ToolRegistration> {
    return registerEarly(() => this.registry, definition, options);
  }

  /** Removes a tool from this element's registry, also one that waits for the core; says whether there was one. */
  unregisterTool(name: string): boolean {
    return unregisterEarly(() => this.registry, name);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#document = this.ownerDocument;
    this.#providedRegistry.connect();
    this.#providedManager.connect();
    connectDocumentTools(this.#document, this);
    connectPageTools(this.#document, this.#pageTools);
    this.#load().catch(reportLoadFailure);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved to another document belongs to that one by now.
    if (this.#document) {
      disconnectDocumentTools(this.#document, this);
      disconnectPageTools(this.#document, this.#pageTools);
    }
    this.#providedRegistry.disconnect();
    this.#providedManager.disconnect();
    this.#document = undefined;
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
    const agent = elementAgent(this.url, transport, this.#threadId);
    return new Conversation(this.#host, agent, transport);
  }

  /** The same agent with a new thread; what still goes on in the old one ends first. */
  #another(current: Conversation, threadId: string | undefined): Conversation {
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
    if (old) this.#emit("ag-ui-messages-changed", { messages: shownCopy(this.messages) });
  }

  #expose(exposes: boolean): void {
    this.#exposeWebmcp = exposes;
    this.#toolsChanged();
  }

  #toolsChanged(): void {
    if (this.#document) connectPageTools(this.#document, this.#pageTools);
  }

  /** Tells the page of the calls it may settle. */
  #offer(): void {
    if (this.#openCalls !== "offer") return;
    const calls = this.#conversation?.unansweredCalls ?? [];
    if (calls.length > 0) this.#emit("ag-ui-open-calls", { calls });
  }

  readonly #emit: Emit = (type, detail) => {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };

  readonly #approvals = new Approvals(this.#emit);

  readonly #load = (): Promise<void> => (isReady() ? Promise.resolve() : init());

  readonly #pageTools: PageToolsTarget = pageToolsOf(this, this.#approvals, this.#forms);

  get #host(): ConversationHost {
    const element = this;
    return {
      get url() {
        // React sets to undefined what it sets no more.
        return element.url ?? "";
      },
      get headers() {
        return element.headers;
      },
      get registry() {
        return new OfferedTools(element.registry, element.#forms);
      },
      get manager() {
        return element.manager;
      },
      get maxRounds() {
        return element.maxRounds;
      },
      get limits() {
        return element.limits;
      },
      approvals: this.#approvals,
      get openCalls() {
        return element.openCalls;
      },
      emit: this.#emit,
      ready: this.#load,
    };
  }
}

let hasReportedLoadFailure = false;

/** Once: the next message tries again and fails with it, but nobody may listen, and the tools are missing until then. */
function reportLoadFailure(error: unknown): void {
  if (hasReportedLoadFailure) return;
  hasReportedLoadFailure = true;
  console.error("<ag-ui-agent>:", error);
}

/** Sets what a page set before the element was defined. A fault is told as one of a later time would be: it is the page's. */
function setEarly(element: AgUiAgent, name: string, value: unknown): void {
  try {
    Reflect.set(element, name, value);
  } catch (fault) {
    reportError(fault);
  }
}

/** Read when it is needed: its properties may change. */
function pageToolsOf(
  element: AgUiAgent,
  approvals: Approvals,
  forms: FormSettings,
): PageToolsTarget {
  return {
    approvals,
    forms,
    get registry() {
      return element.registry;
    },
    get manager() {
      return element.manager;
    },
    get exposeWebmcp() {
      return element.exposeWebmcp;
    },
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-agent": AgUiAgent;
  }
}
