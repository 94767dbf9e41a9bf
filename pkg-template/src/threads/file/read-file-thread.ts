import type { Message } from "@ag-ui/core";
import { isObject, read, readText } from "../../codec/safe-read.js";
import { start } from "../../codec/truncate.js";
import type { StoredThread } from "../../durable/thread-store.js";
import type { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { FILE_LIMITS, LONGEST_ID, LONGEST_TITLE } from "../limits.js";
import { checkValue, type Fields, fieldsOf, listOf, Malformed, ownOf } from "./fields.js";
import { openCallsOf } from "./open-calls.js";
import { readMessage } from "./read-message.js";

/** A thread of a file, as it may be stored. */
export interface FileThread {
  /** Without an id that can be used, `undefined`. */
  readonly id: string | undefined;
  readonly thread: Omit<StoredThread, "id">;
  /** Messages with instructions, which were left out. */
  readonly instructions: number;
}

/**
 * The thread in a JSON text, checked field by field.
 *
 * What the backend waited for is left out: a file can't prove it. So are the records of calls, except for an answer that the
 * messages lack.
 *
 * @throws {Malformed} that says what is wrong with it.
 */
export async function readFileThread(text: string, slice: WorkSlice): Promise<FileThread> {
  if (text.length > FILE_LIMITS.threadLength) {
    throw new Malformed(`it has more than ${FILE_LIMITS.threadLength} characters`);
  }
  const fields = fieldsOf(parsed(text), "it");
  checkValue(fields);
  const list = listOf(ownOf(fields, "messages"), "messages", FILE_LIMITS.messages);
  const messages: Message[] = [];
  let instructions = 0;
  for (const [index, each] of list.entries()) {
    if (slice.isDue) await slice.yield();
    const message = readMessage(each, `messages[${index}]`);
    if (message) messages.push(message);
    else instructions += 1;
  }
  const updatedAt = timeOf(fields, "updatedAt");
  return {
    id: usableId(ownOf(fields, "id")),
    thread: {
      ...titleOf(ownOf(fields, "title")),
      createdAt: Math.min(timeOf(fields, "createdAt"), updatedAt),
      updatedAt,
      messages: withRecordedAnswers(messages, ownOf(fields, "calls")),
      state: (ownOf(fields, "state") ?? {}) as StoredThread["state"],
      interrupts: [],
    },
    instructions,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed("it is not JSON");
  }
}

/** An id of visible characters: it stands in addresses, locks and logs. */
function usableId(id: unknown): string | undefined {
  const isUsable = typeof id === "string" && id.length <= LONGEST_ID && /^[\x21-\x7e]+$/.test(id);
  return isUsable ? id : undefined;
}

function titleOf(title: unknown): { readonly title?: string } {
  if (typeof title !== "string" || title.trim() === "") return {};
  return { title: start(title.trim(), LONGEST_TITLE) };
}

/** A time of the past: a later one would keep the thread at the top of the list. */
function timeOf(fields: Fields, key: string): number {
  const time = ownOf(fields, key);
  const now = Date.now();
  return typeof time === "number" && time >= 0 && time <= now ? time : now;
}

type Answer = Extract<Message, { role: "tool" }>;

/** The messages with the answers that only the records of open calls have, each behind its call. */
function withRecordedAnswers(messages: readonly Message[], records: unknown): readonly Message[] {
  if (!Array.isArray(records) || records.length > FILE_LIMITS.messages) return messages;
  const open = new Set(
    openCallsOf(messages).map(({ messageId, call }) => keyOf(messageId, call.id)),
  );
  const answers = new Map<string, Answer>();
  for (const record of records as readonly unknown[]) {
    const answer = answerOf(record);
    if (answer && open.has(answer[0])) answers.set(...answer);
  }
  if (answers.size === 0) return messages;
  return messages.flatMap((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [message, ...calls.flatMap(({ id }) => answers.get(keyOf(message.id, id)) ?? [])];
  });
}

const keyOf = (messageId: string, toolCallId: string): string =>
  JSON.stringify([messageId, toolCallId]);

/** The answer in a record, by the place of its call. */
function answerOf(record: unknown): readonly [key: string, answer: Answer] | undefined {
  if (!isObject(record)) return undefined;
  const messageId = readText(record, "messageId");
  const answer = read(record, "answer");
  if (messageId === undefined || !isObject(answer)) return undefined;
  try {
    const message = readMessage(answer, "answer");
    return message?.role === "tool" ? [keyOf(messageId, message.toolCallId), message] : undefined;
  } catch {
    // The call stays one that may have run.
    return undefined;
  }
}
