import { type AbstractAgent, HttpAgent, type RunAgentParameters } from "@ag-ui/client";
import type { Interrupt, Message, UserMessage } from "@ag-ui/core";
import { messageOf } from "../codec/describe.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolRegistry } from "../tools/registry.js";
import { type AnswerContext, answerCall, notRunMessage, refuseCall } from "./answer.js";
import type { Approvals } from "./approval.js";
import { WrittenCalls } from "./call-arguments.js";
import { CallStatus } from "./call-status.js";
import type { Emit } from "./events.js";
import { type AgentHeaders, requestHeaders } from "./headers.js";
import { type LoopHost, runLoop, type SendResult } from "./loop.js";
import type { PendingCalls } from "./pending-calls.js";
import { Runner, type RunOutcome } from "./run.js";
import { asRunError, RunError } from "./run-error.js";
import { shownCopy } from "./shown-copy.js";
import { Thread } from "./thread.js";
import type { Transport } from "./transport.js";

/** What a conversation takes from its element. Read when it is needed, so a change counts from the next run. */
export interface ConversationHost {
  readonly url: string;
  readonly headers: AgentHeaders;
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly approvals: Approvals;
  readonly maxRounds: number;
  readonly emit: Emit;
  /** Resolves when tools can be run. */
  ready(): Promise<void>;
}

/** What the agents have yet to do. An agent runs once at a time, also when several elements talk through it. */
const queues = new WeakMap<AbstractAgent, Promise<unknown>>();

/** One thread: sends messages one after the other, and for each runs the agent until it needs no more tools. */
export class Conversation {
  readonly agent: AbstractAgent;
  /** What the element's own agent talks through. */
  readonly transport: Transport | undefined;
  readonly #host: ConversationHost;
  readonly #thread: Thread;
  readonly #runner: Runner;
  readonly #loops = new Set<AbortController>();
  #isAbandoned = false;
  /** What the last run wrote into its calls. */
  #written: WrittenCalls | undefined;

  constructor(host: ConversationHost, agent: AbstractAgent, transport?: Transport) {
    this.#host = host;
    this.agent = agent;
    this.transport = transport;
    this.#runner = new Runner(agent, transport);
    this.#thread = new Thread(agent, () =>
      this.#emit("ag-ui-messages-changed", { messages: agent.messages }),
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
    return this.#loops.size > 0;
  }

  /** Begins an empty thread with the agent of an abandoned one, whatever that one still does to it. */
  startOver(): void {
    this.messages = [];
    this.#afterOthers(async () => this.#thread.rewrite());
  }

  /** Sends a user message when everything sent before is done. */
  send(content: UserMessage["content"]): Promise<SendResult> {
    return this.#enqueue(async (signal) => {
      const open = this.agent.pendingInterrupts.length;
      if (open > 0) throw new RunError("protocol", waitsForAnswer(open));
      this.#thread.ask(content);
      return this.#loop({}, signal);
    });
  }

  /**
   * Continues an interrupted run with an answer to every interrupt. Calls of the page's tools that stand beside them
   * are answered on the way: no later run lists them again. Other calls may be what the interrupts are about.
   */
  resume(resume: NonNullable<RunAgentParameters["resume"]>): Promise<SendResult> {
    return this.#enqueue(async (signal) => {
      this.#thread.adoptChanges();
      const { registry } = this.#host;
      const ours = this.#thread.open.filter((call) => registry.has(call.function.name));
      if (ours.length > 0) await this.#runTools({ ours, foreign: [] }, signal);
      return signal.aborted ? { outcome: "aborted" } : this.#loop({ resume }, signal);
    });
  }

  /** Stops what is under way and what waits; running tools are cancelled and answered so. */
  abort(): void {
    for (const loop of this.#loops) loop.abort();
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

  #enqueue(loop: (signal: AbortSignal) => Promise<SendResult>): Promise<SendResult> {
    const controller = new AbortController();
    this.#loops.add(controller);
    return this.#afterOthers(() => this.#supervise(loop, controller));
  }

  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const done = (queues.get(this.agent) ?? Promise.resolve()).then(work);
    queues.set(this.agent, done);
    return done;
  }

  /** Runs a loop and tells how it ended. Never rejects. */
  async #supervise(
    loop: (signal: AbortSignal) => Promise<SendResult>,
    controller: AbortController,
  ): Promise<SendResult> {
    const { threadId } = this.agent;
    let result: SendResult;
    try {
      await this.#ready();
      result = controller.signal.aborted ? { outcome: "aborted" } : await loop(controller.signal);
    } catch (thrown) {
      result = { outcome: "failed", error: asRunError(thrown) };
    }
    this.#loops.delete(controller);
    this.#written?.free();
    if (result.error) this.#emit("ag-ui-run-failed", { threadId, error: result.error });
    this.#emit("ag-ui-run-finalized", { threadId });
    return result;
  }

  async #ready(): Promise<void> {
    try {
      await this.#host.ready();
    } catch (cause) {
      const message = `The tool core could not be loaded: ${messageOf(cause)}`;
      throw new RunError("network", message, { cause });
    }
  }

  #loop(first: RunAgentParameters, signal: AbortSignal): Promise<SendResult> {
    const thread = this.#thread;
    const offered = new Set<string>();
    const host: LoopHost = {
      maxRounds: () => this.#host.maxRounds,
      run: (parameters) => this.#run(parameters, signal, offered),
      pending: ({ listed }) => thread.pending(listed, offered),
      open: () => thread.open,
      runTools: (calls) => this.#runTools(calls, signal),
      refuse: (calls, why) =>
        thread.answer(
          calls.map((call) => notRunMessage(this.#written?.asWritten(call) ?? call, why)),
        ),
      interrupted: () =>
        this.#emit("ag-ui-interrupt", { interrupts: shownCopy(this.agent.pendingInterrupts) }),
    };
    return runLoop(host, signal, first);
  }

  async #run(
    parameters: RunAgentParameters,
    signal: AbortSignal,
    offered: Set<string>,
  ): Promise<RunOutcome> {
    const { agent } = this;
    if (agent instanceof HttpAgent && this.transport) {
      agent.url = this.#host.url;
      agent.headers = requestHeaders(this.#host.headers);
    }
    const tools = this.#host.registry.toAgUiTools();
    for (const { name } of tools) offered.add(name);
    this.#thread.adoptChanges();
    const written = this.#readCalls();
    const run = { parameters: { ...parameters, tools }, signal, emit: this.#emit, written };
    const outcome = await this.#runner.run(run);
    this.#thread.settle();
    return outcome;
  }

  #readCalls(): WrittenCalls {
    this.#written?.free();
    const { registry, manager } = this.#host;
    this.#written = new WrittenCalls(registry, manager, this.#emit);
    return this.#written;
  }

  /** Runs tools and answers their calls. Says whether the agent is to hear of it. */
  async #runTools({ ours, foreign }: PendingCalls, signal: AbortSignal): Promise<boolean> {
    const { registry, manager, approvals } = this.#host;
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
    const answers = await Promise.all(ours.map((call) => answerCall(call, context)));
    status.close();
    this.#thread.answer([...answers, ...refused]);
    return this.#thread.holds(ours);
  }
}

function waitsForAnswer(open: number): string {
  const what = open === 1 ? "an interrupt" : `${open} interrupts`;
  return `The agent waits for the answer to ${what}: call resume() before sending another message.`;
}
