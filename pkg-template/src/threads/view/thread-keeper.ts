import { read } from "../../codec/safe-read.js";
import type { ThreadStore } from "../../durable/thread-store.js";
import { hasMethods } from "../../options/rules.js";
import type { ThreadList } from "../thread-list.js";

/** Opens threads of a store in an agent: the result of `keepThreads()`, or an object of the page's own. */
export interface ThreadKeeper {
  readonly store: ThreadStore;
  /** Opens a thread; a promise of it is awaited. */
  open(threadId: string): unknown;
  /** Begins a thread; a promise of it is awaited. */
  create(): unknown;
}

/** Returns true for what can open threads; a `ThreadList` can't. */
export function isKeeper(threads: unknown): threads is ThreadKeeper {
  return hasMethods(threads, "open", "create") && hasMethods(read(threads, "store"), "list");
}

/** Returns true for a `ThreadList`, also one of another copy of the package. */
export function isThreadList(threads: unknown): threads is ThreadList {
  return hasMethods(threads, "search", "rename", "refresh");
}
