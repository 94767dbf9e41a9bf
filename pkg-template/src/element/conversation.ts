import { type AbstractAgent, HttpAgent, type RunAgentParameters } from "@ag-ui/client";
import type { Interrupt, Message, ResumeEntry, ToolCall, UserMessage } from "@ag-ui/core";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolRegistry } from "../tools/registry.js";
import { AbortEach } from "./abort-each.js";
import {
  type AnswerContext,
  answerCall,
  notRunMessage,
  refuseCall,
  resultMessage,
} from "./answer.js";
import type { Approvals } from "./approval.js";
import { WrittenCalls } from "./call-arguments.js";
import { CallStatus } from "./call-status.js";
import type { Emit } from "./events.js";
import { type AgentHeaders, requestHeaders } from "./headers.js";
import { inTurns } from "./in-turns.js";
import type { RunLimits } from "./limits.js";
import { type LoopHost, runLoop, type SendResult } from "./loop.js";
import {
  leftBehind,
  type OpenCall,
  type OpenCallDecision,
  type OpenCallsPolicy,
  openCall,
  settlement,
} from "./open-calls.js";
import { turnWhenLong } from "./page-turn.js";
import type { PendingCalls } from "./pending-calls.js";
import { Runner, type RunOutcome } from "./run.js";
import { RunError } from "./run-error.js";
import { shownCopy } from "./shown-copy.js";
import { Thread } from "./thread.js";
import type { Transport } from "./transport.js";
import { Turns } from "./turns.js";

/** What a conversation takes from its element. Read when it is needed, so a change counts from the next run. */
export interface ConversationHost {
  readonly url: string;
  readonly headers: AgentHeaders;
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly approvals: Approvals;
  readonly maxRounds: number;
  readonly limits: RunLimits;
  readonly openCalls: OpenCallsPolicy;
  readonly emit: Emit;
  /** Resolves when tools can be run. */
  ready(): Promise<void>;
}

/** How a message is sent. */
export interface SendOptions {
  /**
   * Sends it at once. What is under way is stopped, and what is pending, tools that run and interrupts of the backend,
   * is answered as cancelled in the same request. Messages that wait keep their order behind it.
   */
  readonly interrupt?: boolean | undefined;
}

/** What runs the tools of a round: a change counts from the next run. */
type Toolbox = Pick<ConversationHost, "registry" | "manager">;

/** One thread: sends messages one after the other, and for each runs the agent until it needs no more tools. */
export class Conversation {
  readonly agent: AbstractAgent;
  /** What the element's own agent talks through. */
  readonly transport: Transport | undefined;
  readonly #host: ConversationHost;
  readonly #thread: Thread;
  readonly #runner: Runner;
  readonly #turns: Turns;
  #isAbandoned = false;
  /** What the last run wrote into its calls. */
  #written: WrittenCalls | undefined;

