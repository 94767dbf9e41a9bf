import type { Message } from "@ag-ui/core";
import { idempotencyKeyOf } from "../../../pkg/dist/execution/idempotency-key.js";

/** The arguments to which a person changes those of a call. */
export const EDITED = '{"n":99}';

/** A call of a thread with the answers that stand behind its message. */
export interface AnsweredCall {
  readonly key: string;
  /** The key with the arguments to which a person changes them. */
  readonly editedKey: string;
  readonly tool: string;
  readonly answers: readonly string[];
}

/** The calls of a thread with the answers that stand behind their messages. */
export function answeredCalls(threadId: string, messages: readonly Message[]): AnsweredCall[] {
  return messages.flatMap((message, at) => {
    if (message.role !== "assistant") return [];
    const next = messages.findIndex((other, index) => index > at && other.role !== "tool");
    const behind = messages.slice(at + 1, next === -1 ? undefined : next);
    const place = { threadId, messageId: message.id };
    return (message.toolCalls ?? []).map(
      ({ id: toolCallId, function: { name: toolName, arguments: argsText } }) => ({
        key: idempotencyKeyOf(place, { toolCallId, toolName, argsText }),
        editedKey: idempotencyKeyOf(place, { toolCallId, toolName, argsText: EDITED }),
        tool: toolName,
        answers: behind.flatMap((other) =>
          other.role === "tool" && other.toolCallId === toolCallId ? [String(other.content)] : [],
        ),
      }),
    );
  });
}
