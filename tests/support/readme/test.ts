import { expect, type Page } from "@playwright/test";
import { test as base } from "../test.js";
import { promisedOutput } from "./blocks.js";
import { Examples } from "./examples.js";
import { Site } from "./site.js";

/** What a test of an example works with. */
interface Fixtures {
  readonly site: Site;
  /** What the page printed with `console.log`. */
  readonly said: string[];
  /** Opens an example's page. */
  readonly open: (name: string) => Promise<Page>;
  /** Opens an example's page, which must print what the comments promise, and nothing else. */
  readonly prints: (name: string) => Promise<void>;
}

/** `test` with the README's examples; a page that complains fails it. */
export const test = base.extend<Fixtures, { examples: Examples }>({
  examples: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const examples = await Examples.build();
      await use(examples);
      examples.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  site: async ({ examples, page }, use) => {
    const site = new Site(examples.dist);
    await site.start();
    await use(site);
    // A page that still asks for something would complain that its site is gone.
    await page.goto("about:blank");
    await site.stop();
  },
  said: async ({ page }, use) => {
    const said: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "log") said.push(message.text());
    });
    await use(said);
  },
  open: async ({ page, site, said }, use) => {
    void said;
    await use(async (name) => {
      await page.goto(`${site.origin}/${name}.html`);
      return page;
    });
  },
  prints: async ({ examples, open, said }, use) => {
    await use(async (name) => {
      const promised = promisedOutput(examples.block(name));
      expect(promised, "the example promises nothing").not.toEqual([]);
      await open(name);
      await expect.poll(() => said).toEqual(promised);
    });
  },
});

export { expect };
