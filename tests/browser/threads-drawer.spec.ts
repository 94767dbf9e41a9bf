/**
 * The drawer of `<ag-ui-chat>`: threads of `keepThreads()` beside the conversation, or over it where there is no room.
 */
import type { Page } from "@playwright/test";
import type { KeptThreads } from "ag-ui-lit/durable";
import { run, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { LiveReply, openChat } from "./chats.js";
import { openThreads } from "./thread-views.js";

// The thread that a tab has shown last is kept for its reload.
test.use({ usesStorage: true });

declare global {
  var kept: KeptThreads;
}

const WIDE = { width: 1_100, height: 700 };
const NARROW = { width: 390, height: 700 };

/** A chat whose threads are kept: "tea" is open, "milk" is not. */
async function openKept(page: Page, url: string, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await openThreads(
    page,
    [
      { id: "tea", text: "Order tea", answer: "Ordered." },
      { id: "milk", text: "Buy milk" },
    ],
    {
      withView: false,
    },
  );
  await openChat(page, { url, waitsForMarkdown: false });
  await page.evaluate(async () => {
    globalThis.kept = threads.keepThreads(agent, { store: threadStore, threadId: "tea" });
    await kept.ready;
    view.threads = kept;
    await rendered();
  });
  await expect(page.getByRole("article").last()).toContainText("Ordered.");
}

const button = (page: Page) => page.getByRole("button", { name: "Conversations" });
const drawer = (page: Page) => page.getByRole("region", { name: "Conversations" });
const thread = (page: Page, title: string) =>
  drawer(page).getByRole("button", { name: title }).first();

test("a chat without threads has neither button nor drawer", async ({ harness }) => {
  await openChat(harness, { waitsForMarkdown: false });
  await expect(button(harness)).toHaveCount(0);
  await expect(harness.locator(".drawer")).toHaveCount(0);
});

test("beside the conversation: opens with the keyboard on the current thread, and Escape gives it back", async ({
  harness,
  backend,
}) => {
  await openKept(harness, backend.script().url, WIDE);
  await expect(drawer(harness)).toBeHidden();
  await button(harness).click();
  await expect(thread(harness, "Order tea")).toBeVisible();
  await expect(thread(harness, "Order tea")).toHaveAttribute("aria-current", "true");
  await expect(button(harness)).toHaveAttribute("aria-expanded", "true");
  await expect(thread(harness, "Order tea")).toBeFocused();
  const [side, log] = await Promise.all([
    drawer(harness).boundingBox(),
    harness.getByRole("log").boundingBox(),
  ]);
  expect(log?.x).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0) - 1);
  await expect(harness.locator(".main")).not.toHaveAttribute("inert");
  await harness.keyboard.press("Escape");
  await expect(drawer(harness)).toBeHidden();
  await expect(button(harness)).toBeFocused();
});

test("choosing opens the thread, and the drawer stays beside it", async ({ harness, backend }) => {
  await openKept(harness, backend.script().url, WIDE);
  await button(harness).click();
  await thread(harness, "Buy milk").click();
  await expect(harness.getByRole("article")).toHaveText([/Buy milk/]);
  await expect(thread(harness, "Buy milk")).toHaveAttribute("aria-current", "true");
  await expect(thread(harness, "Order tea")).not.toHaveAttribute("aria-current");
  await expect(drawer(harness)).toBeVisible();
  expect(await harness.evaluate(() => [agent.threadId, kept.threadId])).toEqual(["milk", "milk"]);
});

test("over the conversation: it can't be used then, and choosing closes the drawer", async ({
  harness,
  backend,
}) => {
  await openKept(harness, backend.script().url, NARROW);
  await button(harness).click();
  await expect(thread(harness, "Buy milk")).toBeVisible();
  await expect(harness.locator(".main")).toHaveAttribute("inert");
  const [side, chat] = await Promise.all([
    drawer(harness).boundingBox(),
    harness.locator("ag-ui-chat").boundingBox(),
  ]);
  expect(side?.width).toBe(chat?.width);
  await thread(harness, "Buy milk").click();
  await expect(drawer(harness)).toBeHidden();
  await expect(harness.locator(".main")).not.toHaveAttribute("inert");
  await expect(harness.getByRole("log")).toBeFocused();
  await expect(harness.getByRole("article")).toHaveText([/Buy milk/]);
});

