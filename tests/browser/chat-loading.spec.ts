/** What a chat shows before all of it is loaded. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { openChat } from "./chats.js";

/** The file that reads Markdown. */
const MARKDOWN = /\/markdown-view[\w.-]*\.js/;

const paragraphs = (page: Page) => page.locator("ag-ui-chat").locator(".markdown > *");

/** Holds a file back until the result is called. */
async function held(page: Page, file: RegExp): Promise<() => void> {
  let arrive: () => void = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(file, async (route) => {
    await arrival;
    await route.continue();
  });
  return arrive;
}

const thread = [
  { id: "q", role: "user", content: "Hello" },
  {
    ...{ id: "a", role: "assistant" },
    content: "Some **bold** <b>text</b>.\n\n- one\n- two\n\nשלום \u202Etext",
  },
];

test("before Markdown can be read a message is plain paragraphs; then it is Markdown, and what was typed stays", async ({
  page,
  harness,
}) => {
  const arrive = await held(page, MARKDOWN);
  await openChat(harness, { messages: thread, waitsForMarkdown: false });
  await expect(paragraphs(harness)).toHaveText([
    "Some **bold** <b>text</b>.",
    "- one\n- two",
    "שלום ⟨U+202E⟩text",
  ]);
  await expect(paragraphs(harness).nth(2)).toHaveAttribute("dir", "rtl");
  const field = harness.getByRole("textbox");
  await field.fill("A question");
  arrive();
  await expect(harness.locator("strong")).toHaveText("bold");
  await expect(harness.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(harness.locator(".plain")).toHaveCount(0);
  await expect(field).toHaveValue("A question");
  await expect(field).toBeFocused();
});

test("plain paragraphs stand where they will stand", async ({ page, harness }) => {
  const arrive = await held(page, MARKDOWN);
  const content = "One paragraph of some words.\n\nAnother, 3 < 5.\n\n\nA third one.\n";
  await openChat(harness, {
    messages: [thread[0] ?? {}, { id: "a", role: "assistant", content }],
    waitsForMarkdown: false,
  });
  await expect(harness.locator(".plain")).toHaveCount(3);
  const places = () =>
    harness.evaluate(() =>
      [...(view.shadowRoot?.querySelectorAll(".markdown p") ?? [])].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [each.textContent?.trim(), x, y, width, height];
      }),
    );
  const before = await places();
  arrive();
  await expect(harness.locator(".plain")).toHaveCount(0);
  expect(await places()).toEqual(before);
});

test("a chat that was taken out meanwhile shows Markdown when it comes back", async ({
  page,
  harness,
}) => {
  const arrive = await held(page, MARKDOWN);
  await openChat(harness, { messages: thread, waitsForMarkdown: false });
  await expect(harness.locator(".plain")).toHaveCount(3);
  await harness.evaluate(async () => {
    const other = document.createElement("ag-ui-chat");
    other.setAttribute("for", "agent");
    view.replaceWith(other);
    await other.updateComplete;
    Object.assign(globalThis, { other });
  });
  arrive();
  await expect(harness.locator("strong")).toHaveText("bold");
  await harness.evaluate(async () => {
    (globalThis as unknown as { other: Element }).other.replaceWith(view);
    await rendered();
  });
  await expect(harness.locator("strong")).toHaveText("bold");
  await expect(harness.locator(".plain")).toHaveCount(0);
});

test("what can't be loaded is tried again; a run goes on meanwhile", async ({
  page,
  harness,
  backend,
  complaints,
}) => {
  await page.clock.install();
  await page.route(MARKDOWN, (route) => route.abort());
  const script = backend.script(run(...text("b", "An *answer*.")));
  await openChat(harness, { url: script.url, waitsForMarkdown: false });
  await harness.evaluate(() => agent.sendMessage("Hello"));
  await page.clock.runFor(500);
  await expect(paragraphs(harness)).toHaveText(["An *answer*."]);
  await page.unroute(MARKDOWN);
  await page.clock.runFor(11_000);
  await expect(async () => {
    await page.clock.runFor(200);
    await expect(harness.locator("em")).toHaveText("answer", { timeout: 200 });
  }).toPass();
  expect(complaints.length).toBeGreaterThan(0);
  complaints.splice(0);
});

test("a call that was declined before its card could be loaded is declined in its card", async ({
  page,
  harness,
  backend,
}) => {
  const arrive = await held(page, /\/tool-card[\w.-]*\.js/);
  const script = backend.script(
    run(...toolCall("c1", "pay", "{}")),
    run(...text("b", "As you like.")),
  );
  await openChat(harness, { url: script.url });
  await harness.evaluate(async () => {
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: {},
      handler: () => "paid",
      metadata: { approval: "always" },
    });
    agent.addEventListener("ag-ui-approval-request", ({ detail }) =>
      agent.respondToApproval(detail.approvalId, { decision: "decline" }),
    );
    await agent.sendMessage("Pay");
  });
  arrive();
  const card = harness.locator("ag-ui-tool-card");
  await expect(card.getByText("Declined", { exact: true })).toBeVisible();
  await expect(card.getByText("Failed")).toHaveCount(0);
});
