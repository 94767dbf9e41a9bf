/** Lists of threads for tests: stores in memory, threads to put in, and files to import. */
import type { Message } from "@ag-ui/core";
import { memoryThreadStore } from "ag-ui-lit/durable";
import {
  ThreadList,
  type ThreadListOptions,
  type ThreadMatch,
  type ThreadStore,
} from "ag-ui-lit/threads";

let stores = 0;

/** A store of its own. */
export function openStore(options: { readonly maxBytes?: number } = {}): ThreadStore {
  stores += 1;
  return memoryThreadStore({ name: `threads-${process.pid}-${stores}`, ...options });
}

/** A store with these threads, each saved at its own time, and a list of it that is read. */
export async function openList(
  threads: Readonly<Record<string, readonly Message[] | string>> = {},
  options: ThreadListOptions = {},
): Promise<{ readonly store: ThreadStore; readonly list: ThreadList }> {
  const store = openStore();
  let at = 1_000;
  for (const [id, given] of Object.entries(threads)) {
    const messages = typeof given === "string" ? [said("1", given)] : given;
    at += 1_000;
    await store.save({ id, createdAt: at, updatedAt: at, messages, state: {}, interrupts: [] });
  }
  const list = new ThreadList(store, options);
  await list.ready;
  return { store, list };
}

/** A message of the person. */
export const said = (id: string, content: string): Message => ({ id, role: "user", content });

/** A message of the agent. */
export const answered = (id: string, content: string): Message => ({
  id,
  role: "assistant",
  content,
});

/** A message of the agent with a call. */
export const called = (id: string, toolCallId: string): Message => ({
  id,
  role: "assistant",
  toolCalls: [
    { id: toolCallId, type: "function", function: { name: "pay", arguments: '{"amount":5}' } },
  ],
});

/** The ids of the threads of a list, in its order. */
export const idsOf = (list: ThreadList): string[] => list.threads.map(({ id }) => id);

/** Everything that a search finds. */
export async function allOf(found: AsyncIterable<ThreadMatch>): Promise<ThreadMatch[]> {
  const matches: ThreadMatch[] = [];
  for await (const match of found) matches.push(match);
  return matches;
}

/** A match as one text: `title: be[for]e`. */
export const shown = ({ thread, where, excerpt: { before, match, after } }: ThreadMatch): string =>
  `${thread.id}, ${where}: ${before}[${match}]${after}`;

/** A file with threads, as `export()` writes it. */
export function fileOf(...threads: readonly unknown[]): string {
  return JSON.stringify({ format: "ag-ui-lit/threads", version: 1, exportedAt: 1, threads });
}

/** A thread of a file, with other members in place of its own. */
export function threadOf(own: object = {}): Record<string, unknown> {
  return {
    ...{ id: "t1", createdAt: 1_000, updatedAt: 2_000, state: {}, interrupts: [], calls: [] },
    messages: [said("1", "Order tea."), answered("2", "Ordered.")],
    ...own,
  };
}
