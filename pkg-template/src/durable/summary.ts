import type { Message } from "@ag-ui/core";
import { messageText } from "../codec/message-text.js";
import { isObject, readNumber, readText } from "../codec/safe-read.js";
import { start } from "../codec/truncate.js";
import { visibleText } from "../visible-text/visible-text.js";
import type { StoredThread, SummaryChange, ThreadSummary } from "./thread-store.js";

/** The longest title, in UTF-16 units. */
const LONGEST_TITLE = 80;

/** A thread's row in a store: what a list shows, and what it is counted by. */
export interface SummaryRow {
  readonly id: string;
  /** The title that a person gave; empty for none. */
  readonly title: string;
  /** The beginning of the first message. */
  readonly firstWords: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Bytes of the thread, without its calls' records. */
  readonly bytes: number;
  /** Bytes of its calls' records. */
  readonly callBytes: number;
  readonly isRunning: boolean;
  /** Messages of the assistant, and how many of them were seen. */
  readonly said: number;
  readonly seen: number;
}

/** The row of a thread that is stored, after its last one. */
export function rowOf(
  thread: StoredThread,
  bytes: number,
  before: SummaryRow | undefined,
): SummaryRow {
  const said = thread.messages.filter(({ role }) => role === "assistant").length;
  return {
    id: thread.id,
    title: thread.title ?? before?.title ?? "",
    firstWords: firstWordsOf(thread.messages),
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    bytes,
    callBytes: before?.callBytes ?? 0,
    isRunning: thread.isRunning ?? before?.isRunning ?? false,
    said,
    seen: Math.min(said, before?.seen ?? 0),
  };
}

/** A row with a change. */
export function changedRow(row: SummaryRow, change: SummaryChange): SummaryRow {
  const { title, isRunning, isRead } = change;
  return {
    ...row,
    ...(title !== undefined && { title: start(title, LONGEST_TITLE) }),
    ...(isRunning !== undefined && { isRunning }),
    ...(isRead && { seen: row.said }),
  };
}

/** The summary of a row, for a list. */
export function summaryOf(row: SummaryRow): ThreadSummary {
  const { id, title, firstWords, createdAt, updatedAt, isRunning, said, seen } = row;
  return {
    ...{ id, createdAt, updatedAt, isRunning },
    title: title === "" ? firstWords : title,
    bytes: row.bytes + row.callBytes,
    unread: Math.max(0, said - seen),
  };
}

/** A row as it was stored; `undefined` for anything else. */
export function readRow(value: unknown): SummaryRow | undefined {
  if (!isObject(value)) return undefined;
  const [id, title, firstWords] = [
    readText(value, "id"),
    readText(value, "title"),
    readText(value, "firstWords"),
  ];
  if (!id || title === undefined || firstWords === undefined) return undefined;
  const number = (key: keyof SummaryRow): number => Math.max(0, readNumber(value, key) ?? 0);
  return {
    ...{ id, title: start(title, LONGEST_TITLE), firstWords: start(firstWords, LONGEST_TITLE) },
    createdAt: number("createdAt"),
    updatedAt: number("updatedAt"),
    bytes: number("bytes"),
    callBytes: number("callBytes"),
    isRunning: (value as { isRunning?: unknown }).isRunning === true,
    said: number("said"),
    seen: number("seen"),
  };
}

function firstWordsOf(messages: readonly Message[]): string {
  const first = messages.find(({ role }) => role === "user");
  if (!first) return "";
  const words = messageText(first.content).slice(0, 1_000).replaceAll(/\s+/g, " ").trim();
  return start(visibleText(words), LONGEST_TITLE);
}