  constructor(host: ConversationHost, agent: AbstractAgent, transport?: Transport) {
    this.#host = host;
    this.agent = agent;
    this.transport = transport;
    this.#runner = new Runner(agent, transport);
    this.#turns = new Turns(agent, { ready: () => host.ready(), emit: this.#emit });
    this.#thread = new Thread(agent, () =>
      // The list itself is the page's to add to.
      this.#emit("ag-ui-messages-changed", { messages: [...agent.messages] }),
    );
  }

  /** The messages of the thread. */
  get messages(): Message[] {
    return this.#thread.messages;
  }

  set messages(messages: readonly Message[]) {
    this.#thread.messages = messages;
  }

  /** What the backend waits for. */
  get pendingInterrupts(): Interrupt[] {
    return this.#thread.pendingInterrupts;
  }

  /** Whether a loop is under way or waits. */
  get isRunning(): boolean {
    return this.#turns.isRunning;
  }

  /** The calls that have no answer and that no interrupt holds back. None while a loop is under way. */
  get unansweredCalls(): OpenCall[] {
    if (this.isRunning) return [];
    return this.#thread.unanswered.map((call) => this.#thread.shown(openCall(call)));
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
      if (!runsFirst) this.#refuse(thread.unanswered, leftBehind);
      const putBack = thread.ask(content);
      if (runsFirst) await this.#runTools(this.#ours(thread.unanswered), this.#host, signal);
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
   */
  resume(resume: NonNullable<RunAgentParameters["resume"]>): Promise<SendResult> {
    const loop = async (signal: AbortSignal): Promise<SendResult> => {
      this.#thread.adoptChanges();
      this.#thread.decline(resume);
      const { open, unanswered } = this.#thread;
      this.#refuse(
        unanswered.filter((call) => !open.includes(call)),
        leftBehind,
      );
      const { ours } = this.#ours(open);
      if (ours.length > 0) await this.#runTools({ ...noCalls, ours }, this.#host, signal);
      return signal.aborted ? { outcome: "aborted" } : this.#loop({ resume }, signal);
    };
    return this.#turns.enqueue({ loop });
  }

  /** Does with the open calls what the page decided, and goes on with the agent. */
  settle(decisions: Readonly<Record<string, OpenCallDecision>>): Promise<SendResult> {
    const thread = this.#thread;
    const loop = async (signal: AbortSignal): Promise<SendResult> => {
      thread.adoptChanges();
      const settled = settlement(thread.unanswered, decisions, (call) => thread.idOf(call));
      thread.answer([
        ...settled.answer.map(({ call, result }) => resultMessage(call, result)),
        ...settled.decline.map(({ call, why }) => notRunMessage(call, why)),
      ]);
      await this.#runTools(this.#ours(settled.run), this.#host, signal);
      return signal.aborted ? { outcome: "aborted" } : this.#loop({}, signal);
    };
    return this.#turns.enqueue({ loop });
  }

  /** Stops what is under way and what waits; running tools are cancelled and answered so. */
  abort(): void {
    this.#turns.abort();
  }

  /** Stops everything and falls silent: another thread has taken its place. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#thread.close();
    this.abort();
    this.#runner.close();
  }

  readonly #emit: Emit = (type, detail) => {
    if (!this.#isAbandoned) this.#host.emit(type, this.#thread.shown(detail));
  };

  #loop(first: RunAgentParameters, signal: AbortSignal): Promise<SendResult> {
    const thread = this.#thread;
    const offered = new Set<string>();
    let tools: Toolbox = this.#host;
    const host: LoopHost = {
      maxRounds: () => this.#host.maxRounds,
      run: (parameters) => {
        const { registry, manager } = this.#host;
        tools = { registry, manager };
        return this.#run(parameters, tools, signal, offered);
      },
      pending: ({ listed }) => thread.pending(listed, offered),
      open: () => thread.open,
      runTools: (calls) => this.#runTools(calls, tools, signal),
      refuse: (calls, why) => this.#refuse(calls, why),
      interrupted: () =>
        this.#emit("ag-ui-interrupt", { interrupts: shownCopy(this.agent.pendingInterrupts) }),
    };
    return runLoop(host, signal, first).finally(() => this.#written?.free());
  }

  async #run(
    parameters: RunAgentParameters,
    { registry, manager }: Toolbox,
    signal: AbortSignal,
    offered: Set<string>,
  ): Promise<RunOutcome> {
    const { agent } = this;
    if (agent instanceof HttpAgent && this.transport) {
      agent.url = this.#host.url;
      agent.headers = requestHeaders(this.#host.headers);
    }
    const tools = registry.toAgUiTools();
    for (const { name } of tools) offered.add(name);
    await turnWhenLong(agent.messages);
    this.#thread.adoptChanges();
    await turnWhenLong(agent.messages);
    this.#written?.free();
    const written = new WrittenCalls(registry, manager, this.#emit);
    this.#written = written;
    const run = {
      parameters: { ...parameters, tools },
      signal,
      emit: this.#emit,
      written,
      limits: this.#host.limits,
    };
    const outcome = await this.#runner.run(run);
    await turnWhenLong(agent.messages);
    this.#thread.settle();
    return outcome;
  }

  /** Runs tools and answers their calls. Says whether the agent is to hear of it. */
  async #runTools(
    { ours, foreign, declined }: PendingCalls,
    { registry, manager }: Toolbox,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { approvals } = this.#host;
    const status = new CallStatus(manager, this.#emit);
    const context: AnswerContext = {
      registry,
      manager,
      approvals,
      signal,
      emit: this.#emit,
      status,
      idOf: (call) => this.#thread.idOf(call),
      argumentsOf: (call) => this.#written?.of(call) ?? call.function.arguments,
    };
    const refused = foreign.map((call) => refuseCall(call, context));
    const notRun = declined.map((call) => notRunMessage(call, "the user declined it."));
    const each = new AbortEach(signal);
    const answers = await inTurns(ours, (call) =>
      each.with((signal) => answerCall(call, { ...context, signal })),
    );
    each.close();
    status.close();
    await turnWhenLong(this.agent.messages);
    this.#thread.answer([...answers, ...refused, ...notRun]);
    return this.#thread.holds(ours);
  }

  /** Open calls, told apart by whether the page has their tools. */
  #ours(calls: readonly ToolCall[]): PendingCalls {
    const has = (call: ToolCall): boolean => this.#host.registry.has(call.function.name);
    return {
      ours: calls.filter(has),
      foreign: calls.filter((call) => !has(call)),
      declined: [],
    };
  }

  #refuse(calls: readonly ToolCall[], why: string): void {
    const written = (call: ToolCall): ToolCall => this.#written?.asWritten(call) ?? call;
    this.#thread.answer(calls.map((call) => notRunMessage(written(call), why)));
  }

  /** Answers interrupts as cancelled. */
  #cancel(interrupts: readonly Interrupt[]): ResumeEntry[] {
    const entries = interrupts.map(({ id }) => ({ interruptId: id, status: "cancelled" as const }));
    this.#thread.decline(entries);
    return entries;
  }
}

const noCalls: PendingCalls = { ours: [], foreign: [], declined: [] };

function waitsForAnswer(open: number): string {
  const what = open === 1 ? "an interrupt" : `${open} interrupts`;
  return (
    `The agent waits for the answer to ${what}: call resume() before sending another message, ` +
    "or cancel with { interrupt: true }."
  );
}
