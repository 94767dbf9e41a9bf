import { bytesToHex } from "@noble/hashes/utils.js";
import { messageOf } from "../codec/describe.js";
import type { CallLog } from "../element/answers/call-log.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";
import type { ThreadAccess, ThreadKeeper } from "../element/page/thread-access.js";
import { report } from "../events/report.js";
import { TypedEventTarget } from "../events/typed-event-target.js";
import { within } from "../execution/race.js";
import { lastThread, rememberThread } from "./last-thread.js";
import { OpenThread, type OpenThreadHost } from "./open-thread.js";
import { checkThreadId } from "./stored-json.js";
import type { ThreadStore } from "./thread-store.js";

/** The events of `KeptThreads`. */
export interface KeptThreadsEventMap {
  /** This tab has begun to run the thread's calls, or another one has. */
  "acting-changed": CustomEvent<{ readonly threadId: string; readonly isActing: boolean }>;
  /** Another thread is open. */
  "thread-opened": CustomEvent<{ readonly threadId: string }>;
  /** The first failure of the store: the page goes on, and what follows may not be kept. */
  "store-failed": CustomEvent<{ readonly error: unknown }>;
}

/** The options of `keepThreads()`, checked. */
export interface KeptThreadsSettings {
  readonly store: ThreadStore;
  readonly isOwnStore: boolean;
  readonly durability: "preferred" | "required";
  readonly approvalLifetime: number;
  readonly threadId: string | undefined;
  readonly onRestored:
    | ((thread: { readonly threadId: string; readonly isActing: boolean }) => void)
    | undefined;
}

/** Changes of a thread that are saved soon, and those that are saved at once. */
const changes = ["ag-ui-messages-changed", "ag-ui-state-changed"] as const;
const turningPoints = ["ag-ui-run-started", "ag-ui-run-finalized", "ag-ui-interrupt"] as const;

/** The longest wait for the store's list, in milliseconds. */
const LONGEST_LIST = 10_000;

/**
 * The threads of an `<ag-ui-agent>` that are kept. Of all tabs that show a thread one acts for it: it runs the calls.
 * The others show what it does, and act when it is closed, when they are asked to, or when a person sends something in
 * them.
 */
export class KeptThreads extends TypedEventTarget<KeptThreadsEventMap> {
  readonly store: ThreadStore;
  /** Resolves when the first thread is shown as it was stored. Never rejects. */
  readonly ready: Promise<void>;
  readonly #access: ThreadAccess;
  readonly #settings: KeptThreadsSettings;
  readonly #stop = new AbortController();
  readonly #endKeeping: () => void;
  #thread: OpenThread | undefined;
  #opening: Promise<void> | undefined;
  #hasFailed = false;

