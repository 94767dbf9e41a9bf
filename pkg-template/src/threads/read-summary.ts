import { isObject, read, readNumber, readText } from "../codec/safe-read.js";
import { start } from "../codec/truncate.js";
import type { ThreadSummary } from "../durable/thread-store.js";
import { LONGEST_ID, LONGEST_TITLE, MOST_LISTED } from "./file/limits.js";

/**
 * The summaries in a store's list, those that changed last first. Other code of the origin may have written the store:
 * what is not a summary, or has the id of one before it, is left out, titles are cut, and the newest 10,000 count.
 */
export function readSummaries(list: unknown): readonly ThreadSummary[] {
  if (!Array.isArray(list)) return [];
  const byId = new Map<string, ThreadSummary>();
  for (const each of list) {
    const summary = readSummary(each);
    if (summary && !byId.has(summary.id)) byId.set(summary.id, summary);
  }
  const newestFirst = (one: ThreadSummary, other: ThreadSummary): number =>
    other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1);
  return [...byId.values()].sort(newestFirst).slice(0, MOST_LISTED);
}

function readSummary(value: unknown): ThreadSummary | undefined {
  if (!isObject(value)) return undefined;
  const id = readText(value, "id");
  if (!id || id.length > LONGEST_ID) return undefined;
  const count = (key: string): number => Math.max(0, readNumber(value, key) ?? 0);
  return Object.freeze({
    id,
    title: start(readText(value, "title") ?? "", LONGEST_TITLE),
    createdAt: count("createdAt"),
    updatedAt: count("updatedAt"),
    bytes: count("bytes"),
    isRunning: read(value, "isRunning") === true,
    unread: Math.floor(count("unread")),
  });
}