test("a chat that becomes narrow is covered, and one that becomes wide is not", async ({
  harness,
  backend,
}) => {
  await openKept(harness, backend.script().url, WIDE);
  await button(harness).click();
  await expect(thread(harness, "Buy milk")).toBeVisible();
  await harness.setViewportSize(NARROW);
  await expect(harness.locator(".main")).toHaveAttribute("inert");
  await harness.setViewportSize(WIDE);
  await expect(harness.locator(".main")).not.toHaveAttribute("inert");
});

test("a new conversation has the keyboard in its composer, and is in the list once something was said", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("a", "Here is bread.")));
  await openKept(harness, agent.url, WIDE);
  await button(harness).click();
  await drawer(harness).getByRole("button", { name: "New conversation" }).click();
  await expect(harness.getByRole("heading", { name: "How can I help?" })).toBeVisible();
  const composer = harness.getByRole("textbox", { name: "Message" });
  await expect(composer).toBeFocused();
  await composer.fill("Buy bread");
  await composer.press("Enter");
  await expect(harness.getByRole("article").last()).toContainText("Here is bread.");
  await expect(thread(harness, "Buy bread")).toHaveAttribute("aria-current", "true");
  await expect(drawer(harness).getByRole("listitem")).toHaveCount(3);
});

test("the running thread of this chat is stopped before it is deleted, and does not come back", async ({
  harness,
  backend,
}) => {
  const live = new LiveReply();
  await openKept(harness, backend.script(live.reply).url, WIDE);
  await button(harness).click();
  await harness.evaluate(() => void agent.sendMessage("And biscuits?"));
  await live.text("6", "Biscuits", true);
  await expect(thread(harness, "Order tea")).toHaveAccessibleName(/Running/);
  await thread(harness, "Order tea").focus();
  await harness.keyboard.press("Delete");
  const confirm = drawer(harness).getByRole("group").getByRole("button", { name: "Delete" });
  await expect(confirm).toHaveAttribute("aria-disabled", "false");
  await confirm.click();
  await expect(drawer(harness).getByRole("listitem")).toHaveCount(1);
  await expect(harness.getByRole("heading", { name: "How can I help?" })).toBeVisible();
  const [stored, isRunning, id] = await harness.evaluate(async () => {
    await kept.close();
    return [await threadStore.load("tea"), agent.isRunning, agent.threadId] as const;
  });
  expect([stored, isRunning]).toEqual([undefined, false]);
  expect(id).not.toBe("tea");
});

test("what can't be loaded is empty, and the chat goes on", async ({
  page,
  harness,
  backend,
  complaints,
}) => {
  await page.route(/\/ag-ui-threads[\w.-]*\.js/, (route) => route.abort());
  await harness.setViewportSize(WIDE);
  await openChat(harness, {
    url: backend.script(run(...text("a", "Hello."))).url,
    waitsForMarkdown: false,
  });
  await harness.evaluate(async () => {
    const store = { list: async () => [] };
    view.threads = { store, open: () => {}, create: () => {} } as never;
    await rendered();
  });
  await button(harness).click();
  await expect(drawer(harness)).toBeVisible();
  await harness.evaluate(() => agent.sendMessage("Hello"));
  await expect(harness.getByRole("article").last()).toContainText("Hello.");
  await button(harness).click();
  await expect(drawer(harness)).toBeHidden();
  complaints.splice(0);
});

test("in a popup Escape closes the drawer first, then the popup", async ({ harness }) => {
  await openThreads(harness, [{ id: "tea", title: "Tea" }], { withView: false });
  await harness.evaluate(async () => {
    await load("chat");
    const popup = document.createElement("ag-ui-chat-popup");
    Object.assign(popup, { agent: openAgent("/nowhere"), threads: threadKeeper });
    document.body.append(popup);
    await popup.updateComplete;
    popup.show();
  });
  await button(harness).click();
  await expect(thread(harness, "Tea")).toBeVisible();
  await harness.keyboard.press("Escape");
  await expect(drawer(harness)).toBeHidden();
  await expect(harness.getByRole("dialog")).toBeVisible();
  await harness.keyboard.press("Escape");
  await expect(harness.getByRole("dialog")).toBeHidden();
});
