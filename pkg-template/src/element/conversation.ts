import { type AbstractAgent, HttpAgent, type RunAgentParameters, randomUUID } from "@ag-ui/client";
import type { AssistantMessage, Interrupt, Message, ToolMessage, UserMessage } from "@ag-ui/core";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolRegistry } from "../tools/registry.js";
import { answerCall, notRunMessage, repairArguments } from "./answer.js";
import { type CallIds, callIdsOf } from "./call-ids.js";
import { CallStatus } from "./call-status.js";
import type { Emit } from "./events.js";
import { type PendingCall, unansweredCalls, withAnswers } from "./pending-calls.js";
import { type RunOutcome, runOnce } from "./run.js";
import { RunError } from "./run-error.js";
import type { Transport } from "./transport.js";

/** How a message's loop ended. */
export interface SendResult {
  readonly outcome: "finished" | "interrupted" | "aborted" | "failed";
  /** With `failed`: why. */
  readonly error?: RunError;
}

/** What a conversation takes from its element. Read when it is needed, so a change counts from the next run. */
export interface ConversationHost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly maxRounds: number;
  readonly emit: Emit;
  /** Resolves when tools can be run. */
  ready(): Promise<void>;
}

/** One thread: sends messages one after the other, and for each runs the agent until it needs no more tools. */
export class Conversation {
  readonly agent: AbstractAgent;
  readonly #host: ConversationHost;
  readonly #transport: Transport | undefined;
  readonly #ids: CallIds;
  readonly #loops = new Set<AbortController>();
  #last: Promise<unknown> = Promise.resolve();
  #abandoned = false;

  constructor(host: ConversationHost, agent: AbstractAgent, transport?: Transport) {
    this.#host = host;
    this.agent = agent;
    this.#transport = transport;
    this.#ids = callIdsOf(agent);
  }

  /** The messages of the thread. */
  get messages(): Message[] {
    return this.#ids.restore(this.agent.messages);
  }

  set messages(messages: readonly Message[]) {
    this.#setMessages(this.#ids.distinguish(messages));
  }

  /** What the backend waits for. */
  get pendingInterrupts(): Interrupt[] {
    return this.#ids.restoreInterrupts(this.agent.pendingInterrupts);
  }

  /** Whether a loop is under way or waits. */
  get isRunning(): boolean {
    return this.#loops.size > 0;
  }

