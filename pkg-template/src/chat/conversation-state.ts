import type { Interrupt, Message } from "@ag-ui/core";
import { isArray, isObject, read, readNumber, readText } from "../codec/safe-read.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { OpenCall } from "../element/events/details.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";
import type { UsageCounts } from "../texts/chat/strings.js";
import { keepEnds } from "../views/early-ends.js";

/** Why the last run failed. */
export interface Failure {
  readonly code: string;
  readonly status: number | undefined;
  readonly message: string;
}

/** A step of the last run. */
export interface Step {
  readonly name: string;
  readonly isDone: boolean;
}

/** What a screen reader is told at once, besides messages. */
export interface ConversationReports {
  /** Something to be shown has changed. */
  changed(): void;
  /** A run began. */
  runStarted(): void;
  /** The loop has ended. */
  runEnded(): void;
  toolCalled(name: string): void;
  approvalNeeded(title: string): void;
  interrupted(message: string | undefined): void;
  failed(failure: Failure): void;
}

/** More steps than these are not listed: a backend may report any number. */
const MOST_STEPS = 100;

/** What a chat shows of its agent, kept up to date by the agent's events. */
export class ConversationState {
  messages: readonly Message[] = [];
  isRunning = false;
  failure: Failure | undefined;
  isStopped = false;
  steps: readonly Step[] = [];
  usage: UsageCounts | undefined;
  interrupts: readonly Interrupt[] = [];
  openCalls: readonly OpenCall[] = [];
  /** The thread: another one begins with nothing of the one before. */
  threadId: string | undefined;
  readonly #reports: ConversationReports;
  readonly #reasoning = new ReasoningTimes();
  readonly #ended = new Set<string>();
  #agent: AgUiAgent | undefined;
  #listening: AbortController | undefined;

  constructor(reports: ConversationReports) {
    this.#reports = reports;
  }

  /** The agent that is shown; it stays the same while the chat is out of the document. */
  get agent(): AgUiAgent | undefined {
    return this.#agent;
  }

