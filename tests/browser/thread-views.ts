/**
 * Lists of threads for tests: a page with `<ag-ui-threads>` on a store in memory, and a keeper that notes what it is
 * asked for.
 */
import type { Page } from "@playwright/test";
import type { AgUiThreads, ThreadKeeper, ThreadStore } from "ag-ui-lit/threads";

declare global {
  var threadsView: AgUiThreads;
  var threadStore: ThreadStore;
  var threadKeeper: ThreadKeeper;
  /** The requests that the keeper got: `open a`, `create`. */
  var asked: string[];
  /** Holds the locks of tabs that run threads, until the page is left. */
  var heldThreads: AbortController;
  /** Puts threads into the store, the first of them the newest. */
  function putThreads(threads: readonly GivenThread[]): Promise<void>;
}

/** A thread as a test gives it. */
export interface GivenThread {
  readonly id: string;
  readonly title?: string;
  readonly text?: string;
  /** An answer of the agent, which is unread. */
  readonly answer?: string;
  /** Milliseconds before now. */
  readonly age?: number;
  readonly isRunning?: boolean;
}

/** Puts a store, a keeper and, unless told otherwise, a list of its threads into the page. */
export async function openThreads(
  page: Page,
  given: readonly GivenThread[],
  { current = undefined as string | undefined, withView = true, width = "20rem" } = {},
): Promise<void> {
  await page.evaluate(
    async ([given, current, withView, width]) => {
      await load("threads");
      const store = threads.memoryThreadStore({ name: `store-${crypto.randomUUID()}` });
      const asked: string[] = [];
      const threadKeeper: ThreadKeeper = {
        store,
        open: async (id) => {
          asked.push(`open ${id}`);
        },
        create: async () => {
          asked.push("create");
        },
      };
      const heldThreads = new AbortController();
      Object.assign(globalThis, { threadStore: store, threadKeeper, asked, heldThreads });
      globalThis.putThreads = async (all) => {
        const now = Date.now();
        for (const [at, { id, title, text, answer, age, isRunning }] of all.entries()) {
          const updatedAt = now - (age ?? at * 60_000 + 5_000);
          const question = { id: "1", role: "user", content: text ?? `Question ${id}` } as const;
          const said = { id: "2", role: "assistant", content: answer ?? "" } as const;
          const messages = answer === undefined ? [question] : [question, said];
          const times = { createdAt: updatedAt, updatedAt };
          await store.save({
            ...{ id, ...times, messages, state: {}, interrupts: [] },
            ...(title !== undefined && { title }),
          });
          if (!isRunning) continue;
          // A store believes only who holds the lock.
          const { signal } = heldThreads;
          const held = new Promise((resolve) => signal.addEventListener("abort", resolve));
          await new Promise<void>((locked) => {
            const name = `ag-ui-lit-thread:${JSON.stringify([store.name, id])}`;
            void navigator.locks.request(name, () => {
              locked();
              return held;
            });
          });
          await store.update(id, { isRunning });
        }
      };
      await putThreads(given);
      if (!withView) return;
      const view = document.createElement("ag-ui-threads");
      Object.assign(globalThis, { threadsView: view });
      Object.assign(view, { threads: threadKeeper, current });
      const box = document.createElement("main");
      Object.assign(box.style, { position: "fixed", inset: "0 auto 0 0", inlineSize: width });
      box.append(view);
      document.body.append(box);
      await until("the list is read", () => {
        const text = view.shadowRoot?.textContent ?? "";
        return view.hasUpdated && !text.includes("Loading");
      });
    },
    [given, current, withView, width] as const,
  );
}
