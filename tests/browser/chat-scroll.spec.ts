/** The list of a chat scrolls as people expect. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { LiveReply, longThread, openChat } from "./chats.js";

test.use({ sharesPage: true });

/** How far the end is below what is seen, in pixels. */
const toEnd = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const log = view.shadowRoot?.querySelector(".log") as Element;
    const { scrollHeight, scrollTop, clientHeight } = log;
    return Math.round(scrollHeight - scrollTop - clientHeight);
  });

/** Where a row is in the window, in pixels from its top. */
const placeOf = (page: Page, key: string): Promise<number> =>
  page.evaluate((key) => {
    const row = view.shadowRoot?.querySelector(`[data-row="${key}"]`) as Element;
    return Math.round(row.getBoundingClientRect().top);
  }, key);

const scrollBy = (page: Page, pixels: number): Promise<void> =>
  page.evaluate(async (pixels) => {
    const log = view.shadowRoot?.querySelector(".log") as Element;
    log.scrollTop += pixels;
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    await rendered();
  }, pixels);

test("opens at the end, and follows an answer that grows", async ({ harness, backend }) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url, messages: longThread(30) });
  await expect.poll(() => toEnd(harness)).toBe(0);
  await harness.evaluate(() => void agent.sendMessage("More"));
  await live.text("new", "line\n\n".repeat(80), true);
  await expect(harness.getByRole("article").last()).toContainText("line");
  await expect.poll(() => toEnd(harness)).toBe(0);
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "new" });
  await expect.poll(() => toEnd(harness)).toBe(0);
});

test("stays where the person reads, counts what is new, and leads back", async ({
  harness,
  backend,
}) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url, messages: longThread(30) });
  await harness.evaluate(() => void agent.sendMessage("More"));
  await live.text("new", "Beginning. ", true);
  await expect(harness.getByRole("article").last()).toContainText("Beginning.");
  await scrollBy(harness, -600);
  const before = await placeOf(harness, "user q29");
  await live.text("new", "line\n\n".repeat(80));
  await live.send({ type: "TEXT_MESSAGE_END", messageId: "new" });
  await live.finish(...text("other", "Another."));
  const newest = harness.getByRole("button", { name: "1 new message" });
  await expect(newest).toBeVisible();
  expect(Math.abs((await placeOf(harness, "user q29")) - before)).toBeLessThan(3);
  await newest.click();
  await expect.poll(() => toEnd(harness)).toBe(0);
  await expect(newest).toHaveCount(0);
  await expect(harness.getByRole("log")).toBeFocused();
});

test("sending a message goes to the end", async ({ harness, backend }) => {
  await openChat(harness, {
    url: backend.script(run(...text("a", "Answer."))).url,
    messages: longThread(30),
  });
  await scrollBy(harness, -900);
  await expect(harness.getByRole("button", { name: "Newest" })).toBeVisible();
  await harness.evaluate(() => agent.sendMessage("Hello"));
  await expect.poll(() => toEnd(harness)).toBe(0);
});

test("a long thread is there at its end at once, and all of it soon, without moving what is read", async ({
  harness,
}) => {
  await openChat(harness);
  const first = await harness.evaluate(async (thread) => {
    agent.messages = thread as never;
    await rendered();
    return view.shadowRoot?.querySelectorAll("article").length;
  }, longThread(400));
  expect(first).toBeLessThan(100);
  const rows = harness.getByRole("article");
  await expect(rows.last()).toContainText("Answer 399.");
  await scrollBy(harness, -300);
  const before = await placeOf(harness, "user q397");
  await expect(rows).toHaveCount(800);
  expect(Math.abs((await placeOf(harness, "user q397")) - before)).toBeLessThan(3);
});

test("a chat that was out of sight is at its end when it comes back", async ({
  harness,
  backend,
}) => {
  await openChat(harness, {
    url: backend.script(run(...text("a", "long\n\n".repeat(60)))).url,
    messages: longThread(10),
  });
  await harness.evaluate(async () => {
    view.hidden = true;
    await agent.sendMessage("Hello");
    await rendered();
    view.hidden = false;
  });
  await expect.poll(() => toEnd(harness)).toBe(0);
});

test("the question of a call that waits for approval stays in view, however tall its card is", async ({
  harness,
  backend,
}) => {
  const call = (id: string) => toolCall(id, "pay", JSON.stringify({ note: "a line\n".repeat(60) }));
  const scripted = backend.script(run(...call("c1"), ...call("c2")), run(...text("m2", "Done.")));
  await openChat(harness, { url: scripted.url, messages: longThread(5) });
  await harness.evaluate(async () => {
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: { type: "object", title: "Pay now", properties: { note: { type: "string" } } },
      metadata: { approval: "always" },
      handler: () => "paid",
    });
    void agent.sendMessage("Pay twice");
  });
  const questions = harness.getByText("Pay now?", { exact: true });
  const buttons = harness.getByRole("button", { name: "Allow", exact: true });
  await expect(buttons).toHaveCount(2);
  await expect(questions.first()).toBeInViewport({ ratio: 1 });
  // Somebody who goes on to the buttons stays there.
  await buttons.first().scrollIntoViewIfNeeded();
  await expect(buttons.first()).toHaveAttribute("aria-disabled", "false");
  await buttons.first().click();
  await expect(buttons).toHaveCount(1);
  await expect(questions.last()).toBeInViewport({ ratio: 1 });
  await buttons.first().scrollIntoViewIfNeeded();
  await expect(buttons.first()).toHaveAttribute("aria-disabled", "false");
  await buttons.first().click();
  await expect(harness.getByRole("article").last()).toContainText("Done.");
  await expect.poll(() => toEnd(harness)).toBe(0);
});