  /** Follows another agent, the same one again, or none. */
  follow(agent: AgUiAgent | undefined): void {
    this.#listening?.abort();
    this.#listening = undefined;
    if (agent !== this.#agent) this.#forgetRun();
    this.#agent = agent;
    if (agent) this.#listen(agent);
    this.#read();
    this.#reports.changed();
  }

  /** Stops listening; what was seen stays. */
  pause(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  /** Returns true if more of a message's text may follow. */
  isStreaming(message: Message): boolean {
    const last = this.messages.at(-1);
    const isLast = last?.id === message.id && last.role === message.role;
    return this.isRunning && isLast && !this.#ended.has(message.id);
  }

  /** How long a piece of reasoning took, in seconds; `undefined` if it was not seen, or goes on. */
  reasoningSeconds(id: string): number | undefined {
    return this.#reasoning.secondsOf(id);
  }

  #listen(agent: AgUiAgent): void {
    const listening = new AbortController();
    this.#listening = listening;
    keepEnds(agent);
    const { signal } = listening;
    const on = <Type extends keyof AgUiAgentEventMap>(
      type: Type,
      listener: (detail: AgUiAgentEventMap[Type]["detail"]) => void,
    ): void => {
      agent.addEventListener(
        type,
        (event) => {
          // Events of another agent bubble through one that is nested around it.
          if (event.target !== agent) return;
          listener((event as AgUiAgentEventMap[Type]).detail);
          this.#reports.changed();
        },
        { signal },
      );
    };
    on("ag-ui-messages-changed", ({ messages }) => this.#take(messages));
    on("ag-ui-text-end", ({ messageId }) => this.#ended.add(messageId));
    on("ag-ui-run-started", () => this.#lookWhetherRunning());
    on("ag-ui-run-failed", ({ error }) => this.#runFailed(error));
    on("ag-ui-run-finalized", ({ outcome }) => this.#runEnded(outcome));
    on("ag-ui-interrupt", ({ interrupts }) => this.#reports.interrupted(interrupts[0]?.message));
    on("ag-ui-open-calls", () => this.#read());
    on("ag-ui-step-started", ({ stepName }) => this.#stepStarted(stepName));
    on("ag-ui-step-finished", ({ stepName }) => this.#stepFinished(stepName));
    on("ag-ui-tool-call-start", ({ toolCallName }) => this.#reports.toolCalled(toolCallName));
    on("ag-ui-approval-request", ({ title, description, toolCallName }) =>
      this.#reports.approvalNeeded(title ?? (description || toolCallName)),
    );
    on("ag-ui-approval-settled", () => {});
    agent.addEventListener("ag-ui-usage", (event) => this.#runUsed(event), { signal });
  }

  /** Reads everything anew: what happened while nobody listened has left no event. */
  #read(): void {
    this.#take(this.#agent?.messages ?? []);
  }

  /** What waits for the person. Nothing does while the agent runs. */
  #readWaiting(): void {
    const agent = this.isRunning ? undefined : this.#agent;
    this.interrupts = agent?.pendingInterrupts ?? [];
    this.openCalls = agent?.openCalls === "offer" ? agent.pendingOpenCalls : [];
  }

  #take(messages: readonly Message[]): void {
    const agent = this.#agent;
    const threadId = agent?.threadId;
    if (threadId !== this.threadId) this.#forgetRun();
    this.threadId = threadId;
    this.#lookWhetherRunning();
    this.messages = messages;
    // What is shown of a run belongs to its messages.
    if (messages.length === 0 && !this.isRunning) this.#forgetRun();
    this.#reasoning.follow(messages, this.isRunning);
    this.#readWaiting();
  }

  #lookWhetherRunning(): void {
    const wasRunning = this.isRunning;
    this.isRunning = this.#agent?.isRunning ?? false;
    if (!this.isRunning || wasRunning) return;
    this.#forgetOutcome();
    this.interrupts = [];
    this.openCalls = [];
    this.#reports.runStarted();
  }

  #runFailed(error: unknown): void {
    const holder = Object(error);
    this.failure = {
      code: readText(holder, "code") ?? "",
      status: readNumber(holder, "status"),
      message: readText(holder, "message") ?? "",
    };
    this.#reports.failed(this.failure);
  }

  #runEnded(outcome: string | undefined): void {
    this.isRunning = this.#agent?.isRunning ?? false;
    this.isStopped = outcome === "aborted";
    this.#ended.clear();
    this.steps = this.steps.map(({ name }) => ({ name, isDone: true }));
    this.#read();
    this.#reports.runEnded();
  }

  #stepStarted(name: string): void {
    if (this.steps.length < MOST_STEPS) this.steps = [...this.steps, { name, isDone: false }];
  }

  #stepFinished(name: string): void {
    const at = this.steps.findLastIndex((step) => step.name === name && !step.isDone);
    if (at >= 0) this.steps = this.steps.with(at, { name, isDone: true });
  }

  #runUsed(event: Event): void {
    if (event.target !== this.#agent) return;
    const detail: unknown = (event as CustomEvent<unknown>).detail;
    this.usage = sumOf(isObject(detail) ? read(detail, "usage") : undefined, this.usage);
    this.#reports.changed();
  }

  #forgetOutcome(): void {
    this.failure = undefined;
    this.isStopped = false;
    this.steps = [];
    this.usage = undefined;
  }

  #forgetRun(): void {
    this.#forgetOutcome();
    this.#ended.clear();
    this.#reasoning.clear();
    this.interrupts = [];
  }
}

/** The tokens of one more run, which may have asked several models, and of those before it. */
function sumOf(reported: unknown, before: UsageCounts | undefined): UsageCounts {
  const each = (isArray(reported) ? reported : [reported]).filter(isObject);
  const add = (known: number | undefined, name: string): number | undefined =>
    each.reduce<number | undefined>((sum, usage) => {
      const count = readNumber(usage, name);
      return count === undefined ? sum : (sum ?? 0) + count;
    }, known);
  return {
    input: add(before?.input, "inputTokens"),
    output: add(before?.output, "outputTokens"),
    total: add(before?.total, "totalTokens"),
  };
}

/** When pieces of reasoning began and ended, as far as it was seen. */
class ReasoningTimes {
  readonly #times = new Map<string, { readonly began: number; ended?: number }>();
  #seen = 0;

  follow(messages: readonly Message[], isRunning: boolean): void {
    const now = performance.now();
    // Messages before the ones that were seen are not looked at again.
    for (let at = Math.min(this.#seen, messages.length); at < messages.length; at += 1) {
      const { id, role } = messages[at] as Message;
      if (role === "reasoning" && isRunning && !this.#times.has(id))
        this.#times.set(id, { began: now });
    }
    this.#seen = messages.length;
    const open = isRunning ? messages.at(-1)?.id : undefined;
    for (const [id, time] of this.#times) if (id !== open) time.ended ??= now;
  }

  secondsOf(id: string): number | undefined {
    const { began, ended } = this.#times.get(id) ?? {};
    if (began === undefined || ended === undefined) return undefined;
    return Math.max(1, Math.round((ended - began) / 1000));
  }

  clear(): void {
    this.#times.clear();
    this.#seen = 0;
  }
}
