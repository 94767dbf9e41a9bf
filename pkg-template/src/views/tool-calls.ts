import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";
import { callKeyOf } from "../element/identity/call-key.js";
import { TypedEventTarget } from "../events/typed-event-target.js";
import { now } from "../execution/clock.js";
import type { ToolExecution } from "../execution/types.js";
import { onceAFrame } from "../look/frames.js";
import { CallEntry, type CallHost } from "./call-entry.js";
import { entryEnded, entryOfExecution, entryWaits, waitingCall } from "./call-events.js";
import type { ToolCallState } from "./call-state.js";
import { takeEnds } from "./early-ends.js";
import { ManagerEvents } from "./manager-events.js";
import { callsMark, type ListedAnswer, type ListedCall, listedIn } from "./thread-calls.js";

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
export class ToolCalls extends TypedEventTarget<ToolCallsEventMap> implements CallHost {
  readonly #agent: AgUiAgent;
  readonly #entries = new Map<string, CallEntry>();
  readonly #byExecution = new Map<string, CallEntry>();
  #byMessage = new Map<string, CallEntry[]>();
  readonly #changed = new Set<CallEntry>();
  readonly #schedule = onceAFrame(() => this.#tell());
  readonly #managers: ManagerEvents;
  #threadId: string | undefined;
  /** Whether the messages must be read, and whether they have changed since they last were. */
  #isStale = true;
  #mayBeStale = false;
  #mark = "";

  /** For `toolCallsOf()`, which makes one for each agent. */
  constructor(agent: AgUiAgent) {
    super();
    this.#agent = agent;
    this.#managers = new ManagerEvents((id) => this.#byExecution.get(id));
    this.#listen();
    this.#read();
    this.#takeUp();
  }

