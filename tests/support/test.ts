import type { Page } from "@playwright/test";
import { Backend } from "./backend.js";
import { test as base, expect } from "./page.js";

interface Fixtures {
  /** Opens the harness page, with the package loaded and initialised. */
  readonly harness: Page;
  /** What pages complained of; every test fails when something is left in it. Take out what it provoked on purpose. */
  readonly complaints: string[];
}

/** `test` with a scripted backend, and a page that has the package and may not complain. */
export const test = base.extend<Fixtures, { backend: Backend }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const backend = new Backend();
      await backend.start();
      await use(backend);
      await backend.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  complaints: [
    async ({ page, context }, use) => {
      const complaints: string[] = [];
      // Of every page that the test opens; a promise that was rejected with nobody to handle it is a web error, too.
      context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`));
      context.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console.error: ${message.text()}`);
      });
      await use(complaints);
      // What the page has thrown by now is told by then. A page that the test has closed tells nothing more.
      if (!page.isClosed()) await page.evaluate(() => new Promise((next) => setTimeout(next)));
      expect(complaints, "errors that the page author did not cause").toEqual([]);
    },
    { auto: true },
  ],
  harness: async ({ page, backend, sharesPage, document }, use, testInfo) => {
    if (!sharesPage) {
      await page.goto(backend.origin);
      await page.evaluate(() => globalThis.agUi.init());
      return use(page);
    }
    if (!document.isUsed) {
      await page.goto(`${backend.origin}/shared.html`);
      await page.evaluate(() => globalThis.undoing);
    }
    await use(page);
    if (testInfo.errors.length > 0 || page.isClosed()) return;
    const left = await page.evaluate(async () => (await globalThis.undoing)?.undo());
    document.isUndone = left?.length === 0;
  },
});

export { expect };
