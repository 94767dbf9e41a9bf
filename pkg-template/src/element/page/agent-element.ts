import type { AbstractAgent } from "@ag-ui/client";
import type { AgentCapabilities, Interrupt, Message, State, UserMessage } from "@ag-ui/core";
import { ReactiveElement } from "@lit/reactive-element";
import type { Approver } from "../../calls/approver.js";
import { originWith } from "../../calls/origin.js";
import { loadCore } from "../../core/init.js";
import { isReady } from "../../core/state.js";
import type { CallSteps } from "../../execution/call-steps.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import { refuseUnknown } from "../../options/unknown-options.js";
import {
  isAwaited,
  loadNeeds,
  registerEarly,
  unregisterEarly,
} from "../../tools/register-early.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "../../tools/registry.js";
import type { ToolDefinition } from "../../tools/types.js";
import { Approvals } from "../answers/approval.js";
import type { ApprovalResponse } from "../answers/approval-response.js";
import { approverOf } from "../answers/approver-of.js";
import {
  defaultPolicy,
  type OpenCallDecision,
  type OpenCallsPolicy,
  policyOf,
  readDecisions,
} from "../answers/open-calls.js";
import { watchQuestions } from "../answers/open-questions.js";
import { preparePayloadChecks } from "../answers/response-schema.js";
import { type ResultParts, resultPartsOf } from "../answers/result-parts.js";
import { type InterruptAnswer, resumeEntries } from "../answers/resume.js";
import type { ApprovalRequest, OpenCall } from "../events/details.js";
import type { Emit } from "../events/event-map.js";
import { DEFAULT_LIMITS, type RunLimits, readLimits } from "../limits/limits.js";
import type { ConversationHost, SendOptions } from "../runs/conversation.js";
import type { SendResult } from "../runs/loop.js";
import type { StateChange } from "../state/read-state.js";
import type { AgentHeaders } from "../stream/headers.js";
import { readContent, readForwardedProps } from "../thread/own-messages.js";
import { readMessages } from "../thread/read-messages.js";
import { checkTakes } from "../thread/within-capabilities.js";
import { shownCopy } from "../values/shown-copy.js";
import { KnownCapabilities } from "./capabilities.js";
import type { AddContextOptions, ContextEntry, ContextRegistration } from "./context-entries.js";
import { CurrentThread } from "./current-thread.js";
import { agentOf, takeOwnProperties } from "./element-properties.js";
import { ElementTools, type Features } from "./element-tools.js";
import type { FeatureHost } from "./feature.js";
import { KeptThread } from "./kept-thread.js";
import { PageContext } from "./page-context.js";
import { type ReattachOptions, runToAttach } from "./reattach-options.js";
import { type ThreadAccess, threadAccess } from "./thread-access.js";

const defaultRounds = 10;

/**
 * An element that talks to an AG-UI backend and runs the tools it asks for: `<ag-ui-agent>` without the features that
 * it is given.
 */
export class AgentElement<Own extends Features> extends ReactiveElement {
  static override get observedAttributes(): string[] {
    const own = ["url", "protocol", "thread-id", "max-rounds", "open-calls", "result-parts"];
    // biome-ignore lint/complexity/noThisInStatic: Lit prepares the class that it is asked of
    return [...super.observedAttributes, ...own];
  }

  /** Where the backend is. A change counts from the next run. */
  declare url: string;

