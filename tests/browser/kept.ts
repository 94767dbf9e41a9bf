import type { Page } from "@playwright/test";
import type { KeptThreads, ThreadStore } from "ag-ui-lit/durable";
import type { AgUiAgent } from "ag-ui-lit/element";

/** A page whose threads are kept. */
export interface Kept {
  readonly element: AgUiAgent;
  readonly kept: KeptThreads;
  readonly store: ThreadStore;
  /** What the tools of this page were given, by their names. */
  readonly begun: string[];
  readonly sent: ReturnType<AgUiAgent["sendMessage"]>[];
  /** Lets the tool that waits return. */
  release(): void;
  readonly failures: unknown[];
}

/** How the tools of a page are, and its store. */
export interface KeptSetup {
  readonly afterReload?: "unknown" | "rerun" | "ask" | "finds" | "finds nothing" | "finds out";
  readonly approval?: "always";
  readonly durability?: "required";
  /** A message that is sent before the thread is restored. */
  readonly message?: string;
  /** Methods of the store that fail, with what is written to them. */
  readonly failing?: readonly ("all" | "announced" | "begun" | "save")[];
}

/**
 * Opens an element with the tools `pay`, which must not run twice, `look`, which may, and `quick`, which returns at
 * once. Each waits until it is released.
 */
export async function keep(page: Page, url: string, setup: KeptSetup = {}): Promise<void> {
  await page.evaluate(
    async ([url, { afterReload, approval, durability, message, failing = [] }]) => {
      await load("durable");
      const element = openAgent(url);
      const begun: string[] = [];
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const findings = {
        finds: () => "paid before",
        "finds nothing": () => durable.notRun(),
        "finds out": () => durable.unknownOutcome(),
      };
      const rule =
        afterReload && afterReload in findings
          ? findings[afterReload as keyof typeof findings]
          : (afterReload as "ask" | undefined);
      for (const name of ["pay", "look", "quick"] as const) {
        await element.registerTool({
          name,
          description: "Works.",
          schema: {},
          metadata: {
            idempotent: name === "look",
            ...(name === "pay" && rule && { afterReload: rule }),
            ...(name === "pay" && approval && { approval }),
          },
          handler: async (args, { idempotencyKey }) => {
            begun.push(`${name} ${JSON.stringify(args)} ${idempotencyKey}`);
            document.dispatchEvent(new CustomEvent("begun"));
            if (name !== "quick") await released;
            return `${name}: done`;
          },
        });
      }
      const store = durable.indexedDbThreadStore({ name: "kept" });
      const full = () =>
        Promise.reject(new DOMException("The disk is full.", "QuotaExceededError"));
      const { record, save } = store;
      const failsAll = failing.includes("all");
      store.record = (call, options) =>
        failsAll || failing.includes(call.phase as "begun")
          ? full()
          : record.call(store, call, options);
      store.save = (thread, options) =>
        failsAll || failing.includes("save") ? full() : save.call(store, thread, options);
      const kept = durable.keepThreads(element, { store, ...(durability && { durability }) });
      const failures: unknown[] = [];
      kept.addEventListener("store-failed", ({ detail }) => failures.push(String(detail.error)));
      const page: Kept = { element, kept, store, begun, release, failures, sent: [] };
      Object.assign(globalThis, { page });
      if (message !== undefined) page.sent.push(element.sendMessage(message));
      await kept.ready;
    },
    [url, setup] as const,
  );
}

/** Does something in a page that was opened with `keep()`. */
export function inPage<Result>(page: Page, work: (page: Kept) => Result): Promise<Awaited<Result>> {
  return page.evaluate(`(${work.toString()})(globalThis.page)`) as Promise<Awaited<Result>>;
}

/** Sends a message, and resolves when the tool has begun. */
export async function sendUntilBegun(page: Page): Promise<void> {
  await inPage(page, async ({ element, sent }) => {
    const begun = new Promise((resolve) =>
      document.addEventListener("begun", resolve, { once: true }),
    );
    sent.push(element.sendMessage("Go"));
    await begun;
  });
}

/** Resolves when the loop that runs, or is to run, has ended. */
export async function ended(page: Page): Promise<void> {
  await inPage(page, async ({ element, kept }) => {
    await kept.ready;
    await until("the loop has ended", () => !element.isRunning);
  });
}

/** The answers of the thread, by the ids of the calls. */
export function answersIn(page: Page): Promise<readonly string[]> {
  return inPage(page, ({ element }) =>
    element.messages.flatMap((message) =>
      message.role === "tool" ? [`${message.toolCallId}=${message.content}`] : [],
    ),
  );
}

/** Loads the page anew. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate(() => globalThis.agUi.init());
}

/** Another tab. */
export async function another(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.evaluate(() => globalThis.agUi.init());
  return other;
}

/** Resolves when the store has the thread as it is shown, and the records of its calls have come so far. */
export async function stored(page: Page, ...phases: readonly string[]): Promise<void> {
  await page.evaluate(async (phases) => {
    const { element, store } = (globalThis as unknown as { page: Kept }).page;
    await until("the thread and its calls are stored", async () => {
      const thread = await store.load(element.threadId);
      const calls = await store.calls(element.threadId);
      return (
        JSON.stringify(thread?.messages) === JSON.stringify(element.messages) &&
        JSON.stringify(calls.map(({ phase }) => phase)) === JSON.stringify(phases)
      );
    });
  }, phases);
}
