/** The owner of locks and channels: a tab. Its stores have names that end with its number. */
export interface Tab {
  readonly isDead: boolean;
  /** Resolves when the tab reacts to anything: one that hangs does later. */
  responsive(): Promise<void> | undefined;
}

interface Request {
  readonly tab: number;
  readonly work: (lock: Lock | null) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

const tabIn = /#(\d+)/;

/** The store name of a tab: the same for all of them, but for the tab's number. */
export function storeNameOf(tab: number): string {
  return `simulated#${tab}`;
}

/** Web Locks and BroadcastChannels between the tabs of one world. */
export class Tabs {
  readonly #tabs: readonly Tab[];
  readonly #held = new Map<string, Request>();
  readonly #queues = new Map<string, Request[]>();
  readonly #channels = new Map<string, Set<SimulatedChannel>>();

  constructor(tabs: readonly Tab[]) {
    this.#tabs = tabs;
  }

  /** The browser's `navigator.locks`. */
  get locks(): LockManager {
    return {
      request: (name: string, options: LockOptions, work: Request["work"]) =>
        this.#request(name, options, work),
      query: async () => ({ held: [], pending: [] }),
    } as unknown as LockManager;
  }

  /** Frees the locks of a tab that has died. */
  died(tab: number): void {
    for (const queue of this.#queues.values()) {
      for (let at = queue.length - 1; at >= 0; at -= 1) {
        if (queue[at]?.tab === tab) queue.splice(at, 1);
      }
    }
    for (const [name, { tab: owner }] of [...this.#held]) if (owner === tab) this.#free(name);
  }

  join(channel: SimulatedChannel): void {
    const channels = this.#channels.get(channel.shared) ?? new Set();
    this.#channels.set(channel.shared, channels.add(channel));
  }

  leave(channel: SimulatedChannel): void {
    this.#channels.get(channel.shared)?.delete(channel);
  }

  /** Hands a message to the other tabs that are alive. */
  send(from: SimulatedChannel, data: unknown): void {
    for (const channel of [...(this.#channels.get(from.shared) ?? [])]) {
      if (channel === from) continue;
      void (async () => {
        const tab = this.#tabs[channel.tab];
        await tab?.responsive();
        if (tab && !tab.isDead && !channel.isClosed) channel.onmessage?.({ data });
      })();
    }
  }

  #request(name: string, options: LockOptions, work: Request["work"]): Promise<unknown> {
    const tab = Number(tabIn.exec(name)?.[1]);
    const shared = name.replace(tabIn, "");
    return new Promise((resolve, reject) => {
      const request = { tab, work, resolve, reject };
      const holder = this.#held.get(shared);
      if (!holder) return this.#grant(shared, request);
      if (options.ifAvailable) return resolve(work(null));
      if (options.steal) {
        this.#held.delete(shared);
        holder.reject(new DOMException("The lock was stolen.", "AbortError"));
        return this.#grant(shared, request);
      }
      const queue = this.#queues.get(shared) ?? [];
      this.#queues.set(shared, queue);
      queue.push(request);
      options.signal?.addEventListener("abort", () => {
        const at = queue.indexOf(request);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(new DOMException("The request was withdrawn.", "AbortError"));
      });
    });
  }

  #grant(shared: string, request: Request): void {
    this.#held.set(shared, request);
    void (async () => {
      const tab = this.#tabs[request.tab];
      await tab?.responsive();
      if (tab?.isDead) return;
      try {
        request.resolve(await request.work({ name: shared, mode: "exclusive" }));
      } catch (thrown) {
        request.reject(thrown);
      }
      if (this.#held.get(shared) === request) this.#free(shared);
    })();
  }

  #free(shared: string): void {
    this.#held.delete(shared);
    const next = this.#queues.get(shared)?.shift();
    if (next) this.#grant(shared, next);
  }
}

let current: Tabs | undefined;

/** A BroadcastChannel between the tabs of the world that is simulated. */
export class SimulatedChannel {
  readonly tab: number;
  readonly shared: string;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  isClosed = false;
  readonly #tabs = current;

  constructor(name: string) {
    this.tab = Number(tabIn.exec(name)?.[1]);
    this.shared = name.replace(tabIn, "");
    this.#tabs?.join(this);
  }

  postMessage(data: unknown): void {
    this.#tabs?.send(this, data);
  }

  close(): void {
    this.isClosed = true;
    this.#tabs?.leave(this);
  }
}

/** A MessageChannel whose messages are tasks, as a browser's, without the machine's ports. */
class SimulatedMessageChannel {
  readonly port1: { onmessage: (() => void) | null; close(): void } = {
    onmessage: null,
    close: () => {},
  };
  readonly port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()) };
}

/**
 * Gives the page the browser's tabs.
 *
 * @param locks whether there are locks: pages without a secure context have none.
 */
export function installTabs(tabs: Tabs, locks: boolean): void {
  current = tabs;
  Object.defineProperty(globalThis, "navigator", {
    value: locks ? { locks: tabs.locks } : {},
    configurable: true,
  });
  Object.assign(globalThis, {
    BroadcastChannel: SimulatedChannel,
    MessageChannel: SimulatedMessageChannel,
  });
}
