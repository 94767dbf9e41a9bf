/** Runs the examples of the guide about the list of threads. */
import { run, text } from "../support/backend.js";
import { expect, test } from "../support/readme/test.js";

// keepThreads() keeps threads in IndexedDB.
test.use({ usesStorage: true });

test("threads-list: lists the threads of the agent, opens them, and marks the current one", async ({
  site,
  open,
}) => {
  site.script(run(...text("a", "Ordered.")), run(...text("b", "Booked.")));
  const page = await open("threads-list");
  const list = page.getByRole("list", { name: "Conversations" });
  const thread = (name: RegExp) => list.getByRole("button", { name }).first();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(thread(/Book a flight/)).toHaveAttribute("aria-current", "true");
  await thread(/Order tea/).click();
  await expect(thread(/Order tea/)).toHaveAttribute("aria-current", "true");
  const messages = await page.evaluate(() =>
    document.querySelector("ag-ui-agent")?.messages.map(({ content }) => content),
  );
  expect(messages).toEqual(["Order tea", "Ordered."]);
});

test("threads-drawer: the chat has a button that opens the list", async ({ open }) => {
  const page = await open("threads-drawer");
  await page.getByRole("button", { name: "Conversations" }).click();
  const drawer = page.getByRole("region", { name: "Conversations" });
  await expect(drawer.getByRole("searchbox")).toBeVisible();
});

test("threads-own: a thread of the page's own store is opened by the page", async ({
  open,
  said,
}) => {
  const page = await open("threads-own");
  await page
    .getByRole("button", { name: /Order tea/ })
    .first()
    .click();
  await expect.poll(() => said).toEqual(["tea"]);
});

test("threads-search: finds a message without case and accents", async ({ prints }) => {
  await prints("threads-search");
});

test("threads-file: what was exported is imported under a new id", async ({ prints }) => {
  await prints("threads-file");
});

test("threads-style: marks the current thread at its edge", async ({ examples, open, page }) => {
  await open("threads-own");
  await page.addStyleTag({ content: examples.block("threads-style").code });
  await page
    .getByRole("button", { name: /Order tea/ })
    .first()
    .click();
  await expect(page.getByRole("listitem")).toHaveCSS("border-inline-start-width", "3px");
});
