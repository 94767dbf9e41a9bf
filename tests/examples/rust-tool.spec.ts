/** `examples/rust-tool` as its author sees it: an agent calls its tools, which are a crate of their own, in a browser. */
import { buildRustToolExample } from "../../scripts/lib/rust-tools.mjs";
import { run, text, toolCall } from "../support/backend.js";
import { Site } from "../support/readme/site.js";
import { test as base, expect } from "../support/test.js";

const test = base.extend<{ site: Site }, { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => use(await buildRustToolExample()),
    { scope: "worker", timeout: 600_000 },
  ],
  site: async ({ folder, page }, use) => {
    const site = new Site(folder);
    await site.start();
    await use(site);
    // A page that still asks for something would complain that its site is gone.
    await page.goto("about:blank");
    await site.stop();
  },
});

const ask = async (page: import("@playwright/test").Page, site: Site, message: string) => {
  await page.goto(`${site.origin}/index.html`);
  await page.locator("body[data-ready]").waitFor();
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Send" }).click();
};

test("an agent converts units by a tool written in Rust, and reads what it said", async ({
  page,
  site,
}) => {
  site.script(
    run(...toolCall("call-1", "convert_units", '{"amount":2,"from":"cup","to":"milliliter"}')),
    run(...text("answer", "Take 473.2 ml.")),
  );

  await ask(page, site, "How much are two cups?");

  await expect(page.locator("#log li")).toHaveText([
    "Tool: 2 cup = 473.2 milliliter",
    "Take 473.2 ml.",
  ]);
  const [first, second] = site.requests;
  expect(first?.tools.map(({ name }) => name)).toEqual(["convert_units", "kitchen_timer"]);
  expect(first?.tools[0]?.parameters).toMatchObject({
    type: "object",
    required: ["amount", "from", "to"],
    properties: { amount: { description: "The amount to convert." } },
  });
  expect(second?.messages.at(-1)).toMatchObject({
    role: "tool",
    toolCallId: "call-1",
    content: "2 cup = 473.2 milliliter",
  });
});

test("arguments that the tool refuses go back to the agent with what would be allowed", async ({
  page,
  site,
}) => {
  site.script(
    run(...toolCall("call-1", "convert_units", '{"amount":1,"from":"gram","to":"cup"}')),
    run(...toolCall("call-2", "convert_units", '{"amount":1,"from":"stone","to":"gram"}')),
    run(...text("answer", "That depends on the ingredient.")),
  );

  await ask(page, site, "How many cups is a gram?");

  await expect(page.locator("#log li").last()).toHaveText("That depends on the ingredient.");
  const answers = site.requests.slice(1).map(({ messages }) => messages.at(-1)?.error);
  expect(answers).toEqual([
    expect.stringContaining("gram can be converted into: kilogram, ounce, pound."),
    expect.stringMatching(/from.*unknown variant `stone`.*`gram`/s),
  ]);
});

test("a timer shows the seconds that are left, and stops when the person stops it", async ({
  page,
  site,
}) => {
  site.script(run(...toolCall("call-1", "kitchen_timer", '{"seconds":3600,"label":"the stew"}')));

  await ask(page, site, "Tell me when the stew is done.");
  await expect(page.locator("#timer")).toHaveText("3599 s left");
  await page.getByRole("button", { name: "Stop" }).click();

  await expect(page.locator("#timer")).toHaveText("");
  expect(site.requests).toHaveLength(1);
});

test("a timer that has run out answers the agent", async ({ page, site }) => {
  site.script(
    run(...toolCall("call-1", "kitchen_timer", '{"seconds":1,"label":"the egg"}')),
    run(...text("answer", "The egg is done.")),
  );

  await ask(page, site, "An egg, very soft.");

  await expect(page.locator("#log li")).toHaveText([
    "Tool: The time is up after 1 s: the egg.",
    "The egg is done.",
  ]);
});
