/** `test` whose `context` and `page` serve all tests of a worker, one after the other, and are reset in between. */
import { type Browser, test as base, expect } from "@playwright/test";
import { ReusableContext } from "./reusable-context.js";
import { launchWithWebMcp } from "./web-mcp.js";

interface Options {
  /** Why a test needs a context and a page that no other test has used. By default it gets those of its worker. */
  readonly ownContext: string | undefined;
  /** True if the test may leave something in the browser's storage. It is removed in any case. */
  readonly usesStorage: boolean;
  /**
   * True if consecutive tests of the file share one document of the harness. Changes of a test are undone; after one that
   * can't be undone, the next test opens a new document. It is for files whose tests look neither at loading nor at
   * the state that the package keeps for the page.
   */
  readonly sharesPage: boolean;
}

interface Fixtures {
  /** The browser of the test's context and page: the worker's own by default. */
  readonly pageBrowser: Browser;
  /** The document of a test that shares its page. */
  readonly document: SharedDocument;
}

interface SharedDocument {
  /** True if it is the one of the test before, as it was when it had been opened. */
  readonly isUsed: boolean;
  /** True if all that the test has done to it is undone. */
  isUndone: boolean;
}

interface WorkerFixtures {
  /** The contexts that the worker's tests share: one for each browser, once there is one. */
  readonly shared: Map<Browser, ReusableContext>;
  /** A whole browser whose own WebMCP is switched on: launched for the first test of the worker that asks for it. */
  readonly webMcpBrowser: Browser;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  ownContext: [undefined, { option: true }],
  usesStorage: [false, { option: true }],
  sharesPage: [false, { option: true }],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const shared: WorkerFixtures["shared"] = new Map();
      await use(shared);
      for (const context of shared.values()) await context.close();
    },
    { scope: "worker" },
  ],
  webMcpBrowser: [
    async ({ playwright, launchOptions, shared }, use) => {
      const browser = await launchWithWebMcp(playwright, launchOptions);
      await use(browser);
      shared.delete(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  pageBrowser: async ({ browser }, use) => use(browser),
  document: async ({ pageBrowser, shared, sharesPage }, use, { file }) => {
    const isUsed = sharesPage && shared.get(pageBrowser)?.keptFor === file;
    await use({ isUsed, isUndone: false });
  },
  context: async ({ pageBrowser, shared, document, ownContext, usesStorage }, use, testInfo) => {
    if (ownContext) {
      const context = await pageBrowser.newContext();
      await use(context);
      return context.close();
    }
    const used = shared.get(pageBrowser);
    if (used?.keptFor !== undefined && !document.isUsed) await used.reset();
    const reusable = used?.isReusable ? used : await ReusableContext.open(pageBrowser);
    shared.set(pageBrowser, reusable);
    await use(reusable.context);
    // A page in which a test failed may not even answer.
    if (testInfo.errors.length > 0) return reusable.close();
    const left = await reusable.reset(document.isUndone ? testInfo.file : undefined);
    expect(left.pages, "pages that the test left open").toEqual([]);
    if (!usesStorage)
      expect(left.stored, "what the test left in the browser's storage").toEqual([]);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
});

export { expect };