  /** Sends a user message when everything sent before is done. */
  send(content: UserMessage["content"]): Promise<SendResult> {
    return this.#enqueue(async (signal) => {
      const open = this.agent.pendingInterrupts.length;
      if (open > 0) throw new RunError("protocol", waitsForAnswer(open));
      const message: UserMessage = { id: randomUUID(), role: "user", content };
      this.#setMessages([...this.agent.messages, message]);
      return this.#loop({}, signal);
    });
  }

  /**
   * Continues an interrupted run with an answer to every interrupt. Calls that the run left to the page beside them
   * are answered on the way: no later run lists them again.
   */
  resume(resume: NonNullable<RunAgentParameters["resume"]>): Promise<SendResult> {
    return this.#enqueue(async (signal) => {
      const { registry } = this.#host;
      const own = this.#openSinceLastUserMessage().filter(({ call }) =>
        registry.has(call.function.name),
      );
      if (own.length > 0) await this.#runTools(own, signal);
      return signal.aborted ? { outcome: "aborted" } : this.#loop({ resume }, signal);
    });
  }

  /** Stops what is under way and what waits; running tools are cancelled and answered so. */
  abort(): void {
    for (const loop of this.#loops) loop.abort();
  }

  /** Stops everything and falls silent: another thread has taken its place. */
  abandon(): void {
    this.#abandoned = true;
    this.abort();
  }

  readonly #emit: Emit = (type, detail) => {
    if (!this.#abandoned) this.#host.emit(type, this.#ids.shown(detail));
  };

  #enqueue(loop: (signal: AbortSignal) => Promise<SendResult>): Promise<SendResult> {
    const controller = new AbortController();
    this.#loops.add(controller);
    const done = this.#last.then(() => this.#supervise(loop, controller));
    this.#last = done;
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
      await this.#host.ready();
      result = controller.signal.aborted ? { outcome: "aborted" } : await loop(controller.signal);
    } catch (thrown) {
      result = { outcome: "failed", error: asLoopError(thrown) };
    }
    this.#loops.delete(controller);
    if (result.error) this.#emit("ag-ui-run-failed", { threadId, error: result.error });
    this.#emit("ag-ui-run-finalized", { threadId });
    return result;
  }

  /** Run, answer the calls the run left, run again: until none is left or the rounds are used up. */
  async #loop(first: RunAgentParameters, signal: AbortSignal): Promise<SendResult> {
    let parameters = first;
    for (let round = 0; ; round += 1) {
      const outcome = await this.#run(parameters, signal);
      if (outcome.type !== "finished") return this.#endEarly(outcome);
      const pending = this.#pendingOf(outcome.pending);
      if (pending.length === 0) return { outcome: "finished" };
      const { maxRounds } = this.#host;
      if (round >= maxRounds) {
        const error = new RunError("max_rounds", tooManyRounds(maxRounds));
        this.#answerNotRun(pending, error.message);
        return { outcome: "failed", error };
      }
      await this.#runTools(pending, signal);
      if (signal.aborted) return { outcome: "aborted" };
      parameters = {};
    }
  }

  #run(parameters: RunAgentParameters, signal: AbortSignal): Promise<RunOutcome> {
    const { agent } = this;
    if (agent instanceof HttpAgent && this.#transport) {
      agent.url = this.#host.url;
      agent.headers = { ...this.#host.headers };
    }
    const tools = this.#host.registry.toAgUiTools();
    return runOnce({
      agent,
      transport: this.#transport,
      parameters: { ...parameters, tools },
      signal,
      emit: this.#emit,
    });
  }

  /** No further run follows. Calls the run left open are answered, or the thread could never go on. */
  #endEarly(outcome: Exclude<RunOutcome, { type: "finished" }>): SendResult {
    if (outcome.type === "interrupted") {
      this.#emit("ag-ui-interrupt", { interrupts: this.agent.pendingInterrupts });
      return { outcome: "interrupted" };
    }
    const why = outcome.type === "aborted" ? "the user stopped the run." : outcome.error.message;
    this.#answerNotRun(this.#openSinceLastUserMessage(), why);
    return outcome.type === "aborted"
      ? { outcome: "aborted" }
      : { outcome: "failed", error: outcome.error };
  }

  async #runTools(pending: readonly PendingCall[], signal: AbortSignal): Promise<void> {
    const { registry, manager } = this.#host;
    const status = new CallStatus(manager, this.#emit);
    const context = { registry, manager, signal, emit: this.#emit, status, ids: this.#ids };
    try {
      const answers = await Promise.all(pending.map(({ call }) => answerCall(call, context)));
      this.#answer(pending, answers);
    } finally {
      status[Symbol.dispose]();
    }
  }

  #answerNotRun(pending: readonly PendingCall[], why: string): void {
    if (pending.length === 0) return;
    this.#answer(
      pending,
      pending.map(({ call }) => notRunMessage(call, why)),
    );
  }

  /** Puts each answer after the message its call stands in. */
  #answer(pending: readonly PendingCall[], answers: readonly ToolMessage[]): void {
    let messages = this.agent.messages.map((message) =>
      pending.some((one) => one.message.id === message.id) && message.role === "assistant"
        ? { ...message, toolCalls: (message.toolCalls ?? []).map(repairArguments) }
        : message,
    );
    for (const message of new Set(pending.map((one) => one.message))) {
      const own = answers.filter((_, index) => pending[index]?.message === message);
      const current = messages.find((candidate) => candidate.id === message.id);
      messages = withAnswers(messages, current as AssistantMessage, own);
    }
    this.#setMessages(messages);
  }

  /** The calls that a run left to the page: the last message that holds an id is the one of this turn. */
  #pendingOf(ids: ReadonlySet<string>): PendingCall[] {
    const found: PendingCall[] = [];
    const sought = new Set(ids);
    for (const message of this.agent.messages.toReversed()) {
      if (message.role !== "assistant") continue;
      const calls = unansweredCalls(this.agent.messages, message).filter(({ call }) =>
        sought.has(call.id),
      );
      for (const call of message.toolCalls ?? []) sought.delete(call.id);
      found.unshift(...calls);
    }
    return found;
  }

  #openSinceLastUserMessage(): PendingCall[] {
    const { messages, pendingInterrupts } = this.agent;
    const gated = new Set(pendingInterrupts.map((interrupt) => interrupt.toolCallId));
    const from = messages.findLastIndex((message) => message.role === "user") + 1;
    return messages
      .slice(from)
      .filter((message) => message.role === "assistant")
      .flatMap((message) => unansweredCalls(messages, message))
      .filter(({ call }) => !gated.has(call.id));
  }

  #setMessages(messages: Message[]): void {
    this.agent.setMessages(messages);
    this.#emit("ag-ui-messages-changed", { messages: this.agent.messages });
  }
}

function waitsForAnswer(open: number): string {
  const what = open === 1 ? "an interrupt" : `${open} interrupts`;
  return `The agent waits for the answer to ${what}: call resume() before sending another message.`;
}

function tooManyRounds(maxRounds: number): string {
  return `The agent asked for tools more than ${maxRounds} times in a row (max-rounds).`;
}

/** What can fail outside a run is loading the core, and the agent's own code. */
function asLoopError(thrown: unknown): RunError {
  if (thrown instanceof RunError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new RunError("network", message, { cause: thrown });
}
