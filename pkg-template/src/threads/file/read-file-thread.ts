import type { Message } from "@ag-ui/core";
import { isObject, read, readText } from "../../codec/safe-read.js";
import { start } from "../../codec/truncate.js";
import type { StoredThread } from "../../durable/thread-store.js";
import type { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { checkValue, type Fields, fieldsOf, listOf, Malformed, ownOf } from "./fields.js";
import { FILE_LIMITS, LONGEST_ID, LONGEST_TITLE } from "./limits.js";
import { type Answer, keyOfCall, withAnswers } from "./open-calls.js";
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
 * Interrupts are left out: a file can't prove that a backend waits for them. Every call has an answer: the one in the
 * messages, else the one in the record of the call, else one that says that it is not known whether the tool ran. So no
 * call of a file is ever run.
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
      messages: withAnswers(messages, recordedAnswers(ownOf(fields, "calls"))),
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

/** The answers in records of calls, by the places of their calls. */
function recordedAnswers(records: unknown): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  if (!Array.isArray(records) || records.length > FILE_LIMITS.messages) return answers;
  for (const record of records as readonly unknown[]) {
    const answer = answerOf(record);
    if (answer) answers.set(...answer);
  }
  return answers;
}

function answerOf(record: unknown): readonly [key: string, answer: Answer] | undefined {
  if (!isObject(record)) return undefined;
  const messageId = readText(record, "messageId");
  const answer = read(record, "answer");
  if (messageId === undefined || !isObject(answer)) return undefined;
  try {
    const message = readMessage(answer, "answer");
    if (message?.role !== "tool") return undefined;
    return [keyOfCall(messageId, message.toolCallId), message];
  } catch {
    // The call is one whose result is not known.
    return undefined;
  }
}
