import { isObject, read } from "../codec/safe-read.js";
import { type ThreadAccess, threadAccess } from "../element/page/thread-access.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aFunction, aText, aTime, hasMethods } from "../options/rules.js";
import { indexedDbThreadStore } from "./indexed-db-thread-store.js";
import { KeptThreads } from "./kept-threads.js";
import type { ThreadStore } from "./thread-store.js";

/** A thread that is shown as it was stored. */
export interface RestoredThread {
  readonly threadId: string;
  /** True if this tab runs its calls; otherwise another one does, and this tab shows what it does. */
  readonly isActing: boolean;
}

/** Options of `keepThreads()`. */
export interface KeepThreadsOptions {
  /** The store of the threads; `indexedDbThreadStore()` by default. */
  readonly store?: ThreadStore;
  /**
   * The thread to begin with. By default it is the element's `thread-id`, else the thread that this tab showed last,
   * else the one that changed last, else a new one.
   */
  readonly threadId?: string;
  /** Called each time a thread is shown as it was stored, also for a new one. */
  readonly onRestored?: (thread: RestoredThread) => void;
  /**
   * The fate of a call that must not run twice if its start can't be recorded: with `"preferred"`, the default,
   * it runs if nothing of it is stored; with `"required"` it never runs. In both cases it does not run where the store
   * holds that it has not begun.
   */
  readonly durability?: "preferred" | "required";
  /**
   * Milliseconds for which an approval stands when the page is reloaded before the call began: 15 minutes by default.
   */
  readonly approvalLifetime?: number;
}

const storeMethods = [
  "list",
  "load",
  "save",
  "update",
  "calls",
  "claim",
  "record",
  "delete",
  "subscribe",
  "close",
];

const rules: OptionRules<KeepThreadsOptions> = {
  store: [
    "a ThreadStore, such as indexedDbThreadStore()",
    (value) => hasMethods(value, ...storeMethods) && typeof read(value, "name") === "string",
  ],
  threadId: aText,
  onRestored: aFunction,
  durability: [
    '"preferred" or "required"',
    (value) => value === "preferred" || value === "required",
  ],
  approvalLifetime: aTime,
};

const defaultApprovalLifetime = 15 * 60_000;

/**
 * Keeps the threads of an `<ag-ui-agent>`, so that they and their calls outlive the page: messages, state, interrupts,
 * and a record of every call. Register the tools before: calls of a restored thread may run at once.
 *
 * @param agent an `<ag-ui-agent>` that is defined.
 * @throws {TypeError} when it is not one, or an option is not as it must be.
 * @throws {Error} when its threads are kept already.
 * @example
 * ```ts
 * import { keepThreads } from "ag-ui-lit/durable";
 *
 * const kept = keepThreads(document.querySelector("ag-ui-agent")!);
 * await kept.ready;
 * ```
 */
export function keepThreads(agent: HTMLElement, options: KeepThreadsOptions = {}): KeptThreads {
  checkOptions("keepThreads", options, rules);
  const access = isObject(agent) ? read(agent, threadAccess) : undefined;
  if (!isObject(access)) {
    throw new OptionError(
      "ag-ui-lit: keepThreads() takes an <ag-ui-agent> element. Import ag-ui-lit/element first, which defines it.",
    );
  }
  const {
    store = indexedDbThreadStore(),
    durability = "preferred",
    approvalLifetime = defaultApprovalLifetime,
    threadId,
    onRestored,
  } = options;
  return new KeptThreads(access as ThreadAccess, {
    ...{ store, durability, approvalLifetime, threadId, onRestored },
    isOwnStore: options.store === undefined,
  });
}
