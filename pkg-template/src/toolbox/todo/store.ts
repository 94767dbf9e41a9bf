import { report } from "../../events/report.js";
import type { TodoItem } from "../module/raw-light.js";
import { IndexedDbStorage } from "./indexed-db.js";
import { OpfsStorage } from "./opfs.js";
import { OwnStorage } from "./own-storage.js";
import type { SharedStorage, TodoStorage } from "./storage.js";

/** Options of the storage of a to-do list. */
export interface TodoStoreOptions {
  /** IndexedDB by default; the origin private file system; or a storage of your own. */
  readonly storage?: "indexeddb" | "opfs" | TodoStorage;
  /** The name of the list, for a page with several; `"todo"` by default. */
  readonly key?: string;
}

/** A to-do list: written by the tools, and readable by a page. */
export class TodoStore {
  readonly key: string;
  readonly #storage: SharedStorage;
  readonly #listeners = new Set<() => void>();
  readonly #aside = new Map<string, string>();
  #channel: BroadcastChannel | undefined;
  #endOwn: (() => void) | undefined;
  readonly #own: TodoStorage | undefined;

  constructor(options: TodoStoreOptions = {}) {
    const { storage = "indexeddb", key = "todo" } = options;
    this.key = key;
    if (storage === "indexeddb") this.#storage = new IndexedDbStorage();
    else if (storage === "opfs") this.#storage = new OpfsStorage();
    else {
      this.#own = storage;
      this.#storage = new OwnStorage(storage, (name, text) => this.#aside.set(name, text));
    }
  }

  /** The items, as they are now; none where nothing can be read as a list. */
  async items(): Promise<readonly TodoItem[]> {
    try {
      const { items } = JSON.parse((await this.#storage.get(this.key)) || '{"items":[]}');
      return Array.isArray(items) ? items : [];
    } catch (thrown) {
      if (thrown instanceof SyntaxError) return [];
      throw thrown;
    }
  }

  /**
   * Calls back when the list has changed, here or in another tab. Returns how to end that.
   *
   * @example
   * ```ts
   * const end = store.subscribe(async () => render(await store.items()));
   * ```
   */
  subscribe(changed: () => void): () => void {
    const listener = () => changed();
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#listen();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stopListening();
    };
  }

  /** The unreadable content of your own storage, by the key that the tool reported. */
  unreadable(key: string): string | undefined {
    return this.#aside.get(key);
  }

  /** @internal The text that is kept. */
  async load(): Promise<string | undefined> {
    return (await this.#storage.get(this.key)) || undefined;
  }

  /** @internal Looks whether the list can be kept, without creating anything. @throws the reason why it can't. */
  async probe(): Promise<void> {
    if (this.#storage.probe) await this.#storage.probe(this.key);
    else await this.load();
  }

  /** @internal Keeps a text unless something else than `expected` is there. */
  async replace(expected: string | undefined, text: string): Promise<boolean> {
    const isKept = await this.#storage.replace(this.key, expected, text);
    if (isKept) this.#changed();
    return isKept;
  }

  /** @internal Keeps what can't be read under another key, which it returns. */
  async setAside(text: string): Promise<string> {
    const key = `${this.key}.unreadable-${new Date().toISOString()}`;
    await this.#storage.move(this.key, key, text);
    this.#changed();
    return key;
  }

  #changed(): void {
    this.#tell();
    // A channel does not notify itself; one opened only for sending is closed.
    const channel = this.#channel ?? openChannel(this.key);
    channel?.postMessage("changed");
    if (channel !== this.#channel) channel?.close();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (thrown) {
        report(thrown);
      }
    }
  }

  #listen(): void {
    this.#endOwn = this.#own?.subscribe?.(() => this.#tell());
    this.#channel = openChannel(this.key);
    this.#channel?.addEventListener("message", () => this.#tell());
  }

  #stopListening(): void {
    this.#channel?.close();
    this.#channel = undefined;
    this.#endOwn?.();
    this.#endOwn = undefined;
  }
}

function openChannel(key: string): BroadcastChannel | undefined {
  return typeof BroadcastChannel === "function"
    ? new BroadcastChannel(`ag-ui-lit-todo:${key}`)
    : undefined;
}
