import type { AssistantMessage, Message, ToolCall, ToolMessage } from "@ag-ui/core";

/** A tool call that waits for its answer, and the message it belongs to. */
export interface PendingCall {
  readonly call: ToolCall;
  readonly message: AssistantMessage;
}

/**
 * The calls of an assistant message that have no answer, in call order. A call is its id within its message: backends
 * use ids again in later turns, so only the tool messages that directly follow the message count.
 */
export function unansweredCalls(
  messages: readonly Message[],
  message: AssistantMessage,
): PendingCall[] {
  const answered = new Set(answersTo(messages, message).map((answer) => answer.toolCallId));
  return (message.toolCalls ?? [])
    .filter((call) => !answered.has(call.id))
    .map((call) => ({ call, message }));
}

/** The messages with answers put right after their assistant message, in call order. */
export function withAnswers(
  messages: readonly Message[],
  message: AssistantMessage,
  answers: readonly ToolMessage[],
): Message[] {
  const at = messages.findIndex((candidate) => candidate.id === message.id);
  const there = answersTo(messages, message);
  const order = (message.toolCalls ?? []).map((call) => call.id);
  const rank = (answer: ToolMessage): number => order.indexOf(answer.toolCallId);
  const sorted = [...there, ...answers].sort((one, other) => rank(one) - rank(other));
  return [...messages.slice(0, at + 1), ...sorted, ...messages.slice(at + 1 + there.length)];
}

/** The run of tool messages right after an assistant message. */
function answersTo(messages: readonly Message[], message: AssistantMessage): ToolMessage[] {
  const at = messages.findIndex((candidate) => candidate.id === message.id);
  const answers: ToolMessage[] = [];
  for (const next of at === -1 ? [] : messages.slice(at + 1)) {
    if (next.role !== "tool") break;
    answers.push(next);
  }
  return answers;
}
