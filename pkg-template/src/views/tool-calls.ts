import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";
import { TypedEventTarget } from "../events/typed-event-target.js";
import { now } from "../execution/clock.js";
import type { ToolExecution } from "../execution/types.js";
import { onceAFrame } from "../look/frames.js";
import type { CallEntry } from "./call-entry.js";
import { entryEnded, entryOfExecution, entryWaits, waitingCall } from "./call-events.js";
import type { ToolCallState } from "./call-state.js";
import { CallTable } from "./call-table.js";
import { takeEnds } from "./early-ends.js";
import { ManagerEvents } from "./manager-events.js";

/** The events of `ToolCalls`. */
export interface ToolCallsEventMap {
  /** Calls changed: at most once a frame, with the new state of each. */
  change: CustomEvent<{ readonly calls: readonly ToolCallState[] }>;
}

type Detail<Type extends keyof AgUiAgentEventMap> = AgUiAgentEventMap[Type]["detail"];

/**
 * The calls of an agent's thread as they are now, from its messages and its events. It forgets a call when the thread
 * does.
 *
 * @example
 * ```ts
 * const calls = toolCallsOf(agent);
 * calls.addEventListener("change", ({ detail }) => {
 *   for (const { toolName, status } of detail.calls) console.log(toolName, status);
 * });
 * ```
 */
export class ToolCalls extends TypedEventTarget<ToolCallsEventMap> {
  readonly #agent: AgUiAgent;
  readonly #table: CallTable;
  readonly #schedule = onceAFrame(() => this.#report());
  readonly #managers: ManagerEvents;

  /** For `toolCallsOf()`, which makes one for each agent. */
  constructor(agent: AgUiAgent) {
    super();
    this.#agent = agent;
    this.#table = new CallTable(agent, this.#schedule);
    this.#managers = new ManagerEvents((id) => this.#table.ofExecution(id));
    this.#listen();
    this.#takeUp();
  }

  /** All calls of the thread, in the order of its messages. */
  get all(): readonly ToolCallState[] {
    return this.#table.listed.map(({ state }) => state);
  }

  /** The calls of a message, in their order. */
  of(messageId: string): readonly ToolCallState[] {
    return this.#table.of(messageId).map(({ state }) => state);
  }

  /**
   * A call of a message.
   *
   * @param index the position among the message's calls with the same id.
   */
  get(messageId: string, toolCallId: string, index = 0): ToolCallState | undefined {
    const same = this.#table.of(messageId).filter((each) => each.toolCallId === toolCallId);
    return same[index]?.state;
  }

  #listen(): void {
    this.#on("ag-ui-messages-changed", () => {
      this.#table.suspect();
      // While nothing runs only the page sets them.
      if (!this.#agent.isRunning) this.#table.expire();
      this.#schedule();
    });
    this.#on("ag-ui-history-changed", () => {
      this.#table.expire();
      this.#schedule();
    });
    for (const type of ["ag-ui-run-started", "ag-ui-run-finalized", "ag-ui-run-failed"] as const) {
      this.#on(type, () => this.#touchUnsettled());
    }
    this.#on("ag-ui-tool-call-start", (detail) => this.#start(detail));
    this.#on("ag-ui-tool-call-args", (detail) => this.#table.entryOf(detail).arrived(detail));
    this.#on("ag-ui-tool-call-invalid", (detail) => {
      const entry = this.#table.entryOf(detail);
      entry.invalid = { reason: detail.reason, message: detail.message };
      entry.touch();
    });
    this.#on("ag-ui-tool-status-changed", (detail) =>
      this.#take(this.#table.entryOf(detail), detail.execution),
    );
    this.#on("ag-ui-tool-retrying", (detail) => {
      const entry = this.#table.entryOf(detail);
      // An earlier listener has begun it at once.
      if (entry.attempts >= detail.attemptNumber) return;
      entry.attempt = detail.attemptNumber;
      entry.retrying = { at: now() + detail.delayMs, error: detail.error };
      entry.touch();
    });
    this.#on("ag-ui-tool-call-end", (detail) => entryEnded(this.#table.entryOf(detail), detail));
    this.#on("ag-ui-tool-call-error", (detail) => entryEnded(this.#table.entryOf(detail), detail));
    this.#on("ag-ui-approval-request", (request) => this.#ask(request));
    this.#on("ag-ui-approval-settled", ({ approvalId }) => this.#withdraw(approvalId));
  }

  #on<Type extends keyof AgUiAgentEventMap>(
    type: Type,
    take: (detail: Detail<Type>) => void,
  ): void {
    const agent = this.#agent;
    agent.addEventListener(type, (event: Event) => {
      // Those of an agent inside this one bubble.
      if (event.target === agent) take((event as AgUiAgentEventMap[Type]).detail);
    });
  }

  #start(detail: Detail<"ag-ui-tool-call-start">): void {
    let entry = this.#table.entryOf(detail);
    // Another call by now: the thread was replaced.
    if (entry.end || entry.toolName !== detail.toolCallName)
      entry = this.#table.enter(detail, entry.key);
    entry.reader = detail.arguments;
    entry.invalid = undefined;
    entry.touch();
  }

  #ask(request: Detail<"ag-ui-approval-request">): void {
    const { toolCallId, toolCallName: toolName, toolCallArgs: args } = request;
    const entry = waitingCall(this.#table.entries, { toolCallId, toolName, args });
    if (!entry) return;
    entry.approval = request;
    entry.touch();
  }

  #withdraw(approvalId: string): void {
    for (const entry of this.#table.entries) {
      if (entry.approval?.approvalId !== approvalId) continue;
      entry.approval = undefined;
      entry.touch();
    }
  }

  /** Takes up calls that were under way, or had ended, before this began to listen. */
  #takeUp(): void {
    this.#table.refresh();
    for (const detail of takeEnds(this.#agent)) {
      const entry = this.#table.find(detail);
      if (entry) entryEnded(entry, detail);
    }
    const { pendingApprovals, isRunning, manager } = this.#agent;
    for (const request of pendingApprovals ?? []) this.#ask(request);
    if (!isRunning) return;
    const open = [...this.#table.entries].filter(({ end }) => !end);
    for (const id of new Set(open.map(({ toolCallId }) => toolCallId))) {
      for (const execution of manager.getExecutionsForToolCall(id)) {
        if (execution.timing.completedAt !== undefined) continue;
        const entry = waitingCall(this.#table.entries, execution);
        if (!entry) continue;
        this.#take(entry, execution);
        entryWaits(entry, execution);
      }
    }
  }

  /** An execution of a call is under way, or has ended. */
  #take(entry: CallEntry, execution: ToolExecution): void {
    const { manager } = this.#agent;
    this.#managers.follow(manager);
    this.#table.linkExecution(execution.id, entry);
    entryOfExecution(entry, execution, manager);
  }

  #touchUnsettled(): void {
    this.#table.expire();
    for (const entry of this.#table.entries) if (!entry.end) entry.touch();
  }

  #report(): void {
    const calls = this.#table.takeChanged().map(({ state }) => state);
    if (calls.length === 0) return;
    this.dispatchEvent(new CustomEvent("change", { detail: { calls: Object.freeze(calls) } }));
  }
}

const known = new WeakMap<AgUiAgent, ToolCalls>();

/** The calls of an agent: one object for each agent, which listens to it from the first time it is asked for. */
export function toolCallsOf(agent: AgUiAgent): ToolCalls {
  const calls = known.get(agent) ?? new ToolCalls(agent);
  known.set(agent, calls);
  return calls;
}
