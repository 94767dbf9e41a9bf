import type { Message } from "@ag-ui/core";
import { randomId } from "../../codec/random-id.js";

/** The answer to a call. */
export type Answer = Extract<Message, { role: "tool" }>;

/** The place of a call, as a key. */
export const keyOfCall = (messageId: string, toolCallId: string): string =>
  JSON.stringify([messageId, toolCallId]);

const UNKNOWN =
  "This conversation was imported from a file in which the call has no result. It is not known whether the tool ran. " +
  "Check whether it took effect before you call it again.";

/**
 * The messages with an answer to every call, so that nothing of a file is ever run: the recorded one, else one that
 * says that it is not known whether the tool ran.
 *
 * @param recorded answers by the places of their calls
 */
export function withAnswers(
  messages: readonly Message[],
  recorded: ReadonlyMap<string, Answer>,
): readonly Message[] {
  const open = openCalls(messages);
  if (open.size === 0) return messages;
  return messages.flatMap((message): Message[] => {
    if (message.role !== "assistant") return [message];
    const answers = (message.toolCalls ?? []).flatMap((call) =>
      open.has(call) ? (recorded.get(keyOfCall(message.id, call.id)) ?? unknownTo(call.id)) : [],
    );
    return [message, ...answers];
  });
}

function unknownTo(toolCallId: string): Answer {
  return { id: randomId(), role: "tool", toolCallId, content: UNKNOWN, error: UNKNOWN };
}

/** The calls without an answer. Backends use ids again: an answer belongs to the last call of its id before it. */
function openCalls(messages: readonly Message[]): ReadonlySet<object> {
  const last = new Map<string, object>();
  const open = new Set<object>();
  for (const message of messages) {
    if (message.role === "tool") {
      const answered = last.get(message.toolCallId);
      if (answered) open.delete(answered);
    }
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) {
      last.set(call.id, call);
      open.add(call);
    }
  }
  return open;
}
