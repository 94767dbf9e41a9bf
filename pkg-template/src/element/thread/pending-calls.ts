import type { Message, ToolCall, ToolMessage } from "@ag-ui/core";
import { isObjectText } from "../identity/same-arguments.js";
import { sameContent } from "../identity/same-message.js";

// Pure functions over a thread's messages, in which every call has a name of its own (see `ThreadCalls`).

/** The calls that have no answer, in the order of the thread. */
export function unansweredCalls(messages: readonly Message[]): ToolCall[] {
  const answered = new Set(
    messages.map((message) => (message.role === "tool" ? message.toolCallId : undefined)),
  );
  return messages
    .flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
    .filter((call) => !answered.has(call.id));
}

/** What decides which calls a run left to the page. */
export interface RunFacts {
  /** Whether a call is of an earlier turn. */
  readonly isEarlier: (id: string) => boolean;
  /** The calls that an interrupt holds back, or held back in this turn. */
  readonly gated: ReadonlySet<string>;
  /** Those of them whose interrupt was answered as cancelled. */
  readonly declined: ReadonlySet<string>;
  /** The calls the backend listed as pending. Many list none, whatever is pending. */
  readonly listed: ReadonlySet<string>;
  /** The names of the tools the run was offered. */
  readonly offered: ReadonlySet<string>;
}

/** The calls to answer after a run that finished. */
export interface PendingCalls {
  /** Left to the page: run, or answered with an error when there is no such tool. The agent waits for these. */
  readonly ours: ToolCall[];
  /** The backend's own, whose result it did not send: answered with an error, so that the thread can go on. */
  readonly foreign: ToolCall[];
  /** Held back by an interrupt that was cancelled: answered as not run. */
  readonly declined: ToolCall[];
}

/**
 * Sorts the unanswered calls after a run that finished with success.
 *
 * | the call                                       | its tool was offered | it was not      |
 * | ---------------------------------------------- | -------------------- | --------------- |
 * | is listed                                      | run                  | unknown tool    |
 * | of this turn, and nothing is listed            | run                  | unknown tool    |
 * | of this turn, others are listed                | run                  | foreign         |
 * | of this turn, was held back by an interrupt    | run                  | foreign         |
 * | not listed, its interrupt was cancelled        | declined             | declined        |
 * | of an earlier turn, not listed                 | left alone           | left alone      |
 *
 * A list may leave a call out by mistake, and only the page can run what the page offers. A tool that the page never
 * offered is the backend's, when the backend shows that it keeps account of what is pending.
 */
export function pendingCalls(messages: readonly Message[], facts: RunFacts): PendingCalls {
  const { isEarlier, gated, declined, listed, offered } = facts;
  const isDeclined = (call: ToolCall): boolean => declined.has(call.id) && !listed.has(call.id);
  const unanswered = unansweredCalls(messages);
  const pending = unanswered.filter(
    (call) => !isDeclined(call) && (listed.has(call.id) || !isEarlier(call.id)),
  );
  const isForeign = (call: ToolCall): boolean =>
    !listed.has(call.id) &&
    !offered.has(call.function.name) &&
    (listed.size > 0 || gated.has(call.id));
  return {
    ours: pending.filter((call) => !isForeign(call)),
    foreign: pending.filter(isForeign),
    declined: unanswered.filter(isDeclined),
  };
}

/** The answers that came so far. */
export interface KnownAnswers {
  get(id: string): ToolMessage | undefined;
  /** Whether the page gave or knows it: then no other takes its place. */
  isSettled(id: string): boolean;
  /** Whether a call's arguments are longer than the page allows: they go back as `{}`, too. */
  isTooLong(call: ToolCall): boolean;
}

/**
 * The messages with every answer right after its call's message, in call order, each once. `answers` holds what came
 * so far: an answer that a snapshot left out is put back, one whose call is gone is left out.
 *
 * Arguments that are no JSON object must not stay in the history once they are answered: backends parse it, and some
 * refuse the whole thread. They stand as `{}`, and the answer quotes what was there.
 */
export function arranged(messages: readonly Message[], answers: KnownAnswers): Message[] {
  const there = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role !== "tool" || there.has(message.toolCallId)) continue;
    there.set(message.toolCallId, message);
  }
  const answerOf = ({ id }: ToolCall): ToolMessage | undefined => {
    const [listed, known] = [there.get(id), answers.get(id)];
    if (!listed || !known) return listed ?? known;
    const isSame = sameContent(listed.content, known.content);
    return answers.isSettled(id) && !isSame ? known : withError(listed, known);
  };
  return messages.flatMap((message): Message[] => {
    if (message.role === "tool") return [];
    if (message.role !== "assistant" || !message.toolCalls) return [message];
    const calls = message.toolCalls.map((call) =>
      answerOf(call) ? repaired(call, answers.isTooLong(call)) : call,
    );
    const isSame = calls.every((call, index) => call === message.toolCalls?.[index]);
    const own = isSame ? message : { ...message, toolCalls: calls };
    return [own, ...calls.flatMap((call) => answerOf(call) ?? [])];
  });
}

/** Whether two lists hold the very same messages. */
export function isSameList(one: readonly Message[], other: readonly Message[]): boolean {
  return one.length === other.length && one.every((message, index) => message === other[index]);
}

/** An answer as a backend's list has it, still an error when it was: several backends keep only the text. */
function withError(listed: ToolMessage, own: ToolMessage): ToolMessage {
  if (!own.error || listed.error || !sameContent(listed.content, own.content)) return listed;
  return { ...listed, error: own.error };
}

function repaired(call: ToolCall, isTooLong: boolean): ToolCall {
  return !isTooLong && isObjectText(call.function.arguments)
    ? call
    : { ...call, function: { ...call.function, arguments: "{}" } };
}
