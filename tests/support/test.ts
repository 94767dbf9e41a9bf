import { test as base, expect, type Page } from "@playwright/test";
import { Backend } from "./backend.js";

interface Fixtures {
  /** Opens the harness page, with the package loaded and initialised. */
  readonly harness: Page;
  /** What the page complained of; a test fails when something is left in it. Take out what it provoked on purpose. */
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
    { scope: "worker" },
  ],
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`console.error: ${message.text()}`);
    });
    await use(complaints);
    expect(complaints, "errors that the page author did not cause").toEqual([]);
  },
  harness: async ({ page, backend, complaints }, use) => {
    void complaints;
    await page.goto(backend.origin);
    await page.evaluate(() => globalThis.agUi.init());
    await use(page);
  },
});

export { expect };
