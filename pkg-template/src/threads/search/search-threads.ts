import { messageText } from "../../codec/message-text.js";
import type { ThreadStore, ThreadSummary } from "../../durable/thread-store.js";
import { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { type Excerpt, TextFinder } from "./text-finder.js";

/** A thread that a search has found. */
export interface ThreadMatch {
  readonly thread: ThreadSummary;
  /** The place of the text: the thread's title, or a message. */
  readonly where: "title" | "message";
  /** The message, and who wrote it; absent for a title. */
  readonly messageId?: string;
  readonly role?: "user" | "assistant";
  readonly excerpt: Excerpt;
}

/** The terms of a search. */
export interface ThreadSearch {
  readonly text: string;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The threads with a text in their title, then those with it in a message: each once, in the order of the list. A
 * thread that can't be loaded is passed over.
 */
export async function* searchThreads(
  store: ThreadStore,
  threads: readonly ThreadSummary[],
  { text, limit, signal }: ThreadSearch,
): AsyncGenerator<ThreadMatch, void> {
  const finder = new TextFinder(text);
  if (finder.isEmpty) return;
  const slice = new WorkSlice();
  const others: ThreadSummary[] = [];
  let found = 0;
  for (const thread of threads) {
    signal?.throwIfAborted();
    const excerpt = await finder.find(thread.title, slice);
    if (!excerpt) others.push(thread);
    else if (found < limit) yield { thread, where: "title", excerpt };
    if (excerpt) found += 1;
  }
  for (const thread of others) {
    if (found >= limit) return;
    signal?.throwIfAborted();
    const match = await inMessages(store, thread, finder, slice).catch(() => undefined);
    if (!match) continue;
    found += 1;
    yield match;
  }
  slice.end();
}

async function inMessages(
  store: ThreadStore,
  thread: ThreadSummary,
  finder: TextFinder,
  slice: WorkSlice,
): Promise<ThreadMatch | undefined> {
  const stored = await store.load(thread.id);
  for (const { id, role, content } of stored?.messages ?? []) {
    if (role !== "user" && role !== "assistant") continue;
    const excerpt = await finder.find(messageText(content), slice);
    if (excerpt) return { thread, where: "message", messageId: id, role, excerpt };
  }
  return undefined;
}
