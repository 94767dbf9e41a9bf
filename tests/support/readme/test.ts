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
export const test = base.extend<Fixtures, { examples: Examples; server: Site }>({
  examples: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => use(await Examples.build()),
    { scope: "worker", timeout: 120_000 },
  ],
  server: [
    async ({ examples }, use) => {
      const server = new Site(examples.dist);
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  site: async ({ server, page }, use) => {
    server.reset();
    await use(server);
    // A page that still asks for something would complain that its answer is gone.
    if (!page.isClosed()) await page.goto("about:blank");
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
