import { type AbstractAgent, HttpAgent, type RunAgentParameters, randomUUID } from "@ag-ui/client";
import type {
  AgentCapabilities,
  Context,
  Interrupt,
  Message,
  ResumeEntry,
  State,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "@ag-ui/core";
import type { CallableTools } from "../../calls/callable-tools.js";
import { messageOf } from "../../codec/describe.js";
import { isObject } from "../../codec/safe-read.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import { headersOfRun } from "../../execution/run-of-calls.js";
import type { CallOrigin, RunOfCalls } from "../../tools/call-origin.js";
import {
  notRunMessage,
  restoredMessage,
  resultMessage,
  unknownMessage,
} from "../answers/answer.js";
import type { CallLog, Restore, RestoredCall } from "../answers/call-log.js";
import {
  type OpenCallDecisions,
  OpenCallIds,
  type OpenCallsPolicy,
  openCall,
  settlement,
} from "../answers/open-calls.js";
import type { ResultParts } from "../answers/result-parts.js";
import { withDistinctIds } from "../answers/resume.js";
import { RunError } from "../errors/run-error.js";
import type { OpenCall } from "../events/details.js";
import type { Emit } from "../events/event-map.js";
import type { RunLimits } from "../limits/limits.js";
import { yieldWhenLong } from "../scheduling/yield-to-page.js";
import { SharedState } from "../state/shared-state.js";
import { failureOf } from "../stream/apply/apply-calls.js";
import { type AgentHeaders, requestHeaders } from "../stream/headers.js";
import type { Transport } from "../stream/transport.js";
import type { PendingCalls } from "../thread/pending-calls.js";
import { Thread } from "../thread/thread.js";
import { shownCopy } from "../values/shown-copy.js";
import { type LoopHost, runLoop, type SendResult } from "./loop.js";
import type { RunOutcome } from "./run-request.js";
import { Runner } from "./runner.js";
import { type KeptRun, type TakeUpHost, takeUp } from "./take-up.js";
import { type NotRunDetail, ThreadAnswers, type ToolAccess } from "./thread-answers.js";
import { Turns } from "./turns.js";

/** What a conversation takes from its element, or whoever else holds it. Read when it is needed, so a change counts from the next run. */
export interface ConversationHost {
  readonly url: string;
  readonly headers: AgentHeaders;
  readonly registry: CallableTools;
  readonly manager: ToolExecutionManager;
  /** Who is asked about a call, and where it stands; does not change. */
  readonly origin: CallOrigin;
  readonly maxRounds: number;
  readonly limits: RunLimits;
  readonly openCalls: OpenCallsPolicy;
  readonly emit: Emit;
  /** What the page says about itself when a run starts. */
  context?(): Context[];
  /** What is sent with every run, for the backend alone. */
  readonly forwardedProps?: unknown;
  /** How media in results travel; `auto` when absent. */
  readonly resultParts?: ResultParts;
  /** What is known of the agent's abilities. The first look may ask it. */
  readonly capabilities?: AgentCapabilities | undefined;
  /** Records the calls that the page answers; `undefined` where nothing is recorded. */
  readonly log?: CallLog | undefined;
  /** Resolves when a loop may begin; rejects with the reason why it may not. */
  admit?(): Promise<void> | undefined;
  /** Resolves when tools can be run. */
  ready(): Promise<void>;
  /** Resolves when the tools that wait for what they need are there, or can't be; nothing when none does. Never rejects. */
  arriving(): Promise<void> | undefined;
}

/** How a message is sent. */
export interface SendOptions {
  /**
   * Sends it at once. What is under way is stopped, and what is pending, tools that run and interrupts of the backend,
   * is answered as cancelled in the same request. Messages that wait keep their order behind it.
   */
  readonly interrupt?: boolean | undefined;
}

/** One thread: sends messages one after the other, and for each runs the agent until it needs no more tools. */
export class Conversation {
  readonly agent: AbstractAgent;
  /** What the element's own agent talks through. */
  readonly transport: Transport | undefined;
  readonly #host: ConversationHost;
  readonly #thread: Thread;
  readonly #answers: ThreadAnswers;
  readonly #state: SharedState;
  readonly #runner: Runner;
  readonly #turns: Turns;
  #isAbandoned = false;
  /** What the backend says that it speaks. */
  #protocolVersion: string | undefined;
  #openCallIds = new OpenCallIds();
  /** The last one: what is open was asked for by it. */
  #lastRun: RunOfCalls | undefined;
  /** The first event of the run that is taken up has come. */
  #hasStarted = false;
  /** What `resume()` answers in a turn that has not ended. */
  #answering: readonly Interrupt[] | undefined;

  constructor(host: ConversationHost, agent: AbstractAgent, transport?: Transport) {
    this.#host = host;
    this.agent = agent;
    this.transport = transport;
    this.#runner = new Runner(agent, transport);
    const ready = async (): Promise<void> => {
      await host.ready();
      await host.arriving();
    };
    const admit = (): Promise<void> | undefined => host.admit?.();
    this.#turns = new Turns(agent, { admit, ready, emit: this.#emit });
    this.#thread = new Thread(
      agent,
      () => this.#host.limits.argumentsLength,
      () =>
        // The list itself is the page's to add to.
        this.#emit("ag-ui-messages-changed", { messages: [...agent.messages] }),
    );
    this.#answers = new ThreadAnswers(this.#thread, host.origin, this.#emit, () => {
      const { resultParts = "auto" } = host;
      const protocolVersion = this.#protocolVersion;
      return {
        resultParts,
        protocolVersion,
        get capabilities() {
          return host.capabilities;
        },
      };
    });
    this.#state = new SharedState(agent, this.#emit);
  }

  /** The messages of the thread. */
  get messages(): Message[] {
    return this.#thread.messages;
  }

  set messages(messages: readonly Message[]) {
    this.#openCallIds = new OpenCallIds();
    this.#answers.clear();
    this.#thread.messages = messages;
  }

  /** The state that the page and the backend share. */
  get state(): State {
    return this.#state.value;
  }

  set state(state: State) {
    this.#state.value = state;
  }

  /** A change of the state by the page. @throws {TypeError} when it can't be made. */
  patchState(change: unknown): void {
    this.#state.patch(change);
  }

  /** What the backend waits for. */
  get pendingInterrupts(): Interrupt[] {
    return withDistinctIds(this.#thread.pendingInterrupts);
  }

  /** Whether a loop is under way or waits. */
  get isRunning(): boolean {
    return this.#turns.isRunning;
  }

  /** The calls that have no answer and that no interrupt holds back. None while a loop is under way. */
  get openCalls(): OpenCall[] {
    if (this.isRunning) return [];
    return this.#thread.openCalls.map((call) =>
      this.#thread.shown(openCall(call, this.#openCallIds.of(call.id))),
    );
  }

  /** Whether calls have no answer that no interrupt holds back, also while a loop waits to begin. */
  get hasOpenCalls(): boolean {
    return this.#thread.openCalls.length > 0;
  }

  /** Begins an empty thread with the agent of an abandoned one, whatever that one still does to it. */
  startOver(): void {
    this.messages = [];
    this.#turns.tidy(() => this.#thread.rewrite());
  }

  /** Sends a user message when everything sent before is done, or at once. */
  send(content: UserMessage["content"], options: SendOptions = {}): Promise<SendResult> {
    const thread = this.#thread;
    const isUrgent = Boolean(options.interrupt);
    const loop = async (signal: AbortSignal): Promise<SendResult> => {
      const held = this.agent.pendingInterrupts;
      if (held.length > 0 && !isUrgent) throw new RunError("protocol", waitsForAnswer(held.length));
      thread.adoptChanges();
      const runsFirst = this.#host.openCalls === "run" && !isUrgent;
      if (!runsFirst) this.#answers.leave(thread.openCalls);
      const putBack = thread.ask(content);
      if (runsFirst) await this.#runTools(this.#ours(thread.openCalls), this.#host, signal);
      if (signal.aborted) return { outcome: "aborted" };
      if (held.length === 0) return this.#loop({}, signal);
      const resumed = await this.#loop({ resume: this.#cancel(held) }, signal);
      // Some backends, as LangGraph, only resume, and forget what was said beside it: it is said once more.
      const isForgotten = putBack();
      return isForgotten && resumed.outcome === "finished" ? this.#loop({}, signal) : resumed;
    };
    return this.#turns.enqueue({ loop, isUrgent, passed: () => void thread.ask(content) });
  }

  /**
   * Continues an interrupted run with an answer to every interrupt. Calls of the page's tools that stand beside them
   * are answered on the way: no later run lists them again. Other calls may be what the interrupts are about.
   *
   * @throws {Error} when they are being answered already.
   */
  resume(resume: NonNullable<RunAgentParameters["resume"]>): Promise<SendResult> {
    // The client makes a new list for each run that is interrupted.
    const asked = this.agent.pendingInterrupts;
    if (this.#answering === asked)
      throw new Error("<ag-ui-agent>: the interrupts are answered already.");
    this.#answering = asked;
    const loop = async (signal: AbortSignal): Promise<SendResult> => {
      if (this.agent.pendingInterrupts !== asked) throw new RunError("protocol", answeredMeanwhile);
      this.#thread.adoptChanges();
      this.#thread.decline(resume);
      const { openCalls, openCallsOfTurn } = this.#thread;
      const ofNow = new Set(openCallsOfTurn.map(({ id }) => id));
      this.#answers.leave(openCalls.filter(({ id }) => !ofNow.has(id)));
      const { ours } = this.#ours(openCallsOfTurn);
      if (ours.length > 0) await this.#runTools({ ...noCalls, ours }, this.#host, signal);
      return signal.aborted ? { outcome: "aborted" } : this.#loop({ resume }, signal);
    };
    return this.#turns.enqueue({ loop }).finally(() => {
      if (this.#answering === asked) this.#answering = undefined;
    });
  }

  /**
   * Takes up a run that was begun earlier and that its server keeps: its events are applied from the first one on, to
   * the messages as they were before the run. Then its calls are run, as those of any run.
   */
  reattach(runId: string): Promise<SendResult> {
    const loop = (signal: AbortSignal): Promise<SendResult> => {
      // The run answers earlier questions.
      this.agent.pendingInterrupts = [];
      return this.#loop({}, signal, { runId });
    };
    return this.#turns.enqueue({ loop });
  }

  /**
   * Takes up the run that was under way when a restored thread was stored, and goes on with the agent.
   *
   * @param restore decides on the calls that the run asks for: an earlier page may have begun them.
   * @param recover does the same for the thread as it is shown, where the server does not have the run any more.
   */
  takeUp(run: KeptRun, restore: Restore, recover: Restore): Promise<SendResult> {
    const { messages: before } = this.agent;
    const [length, last] = [before.length, before.at(-1)?.id];
    const loop = (signal: AbortSignal): Promise<SendResult> => {
      const { messages: now } = this.agent;
      const isAsRestored = now.length === length && now.at(-1)?.id === last;
      return takeUp(run, this.#takeUpHost({ restore, recover, signal }), isAsRestored);
    };
    return this.#turns.enqueue({ loop });
  }

  /** Asks the server to stop a run that this page does not follow. Resolves when it has answered; never rejects. */
  async stopKept(runId: string): Promise<void> {
    const { threadId } = this.agent;
    await this.transport?.stopKept(this.#host.url, { threadId, runId });
  }

  /** Does with the open calls what the page decided, and goes on with the agent. */
  settle(decided: OpenCallDecisions): Promise<SendResult> {
    const thread = this.#thread;
    const ids = this.#openCallIds;
    const loop = async (signal: AbortSignal): Promise<SendResult> => {
      thread.adoptChanges();
      const settled = settlement(thread.openCalls, decided, ({ id }) => ids.of(id));
      thread.answer([
        ...settled.answer.map(({ call, result }) => resultMessage(call, result)),
        ...settled.decline.map(({ call, why }) => notRunMessage(call, why)),
      ]);
      await this.#runTools(this.#ours(settled.run), this.#host, signal);
      return signal.aborted ? { outcome: "aborted" } : this.#loop({}, signal);
    };
    return this.#turns.enqueue({ loop });
  }

  /**
   * Restores a thread in the place of this one's contents, also while loops wait to begin. The loop under way must
   * have ended.
   *
   * @param messages as the page knows them, checked.
   */
  restore(messages: readonly Message[], state: State, interrupts: readonly Interrupt[]): void {
    this.messages = messages;
    this.state = state;
    this.agent.pendingInterrupts = [...interrupts];
  }

  /** Answers or runs the open calls of a restored thread, and goes on with the agent, unless it waits for the page. */
  recover(restore: Restore): Promise<SendResult> {
    return this.#turns.enqueue({ loop: (signal) => this.#recover(restore, signal) });
  }

  async #recover(restore: Restore, signal: AbortSignal): Promise<SendResult> {
    const thread = this.#thread;
    thread.adoptChanges();
    const open = thread.openCalls;
    // A message that was sent meanwhile has answered the calls, and the agent has read the answers.
    const isRead = this.agent.messages.at(-1)?.role !== "tool";
    if (open.length === 0 && isRead) return { outcome: "finished" };
    const { run, isOffering } = await this.#restoredCalls(open, restore, signal);
    if (signal.aborted) return { outcome: "aborted" };
    await this.#runTools(this.#ours(run), this.#host, signal);
    if (signal.aborted) return { outcome: "aborted" };
    const isHeld = isOffering || this.agent.pendingInterrupts.length > 0;
    return isHeld ? { outcome: "interrupted" } : this.#loop({}, signal);
  }

  /** Answers those of the calls whose end, or whose fate, is known; the others run, or the page settles them. */
  async #restoredCalls(
    calls: readonly ToolCall[],
    restore: Restore,
    signal: AbortSignal,
  ): Promise<{ readonly run: ToolCall[]; readonly isOffering: boolean }> {
    const restored = await restore(
      calls.map((call) => this.#restoredCall(call)),
      signal,
    );
    const run: ToolCall[] = [];
    if (signal.aborted) return { run, isOffering: false };
    const answers: ToolMessage[] = [];
    let isOffering = false;
    for (const call of calls) {
      const one = restored.get(call.id);
      if (one?.do === "run") run.push(call);
      else if (one?.do === "offer") isOffering = true;
      else answers.push(one?.do === "answer" ? restoredMessage(call, one) : unknownMessage(call));
    }
    this.#thread.answer(answers);
    return { run, isOffering };
  }

  #takeUpHost({
    restore,
    recover,
    signal,
  }: {
    readonly restore: Restore;
    readonly recover: Restore;
    readonly signal: AbortSignal;
  }): TakeUpHost {
    const conversation = this;
    this.#hasStarted = false;
    return {
      get shown() {
        const { messages, agent } = conversation;
        return { messages, state: agent.state, interrupts: [...agent.pendingInterrupts] };
      },
      show: ({ messages, state, interrupts }) => this.restore(messages, state, interrupts),
      follow: (runId) => this.#loop({}, signal, { runId, restore }),
      hasStarted: () => this.#hasStarted,
      stop: (runId) => this.stopKept(runId),
      recover: () => this.#recover(recover, signal),
    };
  }

  #restoredCall({ id: alias, function: { name, arguments: argsText } }: ToolCall): RestoredCall {
    const { threadId } = this.agent;
    const messageId = this.#thread.known(alias).call?.messageId ?? alias;
    const toolCallId = this.#thread.idOf({ id: alias } as ToolCall);
    return { alias, place: { threadId, messageId }, toolCallId, toolName: name, argsText };
  }

  /** Stops what is under way and what waits; running tools are cancelled and answered so. */
  abort(): void {
    this.#turns.abort();
  }

  /** The same, but a run that its server keeps goes on there: another tab takes it up. */
  leave(): void {
    this.transport?.leave();
    this.abort();
  }

  /** Stops everything and falls silent: another thread has taken its place. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#thread.close();
    this.abort();
    this.#runner.close();
  }

  readonly #emit: Emit = (type, detail) => {
    if (this.#isAbandoned) return;
    this.#answers.note(type, detail);
    if (type === "ag-ui-run-started") this.#hasStarted = true;
    if (type === "ag-ui-tool-call-error") {
      this.#answers.tellNotRun(detail as NotRunDetail, this.#host.manager, this.#lastRun);
    }
    this.#host.emit(type, this.#thread.shown(detail));
    this.#state.note(type, detail);
  };

  /** @param attached a run that goes on already, in place of the first. */
  #loop(
    first: RunAgentParameters,
    signal: AbortSignal,
    attached?: AttachedRun,
  ): Promise<SendResult> {
    const thread = this.#thread;
    let rounds = 0;
    // Of a run that an earlier page has followed, also the calls may have begun there.
    const restore = (): Restore | undefined => (rounds === 1 ? attached?.restore : undefined);
    const offered = new Set<string>();
    let tools: ToolAccess = this.#host;
    let firstRunId: string | undefined;
    const host: LoopHost = {
      maxRounds: () => this.#host.maxRounds,
      run: (parameters) => {
        const { registry, manager, log } = this.#host;
        tools = { registry, manager, log };
        rounds += 1;
        const isAttached = rounds === 1 && attached !== undefined;
        const runId = isAttached ? attached.runId : randomUUID();
        firstRunId ??= runId;
        this.#lastRun = { threadId: this.agent.threadId, runId, correlationId: firstRunId };
        return this.#run(parameters, tools, { run: this.#lastRun, signal, offered, isAttached });
      },
      pending: ({ listed }) => thread.pending(listed, offered),
      open: () => thread.openCallsOfTurn,
      runTools: async (calls) => {
        const restored = restore();
        if (!restored) return this.#runTools(calls, tools, signal);
        const { run, isOffering } = await this.#restoredCalls(calls.ours, restored, signal);
        if (signal.aborted) return false;
        await this.#runTools({ ...calls, ours: run }, tools, signal);
        return !isOffering && thread.holds(calls.ours);
      },
      refuse: (calls, why) => {
        if (restore()) this.#answers.leaveUnknown(calls);
        else this.#answers.abandon(calls, why, (name) => offered.has(name));
      },
      interrupted: () =>
        this.#emit("ag-ui-interrupt", {
          interrupts: shownCopy(withDistinctIds(this.agent.pendingInterrupts)),
        }),
    };
    return runLoop(host, signal, first).finally(() => {
      this.#state.endTurn();
      this.#answers.release();
    });
  }

  #runTools(calls: PendingCalls, access: ToolAccess, signal: AbortSignal): Promise<boolean> {
    return this.#answers.run(calls, access, signal, this.#lastRun);
  }

  async #run(
    parameters: RunAgentParameters,
    { registry, manager }: ToolAccess,
    { run, signal, offered, isAttached }: RunOfLoop,
  ): Promise<RunOutcome> {
    const { agent } = this;
    if (agent instanceof HttpAgent && this.transport) {
      agent.url = this.#host.url;
      // What the page sets itself counts.
      agent.headers = { ...headersOfRun(manager, run), ...requestHeaders(this.#host.headers) };
      const { traceparent } = agent.headers;
      if (traceparent !== undefined) run.traceparent = traceparent;
    }
    const arriving = this.#host.arriving();
    if (arriving) await arriving;
    const tools = usable(() => registry.toAgUiTools());
    for (const { name } of tools) offered.add(name);
    await yieldWhenLong(agent.messages);
    this.#thread.adoptChanges();
    await yieldWhenLong(agent.messages);
    const outcome = await this.#runner.run({
      runId: run.runId,
      isAttached,
      isResumable: () => this.transport?.isResumable ?? false,
      parameters: { ...parameters, tools, ...this.#said() },
      signal,
      emit: this.#emit,
      streamed: this.#answers.stream({ registry, manager }),
      limits: this.#host.limits,
      maxRuns: this.#host.maxRounds + 1,
      takeChanges: () => this.#thread.takeChanges(),
      stateChanged: () => this.#state.report(),
      speaks: (protocolVersion) => {
        this.#protocolVersion = protocolVersion;
      },
      answered: (event) => {
        const { toolCallId, content } = event;
        const error = failureOf(event);
        this.#answers.reportEnd(toolCallId, { content, ...(error !== undefined && { error }) });
      },
    });
    await yieldWhenLong(agent.messages);
    this.#thread.settle();
    await yieldWhenLong(agent.messages);
    const changes = this.#thread.takeChanges();
    if (changes.length > 0) this.#emit("ag-ui-history-changed", { changes: shownCopy(changes) });
    this.#answers.reportEnds();
    return outcome;
  }

  /** What the page says in addition to its messages. */
  #said(): Pick<RunAgentParameters, "context" | "forwardedProps"> {
    const { forwardedProps } = this.#host;
    const context = this.#host.context?.() ?? [];
    return {
      ...(context.length > 0 && { context }),
      ...(isObject(forwardedProps) && { forwardedProps }),
    };
  }

  /** Open calls, sorted by whether the page has their tools. */
  #ours(calls: readonly ToolCall[]): PendingCalls {
    const has = (call: ToolCall): boolean =>
      usable(() => this.#host.registry.has(call.function.name));
    return {
      ours: calls.filter(has),
      foreign: calls.filter((call) => !has(call)),
      declined: [],
    };
  }

  /** Answers interrupts as cancelled. */
  #cancel(interrupts: readonly Interrupt[]): ResumeEntry[] {
    const entries = interrupts.map(({ id }) => ({ interruptId: id, status: "cancelled" as const }));
    this.#thread.decline(entries);
    return entries;
  }
}

/** A run that goes on already. */
interface AttachedRun {
  readonly runId: string;
  /** Decides on its calls, where an earlier page may have begun them. */
  readonly restore?: Restore;
}

/** A run of a loop. */
interface RunOfLoop {
  readonly run: RunOfCalls;
  readonly signal: AbortSignal;
  /** The names of the tools that the loop was offered so far. */
  readonly offered: Set<string>;
  /** Whether it goes on at the server already. */
  readonly isAttached: boolean;
}

/** What the page's registry says. That it says nothing, as one that was freed or a Proxy of one, is no fault of the backend. */
function usable<Result>(ask: () => Result): Result {
  try {
    return ask();
  } catch (cause) {
    const message = `The page's registry can't be used: ${messageOf(cause)}`;
    throw new RunError("input", message, { cause });
  }
}

const answeredMeanwhile =
  "The interrupts wait no more: they were answered meanwhile. See pendingInterrupts.";

const noCalls: PendingCalls = { ours: [], foreign: [], declined: [] };

function waitsForAnswer(open: number): string {
  const what = open === 1 ? "an interrupt" : `${open} interrupts`;
  return (
    `The agent waits for the answer to ${what}: call resume() before sending another message, ` +
    "or cancel with { interrupt: true }."
  );
}
