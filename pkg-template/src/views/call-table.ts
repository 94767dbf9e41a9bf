import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { callKeyOf } from "../element/identity/call-key.js";
import { CallEntry, type CallHost } from "./call-entry.js";
import { callsMark, type ListedAnswer, type ListedCall, listedIn } from "./thread-calls.js";

/** A call as an event names it. */
interface NamedCall {
  readonly toolCallId: string;
  readonly toolCallName: string;
}

/** The calls of an agent's thread: those in its messages, and those that events report before their message is there. */
export class CallTable implements CallHost {
  readonly #agent: AgUiAgent;
  readonly #entries = new Map<string, CallEntry>();
  readonly #byExecution = new Map<string, CallEntry>();
  #byMessage = new Map<string, CallEntry[]>();
  readonly #changed = new Set<CallEntry>();
  readonly #schedule: () => void;
  #threadId: string | undefined;
  /** Whether the messages must be read, and whether they have changed since they last were. */
  #isStale = true;
  #mayBeStale = false;
  #mark = "";

  /** @param schedule is called after each change. */
  constructor(agent: AgUiAgent, schedule: () => void) {
    this.#agent = agent;
    this.#schedule = schedule;
  }

  get isRunning(): boolean {
    return this.#agent.isRunning;
  }

  changed(entry: CallEntry): void {
    this.#changed.add(entry);
    this.#schedule();
  }

  /** Takes the calls that have changed since this was last called. */
  takeChanged(): readonly CallEntry[] {
    this.refresh();
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  /** All calls, in the order in which they became known. */
  get entries(): Iterable<CallEntry> {
    return this.#entries.values();
  }

  /** The calls in the messages, in their order. */
  get listed(): readonly CallEntry[] {
    this.refresh();
    return [...this.#byMessage.values()].flat();
  }

  /** The calls of a message, in their order. */
  of(messageId: string): readonly CallEntry[] {
    this.refresh();
    return this.#byMessage.get(messageId) ?? [];
  }

  /** The call of an execution that was linked to it. */
  ofExecution(executionId: string): CallEntry | undefined {
    return this.#byExecution.get(executionId);
  }

  linkExecution(executionId: string, entry: CallEntry): void {
    this.#byExecution.set(executionId, entry);
  }

  /** Notes that the messages may have changed: they are read again if they have. */
  suspect(): void {
    this.#mayBeStale = true;
  }

  /** Notes that the messages must be read again. */
  expire(): void {
    this.#isStale = true;
  }

  /** The known call that an event is about. */
  find(detail: { readonly toolCallId: string }): CallEntry | undefined {
    return this.#entries.get(this.#keyOf(detail));
  }

  /** The call that an event is about; a new one if it is not known. */
  entryOf(detail: NamedCall): CallEntry {
    const key = this.#keyOf(detail);
    return this.#entries.get(key) ?? this.enter(detail, key);
  }

  /** Enters a call, in place of an earlier one with the same key. */
  enter({ toolCallId, toolCallName }: NamedCall, key: string): CallEntry {
    const before = this.#entries.get(key);
    if (before) this.#forget(before);
    const entry = new CallEntry(this, key, toolCallId, toolCallName);
    this.#entries.set(key, entry);
    this.#isStale = true;
    return entry;
  }

  /** The key of a call. Details of an element of another version have none: then it is the last one without an answer. */
  #keyOf(detail: { readonly toolCallId: string }): string {
    const key = callKeyOf(detail);
    if (key !== undefined) return key;
    const { toolCallId } = detail;
    const same = [...this.#entries.values()].filter((each) => each.toolCallId === toolCallId);
    return (same.findLast(({ end }) => !end) ?? same.at(-1))?.key ?? toolCallId;
  }

  #forget(entry: CallEntry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    if (entry.execution) this.#byExecution.delete(entry.execution.id);
    this.#changed.delete(entry);
  }

  /** Reads the messages, if they have changed. */
  refresh(): void {
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

  /** Removes a call that is not in the messages, unless its message has not been made yet. */
  #leave(entry: CallEntry): void {
    if (entry.isSeen || entry.end || !this.isRunning) this.#forget(entry);
  }

  #place({ key, toolCallId, messageId, toolName, argsText }: ListedCall): void {
    const known = this.#entries.get(key);
    const isKnown = known?.toolName === toolName && known.toolCallId === toolCallId;
    const entry = isKnown ? known : this.enter({ toolCallId, toolCallName: toolName }, key);
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