  /** All calls of the thread, in the order of its messages. */
  get all(): readonly ToolCallState[] {
    this.#read();
    return [...this.#byMessage.values()].flat().map(({ state }) => state);
  }

  /** The calls of a message, in their order. */
  of(messageId: string): readonly ToolCallState[] {
    this.#read();
    return (this.#byMessage.get(messageId) ?? []).map(({ state }) => state);
  }

  /**
   * A call of a message.
   *
   * @param index the position among the message's calls with the same id.
   */
  get(messageId: string, toolCallId: string, index = 0): ToolCallState | undefined {
    this.#read();
    const same = this.#byMessage.get(messageId)?.filter((each) => each.toolCallId === toolCallId);
    return same?.[index]?.state;
  }

  /**
   * Returns true if the agent runs.
   * @ignore
   */
  get isRunning(): boolean {
    return this.#agent.isRunning;
  }

  /**
   * Receives the change of a call.
   * @ignore
   */
  changed(entry: CallEntry): void {
    this.#changed.add(entry);
    this.#schedule();
  }

  #listen(): void {
    this.#on("ag-ui-messages-changed", () => {
      // While nothing runs only the page sets them.
      if (!this.isRunning) this.#isStale = true;
      this.#mayBeStale = true;
      this.#schedule();
    });
    this.#on("ag-ui-history-changed", () => {
      this.#isStale = true;
      this.#schedule();
    });
    for (const type of ["ag-ui-run-started", "ag-ui-run-finalized", "ag-ui-run-failed"] as const) {
      this.#on(type, () => this.#touchUnsettled());
    }
    this.#on("ag-ui-tool-call-start", (detail) => this.#start(detail));
    this.#on("ag-ui-tool-call-args", (detail) => this.#entryOf(detail).arrived(detail));
    this.#on("ag-ui-tool-call-invalid", (detail) => {
      const entry = this.#entryOf(detail);
      entry.invalid = { reason: detail.reason, message: detail.message };
      entry.touch();
    });
    this.#on("ag-ui-tool-status-changed", (detail) =>
      this.#take(this.#entryOf(detail), detail.execution),
    );
    this.#on("ag-ui-tool-retrying", (detail) => {
      const entry = this.#entryOf(detail);
      // An earlier listener has begun it at once.
      if (entry.attempts >= detail.attemptNumber) return;
      entry.attempt = detail.attemptNumber;
      entry.retrying = { at: now() + detail.delayMs, error: detail.error };
      entry.touch();
    });
    this.#on("ag-ui-tool-call-end", (detail) => entryEnded(this.#entryOf(detail), detail));
    this.#on("ag-ui-tool-call-error", (detail) => entryEnded(this.#entryOf(detail), detail));
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
    let entry = this.#entryOf(detail);
    // Another call by now: the thread was replaced.
    if (entry.end || entry.toolName !== detail.toolCallName) entry = this.#enter(detail, entry.key);
    entry.reader = detail.arguments;
    entry.invalid = undefined;
    entry.touch();
  }

  #ask(request: Detail<"ag-ui-approval-request">): void {
    const { toolCallId, toolCallName: toolName, toolCallArgs: args } = request;
    const entry = waitingCall(this.#entries.values(), { toolCallId, toolName, args });
    if (!entry) return;
    entry.approval = request;
    entry.touch();
  }

  #withdraw(approvalId: string): void {
    for (const entry of this.#entries.values()) {
      if (entry.approval?.approvalId !== approvalId) continue;
      entry.approval = undefined;
      entry.touch();
    }
  }

  /** Takes up calls that were under way, or had ended, before this began to listen. */
  #takeUp(): void {
    for (const detail of takeEnds(this.#agent)) {
      const entry = this.#entries.get(callKeyOf(detail) ?? this.#lastKeyOf(detail.toolCallId));
      if (entry) entryEnded(entry, detail);
    }
    const { pendingApprovals, isRunning, manager } = this.#agent;
    for (const request of pendingApprovals ?? []) this.#ask(request);
    if (!isRunning) return;
    const open = [...this.#entries.values()].filter(({ end }) => !end);
    for (const id of new Set(open.map(({ toolCallId }) => toolCallId))) {
      for (const execution of manager.getExecutionsForToolCall(id)) {
        if (execution.timing.completedAt !== undefined) continue;
        const entry = waitingCall(this.#entries.values(), execution);
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
    this.#byExecution.set(execution.id, entry);
    entryOfExecution(entry, execution, manager);
  }

  #touchUnsettled(): void {
    this.#isStale = true;
    for (const entry of this.#entries.values()) if (!entry.end) entry.touch();
  }

  #tell(): void {
    this.#read();
    const calls = Array.from(this.#changed, ({ state }) => state);
    this.#changed.clear();
    if (calls.length === 0) return;
    this.dispatchEvent(new CustomEvent("change", { detail: { calls: Object.freeze(calls) } }));
  }

  /** The call that an event is about. */
  #entryOf(detail: { readonly toolCallId: string; readonly toolCallName: string }): CallEntry {
    const key = callKeyOf(detail) ?? this.#lastKeyOf(detail.toolCallId);
    return this.#entries.get(key) ?? this.#enter(detail, key);
  }

  /** For an element of another version, whose details do not name the call: the last one that has no answer. */
  #lastKeyOf(toolCallId: string): string {
    const same = [...this.#entries.values()].filter((each) => each.toolCallId === toolCallId);
    return (same.findLast(({ end }) => !end) ?? same.at(-1))?.key ?? toolCallId;
  }

  #enter(
    { toolCallId, toolCallName }: { readonly toolCallId: string; readonly toolCallName: string },
    key: string,
  ): CallEntry {
    const before = this.#entries.get(key);
    if (before) this.#forget(before);
    const entry = new CallEntry(this, key, toolCallId, toolCallName);
    this.#entries.set(key, entry);
    this.#isStale = true;
    return entry;
  }

  #forget(entry: CallEntry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    if (entry.execution) this.#byExecution.delete(entry.execution.id);
    this.#changed.delete(entry);
  }

  /** Takes in the messages, if they have changed. */
  #read(): void {
    if (!this.#isStale && !this.#mayBeStale) return;
    this.#mayBeStale = false;
    const mark = callsMark(this.#agent);
    if (!this.#isStale && mark === this.#mark) return;
    this.#mark = mark;
    this.#isStale = false;
    const { threadId } = this.#agent;
    if (threadId !== this.#threadId) for (const each of this.#entries.values()) this.#leave(each);
    this.#threadId = threadId;
    const { calls, answers } = listedIn(this.#agent);
    this.#byMessage = new Map();
    for (const call of calls) this.#place(call);
    for (const answer of answers) this.#adopt(answer);
    const listed = new Set(calls.map(({ key }) => key));
    for (const entry of this.#entries.values()) if (!listed.has(entry.key)) this.#leave(entry);
  }

  /** A call that is not in the messages: it was taken out, or its message has not been made yet. */
  #leave(entry: CallEntry): void {
    if (entry.isSeen || entry.end || !this.isRunning) this.#forget(entry);
  }

  #place({ key, toolCallId, messageId, toolName, argsText }: ListedCall): void {
    const known = this.#entries.get(key);
    const isKnown = known?.toolName === toolName && known.toolCallId === toolCallId;
    const entry = isKnown ? known : this.#enter({ toolCallId, toolCallName: toolName }, key);
    this.#isStale = false;
    entry.isSeen = true;
    const same = this.#byMessage.get(messageId);
    if (same) same.push(entry);
    else this.#byMessage.set(messageId, [entry]);
    const isOther = entry.argsText !== argsText && !entry.reader && !entry.end?.args;
    if (entry.messageId === messageId && !isOther) return;
    entry.messageId = messageId;
    if (isOther) entry.argsText = argsText;
    entry.touch();
  }

  /** Takes an answer from the messages if no event reported the call's end, or if the answer has changed since. */
  #adopt({ key, content, error }: ListedAnswer): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    const isChanged = entry.seenAnswer !== undefined && entry.seenAnswer !== content;
    entry.seenAnswer = content;
    if (entry.end && !isChanged) return;
    if (error === undefined) entry.settle({ result: content });
    else entry.settle({ error: { category: "unknown", message: error, retryable: false } });
  }
}

const known = new WeakMap<AgUiAgent, ToolCalls>();

/** The calls of an agent: one object for each agent, which listens to it from the first time it is asked for. */
export function toolCallsOf(agent: AgUiAgent): ToolCalls {
  const calls = known.get(agent) ?? new ToolCalls(agent);
  known.set(agent, calls);
  return calls;
}