  constructor(access: ThreadAccess, settings: KeptThreadsSettings) {
    super();
    this.#access = access;
    this.#settings = settings;
    this.store = settings.store;
    const keeper = this;
    this.#endKeeping = access.keep({
      get log(): CallLog | undefined {
        return keeper.#thread?.log;
      },
      admit: () => (this.#stop.signal.aborted ? undefined : this.#admit()),
    } satisfies ThreadKeeper);
    this.#listen();
    this.ready = this.#change(async () => this.#begin(await this.#firstId()));
  }

  /** The id of the thread that is open. */
  get threadId(): string {
    return this.#access.threadId;
  }

  /** True if this tab runs the calls of the open thread. */
  get isActing(): boolean {
    return this.#thread?.isActing ?? false;
  }

  /**
   * Makes this tab the one that runs the calls of the open thread, and resolves when it does. The tab that did is
   * asked to stop, and has two seconds for it: what runs there is stopped as by `abort()`. Sending a message does this
   * by itself.
   */
  async takeOver(): Promise<void> {
    await this.#opening;
    await this.#thread?.takeOver();
  }

  /**
   * Opens another thread: the element shows it. What runs in the thread before is stopped. A thread that is not stored
   * is new.
   *
   * @throws {TypeError} for an id that is empty or longer than 1,000 characters.
   */
  async open(threadId: string): Promise<void> {
    checkThreadId(threadId);
    await this.#change(async () => {
      if (this.#thread?.id === threadId || this.#stop.signal.aborted) return;
      await this.#thread?.close();
      this.#access.show(threadId);
      await this.#begin(threadId);
    });
  }

  /** Opens a new thread, and resolves to its id. */
  async create(): Promise<string> {
    const threadId = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    await this.open(threadId);
    return threadId;
  }

  /** Saves what has changed, and keeps nothing more. Another tab can act for the thread at once. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#opening;
    await this.#thread?.close();
    if (!this.#thread?.log) this.#endKeeping();
    const end = (): void => {
      this.#endKeeping();
      if (this.#settings.isOwnStore) this.store.close();
    };
    if (!this.#access.isRunning) end();
    else this.#access.events.addEventListener("ag-ui-run-finalized", end, { once: true });
  }

  /** Changes the open thread, after the changes before it. */
  #change(work: () => Promise<void>): Promise<void> {
    const before = this.#opening;
    const opening = (async () => {
      await before;
      await work();
    })().finally(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    this.#opening = opening;
    return opening;
  }

  async #begin(threadId: string): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const thread: OpenThread = new OpenThread(
      threadId,
      this.#hostOf(() => thread),
    );
    this.#thread = thread;
    await thread.start();
    rememberThread(this.store.name, threadId);
    this.#emit("thread-opened", { threadId });
  }

  #hostOf(thread: () => OpenThread): OpenThreadHost {
    const { store, durability, approvalLifetime, onRestored } = this.#settings;
    return {
      ...{ access: this.#access, store, durability, approvalLifetime },
      failed: (thrown) => this.#failed(thrown),
      actingChanged: (isActing) =>
        this.#emit("acting-changed", { threadId: thread().id, isActing }),
      restored: () => {
        try {
          onRestored?.({ threadId: thread().id, isActing: thread().isActing });
        } catch (thrown) {
          report(thrown);
        }
      },
      deleted: () => {
        if (this.#thread === thread()) void this.create().catch(report);
      },
    };
  }

  /** A loop is to begin: this tab acts before. */
  #admit(): Promise<void> | undefined {
    const thread = this.#thread;
    const isHere = thread?.id === this.#access.threadId;
    return isHere && thread.isActing ? undefined : this.#makeActing();
  }

  async #makeActing(): Promise<void> {
    await this.#opening;
    await this.#adopt();
    await this.#thread?.takeOver();
  }

  /** Opens the thread that the page has shown by itself. */
  async #adopt(): Promise<void> {
    const { threadId } = this.#access;
    if (this.#thread && this.#thread.id !== threadId) await this.open(threadId);
  }

  #listen(): void {
    const { events } = this.#access;
    const { signal } = this.#stop;
    const isOther = (): boolean => this.#thread?.id !== this.#access.threadId;
    const adopt = (): void => {
      if (this.#opening === undefined && isOther()) void this.#adopt().catch(report);
    };
    for (const type of changes) {
      events.addEventListener(
        type,
        () => {
          adopt();
          this.#thread?.changed();
        },
        { signal },
      );
    }
    events.addEventListener(
      "ag-ui-run-started",
      (event) => {
        const { runId, isResumable } = (event as AgUiAgentEventMap["ag-ui-run-started"]).detail;
        if (!isOther()) this.#thread?.runs.started(runId, isResumable === true);
      },
      { signal },
    );
    events.addEventListener("ag-ui-run-finalized", () => this.#thread?.runs.ended(), { signal });
    for (const type of turningPoints) {
      events.addEventListener(
        type,
        () => {
          this.#thread?.changed();
          this.#thread?.saveNow();
        },
        { signal },
      );
    }
    if (typeof window === "undefined") return;
    const save = (): void => this.#thread?.saveNow();
    window.addEventListener("pagehide", save, { signal });
    const look = (): void => this.#thread?.visibilityChanged();
    document.addEventListener("visibilitychange", look, { signal });
  }

  async #firstId(): Promise<string> {
    const { threadId } = this.#settings;
    const wanted = threadId ?? this.#access.wantedId ?? lastThread(this.store.name);
    if (wanted !== undefined) return wanted;
    // The page's own messages are not to be replaced by another thread's.
    if (this.#access.messages.length > 0) return this.#access.threadId;
    try {
      const threads = await within(this.store.list(), { timeout: LONGEST_LIST }, "The store");
      return threads[0]?.id ?? this.#access.threadId;
    } catch (thrown) {
      this.#failed(thrown);
      return this.#access.threadId;
    }
  }

  /** Once: the next failures have the same reason, and nobody could do anything about them. */
  #failed(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    console.warn(
      `ag-ui-lit/durable: the conversation can't be kept, and goes on without: ${messageOf(error)}`,
    );
    this.#emit("store-failed", { error });
  }

  #emit<Type extends keyof KeptThreadsEventMap>(
    type: Type,
    detail: KeptThreadsEventMap[Type]["detail"],
  ): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
