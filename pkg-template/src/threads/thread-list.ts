import { start } from "../codec/truncate.js";
import type { ThreadStore, ThreadSummary } from "../durable/thread-store.js";
import { TypedEventTarget } from "../events/typed-event-target.js";
import { checkOptions } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aCount, aFunction, aSignal, hasMethods } from "../options/rules.js";
import { exportThreads, type ThreadExport } from "./file/export-threads.js";
import { importThreads, type ThreadImport } from "./file/import-threads.js";
import { LONGEST_TITLE } from "./file/limits.js";
import { ThreadListError } from "./file/thread-list-error.js";
import { LiveSummaries } from "./live-summaries.js";
import { searchThreads, type ThreadMatch } from "./search/search-threads.js";

/** Options of a `ThreadList`. */
export interface ThreadListOptions {
  /**
   * Stops what runs in a thread, before it is deleted. Returns, or resolves to, true once it has stopped. Without it,
   * and for anything else than true, a thread that runs is not deleted.
   */
  readonly stop?: (threadId: string) => boolean | Promise<boolean>;
  /** Called and awaited before a thread is deleted, to leave it: an agent that is still in it would save it again. */
  readonly leave?: (threadId: string) => void | Promise<void>;
}

/** Options of `search()`. */
export interface ThreadSearchOptions {
  /** Ends the search: it throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** The most threads that are found. @default 100 */
  readonly limit?: number;
}

/** Options of `export()` and `import()`. */
export interface ThreadFileOptions {
  /** Stops between two threads: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The event of a `ThreadList`. */
export interface ThreadListEventMap {
  /** `threads` or `failure` has changed, in this tab or another one. Changes that come together are one event. */
  change: Event;
}

const STORE_METHODS: readonly (keyof ThreadStore)[] = [
  ...(["list", "load", "save", "update", "calls", "record", "delete", "subscribe"] as const),
];

/** Found threads unless a search says otherwise. */
const FOUND = 100;

/**
 * The threads of a store as a live list: titles, times, unread messages, search, deletion, export and import. Needs no
 * document.
 *
 * @example
 * ```ts
 * const list = new ThreadList(kept.store);
 * list.addEventListener("change", () => render(list.threads));
 * await list.ready;
 * for await (const { thread, excerpt } of list.search("tea")) console.log(thread.title, excerpt.match);
 * ```
 */
export class ThreadList extends TypedEventTarget<ThreadListEventMap> {
  /** The store. */
  readonly store: ThreadStore;
  readonly #stop: ThreadListOptions["stop"];
  readonly #leave: ThreadListOptions["leave"];
  readonly #summaries: LiveSummaries;

  /** @throws {OptionError} for a store without its methods, and for an option that is not as it must be. */
  constructor(store: ThreadStore, options: ThreadListOptions = {}) {
    super();
    if (!hasMethods(store, ...STORE_METHODS))
      throw new OptionError("ag-ui-lit: new ThreadList(store) takes a ThreadStore.");
    checkOptions("ThreadList", options, { stop: aFunction, leave: aFunction });
    this.store = store;
    this.#stop = options.stop;
    this.#leave = options.leave;
    this.#summaries = new LiveSummaries(store, () => this.dispatchEvent(new Event("change")));
  }

  /** The threads, those that changed last first. The same array as long as nothing changes. */
  get threads(): readonly ThreadSummary[] {
    return this.#summaries.threads;
  }

  /** The reason why the store could not be read the last time; `threads` is then what was known before. */
  get failure(): Error | undefined {
    return this.#summaries.failure;
  }

  /** Resolves when the store has been read for the first time, or could not be. */
  get ready(): Promise<void> {
    return this.#summaries.ready;
  }

  /** Reads the store again, as after a failure. */
  refresh(): Promise<void> {
    return this.#summaries.refresh();
  }

  /** Gives a thread a title: without blanks at its ends and cut after 80 UTF-16 units. An empty one changes nothing. */
  async rename(threadId: string, title: string): Promise<void> {
    const given = start(String(title).replace(/\s+/g, " ").trim(), LONGEST_TITLE);
    if (given === "") return;
    await this.store.update(threadId, { title: given });
    await this.refresh();
  }

  /** Notes that everything in a thread has been seen. */
  async markRead(threadId: string): Promise<void> {
    await this.store.update(threadId, { isRead: true });
    await this.refresh();
  }

  /**
   * Deletes a thread with the records of its calls, for good.
   *
   * @throws {ThreadListError} `thread_running` when something runs in it, and nothing could stop it.
   */
  async delete(threadId: string): Promise<void> {
    // In another tab it may have begun since the list was read.
    await this.refresh();
    const isRunning = this.threads.some(({ id, isRunning }) => id === threadId && isRunning);
    if (isRunning && (await this.#stop?.(threadId)) !== true) {
      throw new ThreadListError(
        "thread_running",
        "the thread is running and can't be deleted. Stop its run first, in the tab that runs it.",
      );
    }
    await this.#leave?.(threadId);
    await this.store.delete(threadId);
    await this.refresh();
  }

  /**
   * Searches titles and messages of the person and the agent, regardless of case and accents: first those with the text
   * in their title, then the others, each in the order of the list. It goes on in turns with the page, one thread at a
   * time, and only as far as it is read.
   *
   * @throws {OptionError} when an option is not as it must be.
   */
  search(text: string, options: ThreadSearchOptions = {}): AsyncGenerator<ThreadMatch, void> {
    checkOptions("search", options, { signal: aSignal, limit: aCount });
    const { signal, limit = FOUND } = options;
    return searchThreads(this.store, this.threads, { text: String(text), limit, signal });
  }

  /**
   * Writes threads into one JSON file.
   *
   * @param threadIds those of some threads; all threads of the list by default.
   */
  async export(
    threadIds?: Iterable<string>,
    options: ThreadFileOptions = {},
  ): Promise<ThreadExport> {
    checkOptions("export", options, { signal: aSignal });
    const ids = threadIds === undefined ? this.threads.map(({ id }) => id) : new Set(threadIds);
    return exportThreads(this.store, [...ids], options.signal);
  }

  /**
   * Adds the threads of a file. No thread is overwritten: one whose id exists, or can't be one, gets a new id. See the
   * guide for what is checked. No call of a file is ever run: one without a result is answered as not known to have
   * run.
   *
   * @param file of `export()`, at most 64 MiB.
   * @throws {ThreadListError} `file_too_large` or `file_unreadable` when nothing of it can be read.
   */
  async import(file: Blob | string, options: ThreadFileOptions = {}): Promise<ThreadImport> {
    checkOptions("import", options, { signal: aSignal });
    try {
      return await importThreads(this.store, file, options.signal);
    } finally {
      await this.refresh();
    }
  }

  /** Stops following the store, which stays open. */
  close(): void {
    this.#summaries.close();
  }
}
