/** The clock of a page, for tests whose subject is time: it goes on when they say so, however fast the machine is. */
import type { Page } from "@playwright/test";
import { test as base } from "./test.js";

/** Stops a page's clock. Its timers are due as `page.clock.runFor()` reaches them, or in real time after `page.clock.resume()`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  // A clock is only set forward: further than a slow machine takes between the two.
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

interface Fixtures {
  /** The harness page with the package initialised, its clock stopped: `clock.runFor()` lets time go on. */
  readonly timeless: Page;
}

export const test = base.extend<Fixtures>({
  timeless: async ({ page, backend }, use) => {
    // Before the page loads, so that all of the package's timers are the clock's.
    await page.clock.install();
    await page.goto(backend.origin);
    await page.evaluate(() => globalThis.agUi.init());
    await stopTime(page);
    await use(page);
    await page.clock.resume();
  },
});
