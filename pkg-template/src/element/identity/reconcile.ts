import type { Message, ToolCall, ToolMessage } from "@ag-ui/core";
import type { HistoryChange } from "../events/history-change.js";
import { withMark } from "./known-call.js";
import { sameContent } from "./same-message.js";
import type { ThreadCalls } from "./thread-calls.js";

// Calls and answers that a backend's list has otherwise than the page knows them.

/** A message of a backend's list with its calls and its answer as they are known. */
export function reconciled(
  thread: ThreadCalls,
  message: Message,
  changes: HistoryChange[],
): Message {
  if (message.role === "tool") return reconciledAnswer(thread, message, changes);
  if (message.role !== "assistant" || !message.toolCalls) return message;
  const { id, toolCalls } = message;
  const calls = toolCalls.map((call) =>
    withMark(reconciledCall(thread, id, call, changes), thread.get(call.id)?.mark),
  );
  return calls.every((call, at) => call === toolCalls[at])
    ? message
    : { ...message, toolCalls: calls };
}

/**
 * A call that has its answer stays what it was, and so does the name of any. Other arguments of a call that has not run
 * count: it is announced again before it does.
 */
function reconciledCall(
  thread: ThreadCalls,
  messageId: string,
  call: ToolCall,
  changes: HistoryChange[],
): ToolCall {
  const known = thread.get(call.id);
  const after = call.function;
  if (!known || (after.name === known.name && after.arguments === known.args)) return call;
  const { id: toolCallId, isWhole } = known;
  const before = { name: known.name, arguments: known.args };
  if (known.says(after.name, after.arguments)) {
    // The backend may write it with other spaces. But `{}` stands for what is no JSON only once that was answered.
    return isWhole || known.isAnswered ? call : { ...call, function: before };
  }
  const kept = known.isAnswered || after.name !== known.name ? "page" : "backend";
  if (isWhole || kept === "page") {
    changes.push({ kind: "call-changed", messageId, toolCallId, before, after, kept });
  }
  if (kept === "page") return { ...call, function: before };
  thread.rewrite(known, after.arguments);
  return call;
}

function reconciledAnswer(
  thread: ThreadCalls,
  message: ToolMessage,
  changes: HistoryChange[],
): ToolMessage {
  const alias = message.toolCallId;
  const known = thread.answers.get(alias);
  if (!known || sameContent(known.content, message.content)) return message;
  const toolCallId = thread.idOf(alias);
  const isOurs = thread.isSettled(alias);
  changes.push({
    kind: "result-changed",
    messageId: message.id,
    toolCallId,
    before: { ...known, toolCallId },
    after: { ...message, toolCallId },
    kept: isOurs ? "page" : "backend",
  });
  if (isOurs) return { ...known, id: message.id };
  thread.answerAgain(message);
  return message;
}
