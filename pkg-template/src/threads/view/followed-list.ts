import type { ThreadSummary } from "../../durable/thread-store.js";
import { ThreadList } from "../thread-list.js";
import { isKeeper, isThreadList, type ThreadKeeper } from "./thread-keeper.js";

/** The element that follows a list. */
interface FollowerHost {
  readonly threads: ThreadKeeper | ThreadList | undefined;
  readonly current: string | undefined;
  readonly stop: ((threadId: string) => boolean | Promise<boolean>) | undefined;
}

/** The list of an element: the one that it was given, or one of its own for the store of a keeper. */
export class FollowedList {
  readonly #host: FollowerHost;
  readonly #notify: () => void;
  #list: ThreadList | undefined;
  /** True for a list that was made here, and is closed here. */
  #isOwn = false;
  #isRead = false;
  #byId: ReadonlyMap<string, ThreadSummary> = new Map();

  /** @param changed is called when the list, or what it holds, has changed. */
  constructor(host: FollowerHost, changed: () => void) {
    this.#host = host;
    this.#notify = changed;
  }

  get list(): ThreadList | undefined {
    return this.#list;
  }

  /** The keeper that opens threads, if there is one. */
  get keeper(): ThreadKeeper | undefined {
    const { threads } = this.#host;
    return isKeeper(threads) ? threads : undefined;
  }

  /** Returns true once the store has been read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** A thread of the list, as it is now. */
  threadOf(id: string): ThreadSummary | undefined {
    return this.#byId.get(id);
  }

  /** Follows the list of the element's property now. */
  follow(): void {
    const { threads } = this.#host;
    const given = isThreadList(threads) ? threads : undefined;
    if (given && given === this.#list) return;
    const { keeper } = this;
    if (!given && keeper && this.#isOwn && keeper.store === this.#list?.store) return;
    this.unfollow();
    const list = given ?? (keeper && this.#ownList(keeper));
    if (!list) return;
    this.#list = list;
    list.addEventListener("change", this.#changed);
    this.#changed();
    void list.ready.then(() => {
      if (this.#list !== list) return;
      this.#isRead = true;
      this.#notify();
    });
  }

  unfollow(): void {
    this.#list?.removeEventListener("change", this.#changed);
    if (this.#isOwn) this.#list?.close();
    this.#list = undefined;
    this.#isOwn = false;
    this.#isRead = false;
    this.#byId = new Map();
  }

  /** Notes that the messages of the current thread are seen, in a tab that is shown. */
  markSeen(): void {
    const { current } = this.#host;
    const thread = current === undefined ? undefined : this.#byId.get(current);
    if (!thread || thread.unread === 0 || document.visibilityState === "hidden") return;
    // The number is right with the next change.
    this.#list?.markRead(thread.id).catch(() => {});
  }

  #ownList({ store }: ThreadKeeper): ThreadList {
    this.#isOwn = true;
    return new ThreadList(store, {
      stop: async (threadId) => (await this.#host.stop?.(threadId)) === true,
      // An agent that is still in the thread would save it again.
      leave: async (threadId) => {
        if (threadId === this.#host.current) await this.keeper?.create();
      },
    });
  }

  readonly #changed = (): void => {
    const threads = this.#list?.threads ?? [];
    this.#byId = new Map(threads.map((thread) => [thread.id, thread]));
    this.markSeen();
    this.#notify();
  };
}
