import { type AbstractAgent, randomUUID } from "@ag-ui/client";
import type {
  Interrupt,
  Message,
  ResumeEntry,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "@ag-ui/core";
import type { ToolError } from "../../execution/types.js";
import type { HistoryChange } from "../events/history-change.js";
import { renameCalls, renameInDetail, renameInterrupt } from "../identity/call-names.js";
import type { KnownCall } from "../identity/known-call.js";
import { adopt } from "../identity/message-lists.js";
import { sameContent } from "../identity/same-message.js";
import { aliasesIn, type ThreadCalls } from "../identity/thread-calls.js";
import { tooLong } from "../limits/limits.js";
import { callsOf } from "./event-pipeline.js";
import { InterruptGates } from "./interrupt-gates.js";
import { makeSendable, markSendable } from "./own-messages.js";
import {
  arranged,
  isSameList,
  type PendingCalls,
  pendingCalls,
  unansweredCalls,
} from "./pending-calls.js";
import { ShownMessages } from "./shown-messages.js";

/** The answer to a call of whose arguments nothing had come when its run ended. */
const neverWritten: ToolError = {
  category: "validation",
  code: "arguments_missing",
  message:
    "The tool was not run: the run ended before its arguments had come (no TOOL_CALL_ARGS, no TOOL_CALL_END).",
  retryable: false,
};

/** The messages of an agent's thread, with its calls kept apart and its answers in their places. */
export class Thread {
  readonly agent: AbstractAgent;
  readonly #calls: ThreadCalls;
  readonly #longest: () => number;
  readonly #changed: () => void;
  readonly #shown: ShownMessages;
  readonly #gates: InterruptGates;
  /** The list as this thread wrote it. */
  #written: readonly Message[] | undefined;
  #isClosed = false;

  /**
   * @param longest says how many UTF-16 units of arguments a call may have.
   * @param changed is called when the thread itself changed the messages.
   */
  constructor(agent: AbstractAgent, longest: () => number, changed: () => void) {
    this.agent = agent;
    this.#longest = longest;
    this.#calls = callsOf(agent);
    this.#gates = new InterruptGates(agent);
    this.#shown = new ShownMessages(this.#calls.idOf);
    this.#changed = changed;
  }

  /** The messages as backend and page know them. */
  get messages(): Message[] {
    return this.agent.messages.map((message) => renameCalls(message, this.#calls.idOf));
  }

  /** Replaces the thread: what was known of its calls is forgotten. */
  set messages(messages: readonly Message[]) {
    this.#calls.clear();
    this.#gates.clear();
    const adopted = adopt(this.#calls, messages);
    this.#settleWritten(adopted);
    this.#write(adopted);
    this.#look();
    this.#calls.beginTurn();
  }

  /** What the backend waits for. */
  get pendingInterrupts(): Interrupt[] {
    const { pendingInterrupts } = this.agent;
    return pendingInterrupts.map((interrupt) => renameInterrupt(interrupt, this.#calls.idOf));
  }

  /** How many UTF-16 units of arguments a call may have. */
  get longest(): number {
    return this.#longest();
  }

  /** Whether a call's arguments are more than the page allows, in a list of the backend's or piece by piece. */
  isTooLong({ id, function: { arguments: args } }: ToolCall): boolean {
    return args.length > this.#longest() || this.#calls.get(id)?.isCut === true;
  }

  /** Why a call's arguments are not even looked at, if so. */
  faultOf(call: ToolCall): ToolError | undefined {
    if (this.isTooLong(call)) return tooLong(this.#longest());
    // What was written of others shows whether it is all.
    const isNothing = call.function.arguments.trim() === "";
    return isNothing && this.#calls.get(call.id)?.isUnended ? neverWritten : undefined;
  }

  /** The id the backend gave a call. */
  idOf(call: ToolCall): string {
    return this.#calls.idOf(call.id);
  }

  /** An event's detail as the page knows the calls in it. */
  shown<Detail>(detail: Detail): Detail {
    return renameInDetail(detail, this.#calls.idOf, (messages) => this.#shown.of(messages));
  }

  /**
   * Begins a turn with a user message.
   *
   * @returns what puts the message back when a backend's list of messages has left it out, and says whether it had.
   */
  ask(content: UserMessage["content"]): () => boolean {
    this.adoptChanges();
    const before = new Set(this.agent.messages.map(({ id }) => id));
    const asked: UserMessage = { id: randomUUID(), role: "user", content };
    this.#calls.beginTurn();
    this.#gates.clear();
    this.#write([...this.agent.messages, asked]);
    const text = JSON.stringify(content);
    return () => {
      // A backend may give it another id.
      const isThere = this.agent.messages.some(
        ({ id, role, content }) =>
          id === asked.id ||
          (role === "user" && !before.has(id) && JSON.stringify(content) === text),
      );
      if (!isThere) this.#write([...this.agent.messages, asked]);
      return !isThere;
    };
  }

  /** Takes in what the page did to the agent's messages since the last run. To be called before each run. */
  adoptChanges(): void {
    this.#calls.forgetRemoved(this.agent.messages);
    this.#arrange({ isByPage: true });
  }

  /** Puts the answers into their places. To be called after each run, however it ended. */
  settle(): void {
    markSendable(this.agent);
    this.#arrange();
    this.#look();
    this.#gates.see();
  }

  /** The calls to answer after a run that finished. */
  pending(listed: ReadonlySet<string>, offered: ReadonlySet<string>): PendingCalls {
    const { isEarlier } = this.#calls;
    const { gated, declined } = this.#gates;
    const facts = { isEarlier, gated, declined, listed, offered };
    return pendingCalls(this.agent.messages, facts);
  }

  /** The open calls: those without an answer that no interrupt holds back. */
  get openCalls(): ToolCall[] {
    const gated = this.#gates.now;
    return unansweredCalls(this.agent.messages).filter((call) => !gated.has(call.id));
  }

  /** Those of them that are of this turn. */
  get openCallsOfTurn(): ToolCall[] {
    return this.openCalls.filter((call) => !this.#calls.isEarlier(call.id));
  }

  /** Notes which calls are not to run because the interrupts that hold them back are cancelled. */
  decline(entries: readonly ResumeEntry[]): void {
    this.#gates.decline(entries);
  }

  /** Answers calls. What is answered that the page has taken out of the thread meanwhile is dropped. */
  answer(answers: readonly ToolMessage[]): void {
    if (answers.length === 0 || this.#isClosed) return;
    this.adoptChanges();
    const waiting = new Set(unansweredCalls(this.agent.messages).map((call) => call.id));
    for (const answer of answers) if (waiting.has(answer.toolCallId)) this.#calls.settle(answer);
    this.#arrange();
    this.#look();
  }

  /** What is known of a call, and the answer that stands. */
  known(alias: string): { readonly call?: KnownCall; readonly answer?: ToolMessage } {
    const [call, answer] = [this.#calls.get(alias), this.#calls.answers.get(alias)];
    return { ...(call && { call }), ...(answer && { answer }) };
  }

  /** Whether the page gave or knows the answer of a call. */
  isOurs(alias: string): boolean {
    return this.#calls.isSettled(alias);
  }

  /** The calls that stand in the messages. */
  get calls(): ReadonlySet<string> {
    return new Set(aliasesIn(this.agent.messages));
  }

  /** What the backend changed of what the page knew, since this was last asked. */
  takeChanges(): readonly HistoryChange[] {
    return this.#calls.takeChanges();
  }

  /** Whether one of the calls still stands in the messages. */
  holds(calls: readonly ToolCall[]): boolean {
    const ids = new Set(calls.map((call) => call.id));
    return this.agent.messages.some(
      (message) =>
        message.role === "assistant" && message.toolCalls?.some((call) => ids.has(call.id)),
    );
  }

  /** Changes nothing from here on: another thread has taken its place. */
  close(): void {
    this.#isClosed = true;
  }

  /** Undoes what a run of an abandoned thread did to the agent's messages. */
  rewrite(): void {
    if (this.#written && this.agent.messages !== this.#written) this.#write(this.#written);
  }

  #arrange({ isByPage = false } = {}): void {
    if (this.#isClosed) return;
    makeSendable(this.agent);
    const adopted = adopt(this.#calls, this.agent.messages);
    if (isByPage) this.#settleWritten(adopted);
    const { answers } = this.#calls;
    const messages = arranged(adopted, {
      get: (id) => answers.get(id),
      isSettled: (id) => this.#calls.isSettled(id),
      isTooLong: (call) => this.isTooLong(call),
    });
    if (!isSameList(messages, this.agent.messages)) this.#write(messages);
    this.#calls.answerFrom(messages);
  }

  /** Answers that the page itself has put into the messages, or edited there, stand from now on. */
  #settleWritten(messages: readonly Message[]): void {
    const answered = new Set<string>();
    for (const message of messages) {
      if (message.role !== "tool" || answered.has(message.toolCallId)) continue;
      answered.add(message.toolCallId);
      const known = this.#calls.answers.get(message.toolCallId);
      if (!known || !sameContent(known.content, message.content)) this.#calls.settle(message);
    }
  }

  #look(): void {
    this.#calls.see(this.agent.messages);
  }

  #write(messages: readonly Message[]): void {
    if (this.#isClosed) return;
    this.agent.setMessages([...messages]);
    markSendable(this.agent);
    this.#written = this.agent.messages;
    this.#changed();
  }
}
