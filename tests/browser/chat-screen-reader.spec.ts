/** What a screen reader is told by a chat, as docs/chat.md promises it: regions that are live, roles, names, and the way of the keyboard. */
import type { Page } from "@playwright/test";
import { eventsOnly, run, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { LiveReply, longThread, openChat } from "./chats.js";

test.use({ sharesPage: true });

/** Notes every text that is added to the live regions. */
async function listen(page: Page): Promise<() => Promise<{ polite: string[]; urgent: string[] }>> {
  await page.evaluate(() => {
    const heard = { polite: [] as string[], urgent: [] as string[] };
    const follow = (selector: string, list: string[]): void => {
      const region = view.shadowRoot?.querySelector(selector) as Element;
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes)
            if (node instanceof Element) list.push(node.textContent ?? "");
      }).observe(region, { childList: true });
    };
    follow("[aria-live=polite]", heard.polite);
    follow("[aria-live=assertive]", heard.urgent);
    Object.assign(globalThis, { heard });
  });
  return () =>
    page.evaluate(
      () => (globalThis as unknown as { heard: { polite: string[]; urgent: string[] } }).heard,
    );
}

test("hears that the agent works, whole sentences, and the end; never a piece", async ({
  harness,
  backend,
}) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url, messages: longThread(2) });
  const heard = await listen(harness);
  await harness.evaluate(() => void agent.sendMessage("Hello"));
  const words = "It is **done**. The tea is on its way to you. Enjoy".split(/(?= )/);
  for (const [at, word] of words.entries()) {
    await live.text("new", word, at === 0);
    await harness.evaluate(() => rendered());
  }
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "new" });
  await expect.poll(async () => (await heard()).polite.join(" ")).toContain("Enjoy");
  const { polite, urgent } = await heard();
  expect(polite[0]).toBe("The agent is working.");
  for (const one of polite.slice(1, -1)) expect(one).toMatch(/\.$/);
  expect(polite.join(" ")).toBe(
    "The agent is working. It is done. The tea is on its way to you. Enjoy",
  );
  expect(urgent).toEqual([]);
});

test("hears approvals, questions and failures at once, and tools when there is time", async ({
  harness,
  backend,
  complaints,
}) => {
  const ask = run(...toolCall("c1", "pay", '{"amount":5}', "m"));
  const failing = eventsOnly([
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "RUN_ERROR", message: "No." },
  ]);
  await openChat(harness, { url: backend.script(ask, failing).url });
  const heard = await listen(harness);
  await harness.evaluate(async () => {
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: { type: "object", title: "Pay the bill", properties: { amount: { type: "number" } } },
      handler: () => "Paid.",
      metadata: { approval: "always" },
    });
    void agent.sendMessage("Pay");
    const { detail } = await eventOf(agent, "ag-ui-approval-request");
    await rendered();
    await agent.respondToApproval(detail.approvalId, { decision: "approve" });
    await eventOf(agent, "ag-ui-run-finalized");
    await rendered();
  });
  const { polite, urgent } = await heard();
  expect(urgent).toEqual(["Your approval is needed: Pay the bill", "The agent reported an error."]);
  expect(polite).toContain("The agent uses pay.");
  complaints.splice(0);
});

test("a thread that is restored or switched to is not read out", async ({ harness }) => {
  await openChat(harness, { messages: longThread(2) });
  const heard = await listen(harness);
  await harness.evaluate(async () => {
    agent.threadId = "other";
    agent.messages = [{ id: "1", role: "assistant", content: "An old answer." }];
    await rendered();
  });
  expect(await heard()).toEqual({ polite: [], urgent: [] });
});

test("its tree: a log that is not live, articles with names, buttons in groups, a text field", async ({
  harness,
}) => {
  await openChat(harness, { messages: longThread(1) });
  await expect(harness.getByRole("log", { name: "Conversation" })).toHaveAttribute(
    "aria-live",
    "off",
  );
  await expect(harness.getByRole("log")).toMatchAriaSnapshot(`
    - log "Conversation":
      - article "You":
        - text: Question 0
        - group "Actions":
          - button "Copy"
          - button "Edit"
      - article "Agent":
        - group "Actions":
          - button "Copy"
          - button "Answer again"
  `);
});

test("the list is one stop of Tab; arrows lead through messages, Escape to the composer", async ({
  harness,
}) => {
  await openChat(harness, { messages: longThread(60) });
  const rows = harness.getByRole("article");
  await expect(rows).toHaveCount(120);
  await harness.getByRole("textbox").focus();
  await harness.keyboard.press("Shift+Tab");
  await expect(rows.last().getByRole("button", { name: "Answer again" })).toBeFocused();
  await harness.keyboard.press("Shift+Tab");
  await harness.keyboard.press("Shift+Tab");
  await expect(rows.last()).toBeFocused();
  await harness.keyboard.press("ArrowUp");
  await expect(rows.nth(118)).toBeFocused();
  await harness.keyboard.press("Tab");
  await expect(rows.nth(118).getByRole("button", { name: "Copy" })).toBeFocused();
  await harness.keyboard.press("Shift+Tab");
  await harness.keyboard.press("Home");
  await expect(rows.first()).toBeFocused();
  await harness.keyboard.press("End");
  await expect(rows.last()).toBeFocused();
  await harness.keyboard.press("Escape");
  await expect(harness.getByRole("textbox")).toBeFocused();
});
