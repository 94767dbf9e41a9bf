/** `<ag-ui-chat-popup>`: a button that opens a chat. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

async function openPopup(page: Page, url = "/nowhere"): Promise<void> {
  await page.evaluate(async (url) => {
    await load("chat");
    const agent = openAgent(url);
    const popup = document.createElement("ag-ui-chat-popup");
    popup.agent = agent;
    Object.assign(globalThis, { agent, popup });
    document.body.append(popup);
    await popup.updateComplete;
  }, url);
}

test("opens and closes by its button and by Escape, and the focus goes along", async ({
  harness,
}) => {
  await openPopup(harness);
  await expect(harness.getByRole("dialog")).toBeHidden();
  const open = harness.getByRole("button", { name: "Open the chat" });
  await open.click();
  await expect(harness.getByRole("dialog", { name: "Chat" })).toBeVisible();
  await expect(harness.getByRole("textbox")).toBeFocused();
  await harness.keyboard.press("Escape");
  await expect(harness.getByRole("dialog")).toBeHidden();
  await expect(open).toBeFocused();
  await expect(open).toHaveAttribute("aria-expanded", "false");
  await harness.keyboard.press("Enter");
  await expect(harness.getByRole("textbox")).toBeFocused();
  await harness.getByRole("dialog").getByRole("button", { name: "Close the chat" }).click();
  await expect(open).toBeFocused();
});

test("counts answers that came while it was closed, until it is opened", async ({
  harness,
  backend,
}) => {
  await openPopup(harness, backend.script(run(...text("a", "One."), ...text("b", "Two."))).url);
  await harness.evaluate(() => agent.sendMessage("Hello"));
  const open = harness.getByRole("button", { name: "Open the chat, 2 unread" });
  await expect(open).toBeVisible();
  await open.click();
  await expect(harness.getByRole("article").last()).toContainText("Two.");
  await expect(harness.getByRole("textbox")).toBeFocused();
  await harness.keyboard.press("Escape");
  await expect(harness.getByRole("button", { name: "Open the chat", exact: true })).toBeVisible();
});

test("a call that waits for approval counts, and is said although the chat is closed", async ({
  harness,
  backend,
}) => {
  await openPopup(harness, backend.script(run(...toolCall("c1", "pay", "{}", "m"))).url);
  await harness.evaluate(async () => {
    const metadata = { approval: "always" } as const;
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: {},
      handler: () => 1,
      metadata,
    });
    void agent.sendMessage("Pay");
    await eventOf(agent, "ag-ui-approval-request");
  });
  await expect(harness.getByRole("button", { name: "Open the chat, 1 unread" })).toBeVisible();
  await expect(harness.getByRole("status").filter({ hasText: "1 unread" })).toHaveCount(1);
  await harness.evaluate(() => agent.abort());
});

test("hands on slots that the page fills, and only those", async ({ harness }) => {
  await openPopup(harness);
  await harness.getByRole("button", { name: "Open the chat" }).click();
  await expect(harness.getByRole("heading", { name: "How can I help?" })).toBeVisible();
  await harness.evaluate(() => {
    const own = document.createElement("p");
    own.slot = "empty";
    own.textContent = "Ask about tea.";
    document.querySelector("ag-ui-chat-popup")?.append(own);
  });
  await expect(harness.getByText("Ask about tea.")).toBeVisible();
  await expect(harness.getByRole("heading", { name: "How can I help?" })).toHaveCount(0);
});