  #headers: AgentHeaders = {};
  #maxRounds = defaultRounds;
  #limits: Readonly<RunLimits> = DEFAULT_LIMITS;
  #openCalls: OpenCallsPolicy = defaultPolicy;
  #resultParts: ResultParts = "auto";
  #forwardedProps: Readonly<Record<string, unknown>> | undefined;
  readonly #context = new PageContext();
  readonly #capabilities = new KnownCapabilities(() => {
    const { capabilities } = this;
    if (capabilities) this.#emit("ag-ui-capabilities-changed", { capabilities });
  });
  readonly #approvals = new Approvals((type, detail) => this.#emit(type, detail));
  readonly #tools: ElementTools<Own>;
  readonly #thread: CurrentThread;
  readonly #kept: KeptThread;
  #stopAsking: (() => void) | undefined;

  /**
   * @param featuresOf makes the features.
   * @param properties names what they can be set by.
   */
  constructor(featuresOf: (host: FeatureHost) => Own, properties: readonly string[]) {
    super();
    this.#tools = new ElementTools(this, this.#approvals, featuresOf);
    this.#thread = new CurrentThread(this.#host, () =>
      this.#emit("ag-ui-messages-changed", { messages: shownCopy(this.messages) }),
    );
    this.#kept = new KeptThread(this, this.#thread, {
      tools: () => this.#tools.offered,
      offer: () => this.#offer(),
    });
    const early = takeOwnProperties(this, properties);
    this.url = this.getAttribute?.("url") ?? "";
    this.protocol = this.getAttribute?.("protocol");
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
    if (name === "protocol") this.protocol = value;
    if (name === "thread-id") this.threadId = value;
    if (name === "open-calls") this.openCalls = value as OpenCallsPolicy;
    if (name === "result-parts") this.resultParts = value as ResultParts;
    if (name === "max-rounds") this.maxRounds = value?.trim() ? Number(value) : defaultRounds;
  }

  /**
   * What the agent at `url` speaks: `"ag-ui"` unless something else is set, or `"a2a"`, once `ag-ui-lit/a2a` is imported. Setting
   * another abandons the conversation with the element's own agent at once, as setting `agent` does.
   */
  get protocol(): string {
    return this.#thread.protocol;
  }

  set protocol(protocol: string | null | undefined) {
    const isDefault = protocol === null || protocol === undefined || protocol === "";
    this.#thread.setProtocol(isDefault ? "ag-ui" : String(protocol));
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

  /**
   * What becomes of open calls when a message is sent: calls without an answer, as a thread may have that was restored.
   * Their tools don't run, and the agent is told that it is not known whether they ran before (`"answer"`, the default); they run first
   * (`"run"`), or are settled by the page (`"offer"`: see `settleOpenCalls()`). Any other value counts as `"answer"`, with a warning.
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

  /**
   * How media in a tool's result reach the agent (`toolResult([…])`, images of MCP servers, screenshots): as content parts where
   * the agent takes them (`"auto"`, the default: its `capabilities` say so, or say nothing and the backend speaks AG-UI 1.0),
   * `"always"`, or `"never"`. Otherwise a line of text says what is missing. Any other value counts as `"auto"`, with a warning.
   */
  get resultParts(): ResultParts {
    return this.#resultParts;
  }

  set resultParts(policy: ResultParts | null | undefined) {
    this.#resultParts = resultPartsOf(policy);
  }

  /** The tools the agent is offered; what `registryContext` provides when none is set, else the global registry. */
  get registry(): ToolRegistry {
    return this.#tools.registry;
  }

  set registry(registry: ToolRegistry | null | undefined) {
    this.#tools.registry = registry;
  }

  /** What runs the tools; what `managerContext` provides when none is set, else one of its own. */
  get manager(): ToolExecutionManager {
    return this.#tools.manager;
  }

  set manager(manager: ToolExecutionManager | null | undefined) {
    this.#tools.manager = manager;
  }

  /** The thread. Setting another abandons the old one at once: its run is stopped, its late results are dropped. */
  get threadId(): string {
    return this.#thread.conversation.agent.threadId;
  }

  set threadId(threadId: string | null | undefined) {
    const isAny = threadId === null || threadId === undefined || threadId === "";
    this.#thread.setThreadId(isAny ? undefined : String(threadId));
  }

  /** The AG-UI agent that is talked to: an `HttpAgent` for `url`, or whatever was set. */
  get agent(): AbstractAgent {
    return this.#thread.conversation.agent;
  }

  set agent(given: AbstractAgent | null | undefined) {
    const agent = agentOf(given);
    if (agent === this.#thread.existing?.agent) return;
    this.#thread.setAgent(agent);
    this.#offer();
  }

  /**
   * The messages of the thread. May be set while nothing runs, to restore a thread: they are copied, and may be the
   * values of a reactive library.
   *
   * @throws {TypeError} that names what is no message, or can't be sent.
   */
  get messages(): Message[] {
    return this.#thread.conversation.messages;
  }

  set messages(messages: Message[]) {
    if (this.isRunning) {
      throw new Error(
        "<ag-ui-agent>: messages can't be set while the agent runs; abort() it first.",
      );
    }
    this.#thread.conversation.messages = readMessages(messages);
    this.#offer();
  }

  /**
   * The state shared with the backend. May be set at any time: it is copied, sent with the next run, and reported by
   * `ag-ui-state-changed`. While arguments are written that the backend calls a prediction of it (`PredictState`), it
   * shows what they say so far; that is never sent.
   *
   * @throws {TypeError} that names what can't be sent.
   * @example
   * ```ts
   * agent.state = { ...agent.state, city: "Lima" };
   * ```
   */
  get state(): State {
    return this.#thread.conversation.state;
  }

  set state(state: State) {
    this.#thread.conversation.state = state;
  }

  /** What the page tells the agent with every run, besides what `addContext()` and `ag-ui-context-add` added. */
  get context(): readonly ContextEntry[] {
    return this.#context.entries;
  }

  /** @throws {TypeError} that names what is no entry. */
  set context(entries: readonly ContextEntry[] | null | undefined) {
    this.#context.entries = entries;
  }

  /** Sent with every run as it is, for the backend alone: an object of JSON values. It is copied when it is set. */
  get forwardedProps(): Readonly<Record<string, unknown>> | undefined {
    return this.#forwardedProps;
  }

  /** @throws {TypeError} that names what can't be sent. */
  set forwardedProps(props: Readonly<Record<string, unknown>> | null | undefined) {
    this.#forwardedProps = readForwardedProps(props);
  }

  /**
   * What is known of the agent's abilities: what the page has set, else what the agent's `getCapabilities()` says, which is
   * asked when this is first read (`ag-ui-capabilities-changed` follows). `undefined`, and each field that is absent, means
   * unknown.
   *
   * @example
   * ```ts
   * agent.capabilities = { multimodal: { input: { image: true, audio: false } } };
   * ```
   */
  get capabilities(): AgentCapabilities | undefined {
    return this.#capabilities.of(this.#thread.conversation.agent);
  }

  /** @throws {TypeError} when it is no object of JSON values. */
  set capabilities(capabilities: AgentCapabilities | null | undefined) {
    this.#capabilities.given = capabilities;
    const now = this.capabilities;
    if (capabilities && now) this.#emit("ag-ui-capabilities-changed", { capabilities: now });
  }

  /** Whether a message's loop is under way, tools included. */
  get isRunning(): boolean {
    return this.#thread.existing?.isRunning ?? false;
  }

  /** What the backend waits for; see `resume()`. */
  get pendingInterrupts(): readonly Interrupt[] {
    return this.#thread.conversation.pendingInterrupts;
  }

  /**
   * The page's own steps on the way of every call of this element: of its agent, of the subagents and batches that it starts, and of the
   * browser's agent where the element exposes its tools. They run outside of the steps of its manager.
   *
   * @example
   * ```ts
   * agent.calls.use(async (call, next) => {
   *   const outcome = await next();
   *   console.log(call.origin.kind, call.toolName, outcome.success);
   *   return outcome;
   * });
   * ```
   */
  get calls(): CallSteps {
    return this.#tools.calls;
  }

  /**
   * For tools that run others: not for calling.
   * @ignore
   */
  get [approverOf](): Approver {
    return this.#approvals;
  }

  /**
   * For what keeps threads: not for calling.
   * @ignore
   */
  get [threadAccess](): ThreadAccess {
    return this.#kept;
  }

  /** The calls that wait for a person's approval, oldest first; see `respondToApproval()`. */
  get pendingApprovals(): readonly ApprovalRequest[] {
    return this.#approvals.pending;
  }

  /**
   * The open calls of the thread: those that have no answer, and that no interrupt holds back. None while the agent runs.
   * See `settleOpenCalls()`.
   */
  get pendingOpenCalls(): readonly OpenCall[] {
    return this.#thread.conversation.openCalls;
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
    refuseUnknown("sendMessage()", options ?? {}, ["interrupt"]);
    const sent = readContent(content);
    if (typeof sent !== "string") checkTakes(sent, this.capabilities);
    return this.#thread.conversation.send(sent, options ?? {});
  }

  /**
   * Changes the state: by JSON Patch operations (RFC 6902), or by a function that changes a copy of it or returns another.
   * At any time, also while the agent runs: what the backend sends meanwhile is applied in order, and a snapshot of the
   * backend's does not undo it.
   *
   * @throws {TypeError} when an operation does not apply or can't be sent; the state is then what it was. What the
   * function throws.
   * @example
   * ```ts
   * agent.patchState([{ op: "add", path: "/todos/-", value: "Buy tea" }]);
   * agent.patchState((draft) => {
   *   draft.todos.push("Buy tea");
   * });
   * ```
   */
  patchState<T = State>(change: StateChange<T>): void {
    this.#thread.conversation.patchState(change);
  }

  /**
   * Tells the agent something with every run, until it is removed.
   *
   * @throws {TypeError} when it is no entry.
   * @example
   * ```ts
   * const { signal } = new AbortController();
   * agent.addContext({ description: "The open page", value: () => location.pathname }, { signal });
   * ```
   */
  addContext(entry: ContextEntry, options?: AddContextOptions): ContextRegistration {
    return this.#context.add(entry, options);
  }

  /** Stops the run and its tools, and drops what waits to be sent. Tools under way are answered as cancelled. */
  abort(): void {
    this.#thread.existing?.abort();
  }

  /**
   * Takes up a run that goes on at its server, as after a reload: its events are applied from the first one on, so set
   * `messages` and `state` before to what they were when `ag-ui-run-started` was dispatched. Then the tools that it
   * asked for are run, and the agent goes on, as after `sendMessage()`. For agents at `url` whose `ag-ui-run-started`
   * said `isResumable`.
   *
   * Resolves with `outcome: "failed"` and an `error` of code `http`, with its `status`, for a run that the server does
   * not have (404), or can't give again (410).
   *
   * @example
   * ```ts
   * agent.threadId = saved.threadId;
   * agent.messages = saved.messages;
   * await agent.reattach({ runId: saved.runId });
   * ```
   */
  async reattach(options: ReattachOptions): Promise<SendResult> {
    const runId = runToAttach(options);
    const { conversation } = this.#thread;
    if (conversation.transport) return conversation.reattach(runId);
    throw new Error("<ag-ui-agent>: reattach() needs an AG-UI agent at url.");
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
    const current = this.#thread.conversation;
    // A failure to load is reported when the run begins.
    if (!isReady()) await this.#load().catch(() => {});
    await preparePayloadChecks(current.agent.pendingInterrupts);
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
   * Settles the open calls, each as the page decided: its tool runs, or it is answered with a result or as
   * declined. Then the agent goes on from there.
   *
   * Rejects before anything is done when no call is open, an interrupt waits for `resume()`, or a decision is missing,
   * unknown, none, or by an id that several of the calls have.
   *
   * @param decisions by `openCallId`; or by `toolCallId`, where no other open call has it.
   * @example
   * ```ts
   * const no = { decision: "decline", reason: "That was yesterday." } as const;
   * const decisions = agent.pendingOpenCalls.map(({ openCallId }) => [openCallId, no] as const);
   * await agent.settleOpenCalls(Object.fromEntries(decisions));
   * ```
   */
  async settleOpenCalls(
    decisions: Readonly<Record<string, OpenCallDecision>>,
  ): Promise<SendResult> {
    const current = this.#thread.conversation;
    if (current.pendingInterrupts.length > 0) {
      throw new Error(
        "<ag-ui-agent>: the agent waits for resume(): open calls can't be settled now.",
      );
    }
    return current.settle(readDecisions(current.openCalls, decisions));
  }

  /**
   * Registers a tool with this element's registry: at once when what it needs is loaded, else as soon as it is. See the
   * package's `registerTool()`.
   *
   * @returns a promise of the registration. It rejects with a `ToolDefinitionError` when the definition breaks a rule, and
   * when the JSON Schema module that it needs can't be loaded.
   */
  registerTool<TArgs = Record<string, unknown>>(
    definition: ToolDefinition<TArgs>,
    options?: RegisterOptions,
  ): Promise<ToolRegistration> {
    return registerEarly(() => this.registry, definition, options);
  }

  /**
   * Removes a tool from this element's registry by its name or its id, also one that waits to be registered; says whether there
   * was one.
   */
  unregisterTool(nameOrId: string): boolean {
    return unregisterEarly(() => this.registry, nameOrId);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tools.connect(this.ownerDocument);
    this.#context.connect(this.ownerDocument);
    this.#stopAsking ??= watchQuestions(() => this.#isAsking);
    this.#load().catch(reportLoadFailure);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#tools.disconnect();
    this.#context.disconnect();
    this.#stopAsking?.();
    this.#stopAsking = undefined;
  }

  /** Returns true if an interrupt, or calls that the page is offered to settle, wait for a person. Approvals count by themselves. */
  get #isAsking(): boolean {
    const conversation = this.#thread.existing;
    if (!conversation || conversation.isRunning || !isShown(this)) return false;
    if (conversation.pendingInterrupts.length > 0) return true;
    return this.#openCalls === "offer" && conversation.openCalls.length > 0;
  }

  /** Renders nothing, and into the light DOM: what the page puts inside stays as it is. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** What it is given beside the conversation with its backend. */
  protected get features(): Own {
    return this.#tools.features;
  }

  /** To be called when what a feature goes by has changed. */
  protected featuresChanged(): void {
    this.#tools.changed();
  }

  /** Reports the calls that the page may settle. */
  #offer(): void {
    if (this.#openCalls !== "offer") return;
    const calls = this.#thread.existing?.openCalls ?? [];
    if (calls.length > 0) this.#emit("ag-ui-open-calls", { calls });
  }

  readonly #emit: Emit = (type, detail) => {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };

  readonly #load = (): Promise<void> => (isReady() ? Promise.resolve() : loadCore());

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
        return element.#tools.offered;
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
      origin: originWith(
        { kind: "agent", depth: 0 },
        { approver: this.#approvals, steps: this.calls },
      ),
      get openCalls() {
        return element.openCalls;
      },
      emit: this.#emit,
      context: () => element.#context.now(),
      get forwardedProps() {
        return element.forwardedProps;
      },
      get resultParts() {
        return element.resultParts;
      },
      get capabilities() {
        return element.capabilities;
      },
      get log() {
        return element.#kept.log;
      },
      admit: () => element.#kept.admit(),
      ready: this.#load,
      arriving: () => (isAwaited(element.registry) ? loadNeeds() : undefined),
    };
  }
}

/** Returns true if an element is in a document that a window shows: a frame may be gone with it. */
function isShown(element: Element): boolean {
  return element.isConnected && element.ownerDocument.defaultView !== null;
}

let hasReportedLoadFailure = false;

/** Once: the next message tries again and fails with it, but nobody may listen, and the tools are missing until then. */
function reportLoadFailure(error: unknown): void {
  if (hasReportedLoadFailure) return;
  hasReportedLoadFailure = true;
  console.error("<ag-ui-agent>:", error);
}

/** Sets what a page set before the element was defined. A fault is the page's, and reported as one of a later time would be. */
function setEarly(element: HTMLElement, name: string, value: unknown): void {
  try {
    Reflect.set(element, name, value);
  } catch (fault) {
    reportError(fault);
  }
}
