/** Messages that a search in the drawer has found, and several chats of one agent at a screen reader. */
import { expect, test } from "../support/test.js";
import { longThread, openChat } from "./chats.js";
import { openThreads } from "./thread-views.js";

// The thread that a tab has shown last is kept for its reload.
test.use({ usesStorage: true });

test("a found message is in view, marked and read out", async ({ harness }) => {
  await harness.setViewportSize({ width: 1_100, height: 700 });
  await openThreads(harness, [{ id: "tea", text: "Order tea" }], { withView: false });
  await openChat(harness, { waitsForMarkdown: false });
  await harness.evaluate(async (messages) => {
    const times = { createdAt: 1, updatedAt: 1 };
    await threadStore.save({ id: "long", ...times, messages, state: {}, interrupts: [] } as never);
    const kept = threads.keepThreads(agent, { store: threadStore, threadId: "tea" });
    await kept.ready;
    view.threads = kept;
    await rendered();
  }, longThread(100));
  await harness.getByRole("button", { name: "Conversations" }).click();
  await harness.getByRole("searchbox").fill("Question 7");
  const list = harness.getByRole("region", { name: "Conversations" });
  await expect(list.locator("mark").first()).toHaveText("Question 7");
  await list.getByRole("listitem").getByRole("button").first().click();
  const found = harness.locator("article.found");
  await expect(found).toHaveText(/Question 7/);
  await expect(found).toBeInViewport();
  await expect(
    harness.locator("ag-ui-chat > * , [role=status]").filter({ hasText: "Found: Question 7" }),
  ).toHaveCount(1);
});

test("of two chats of an agent the first that is visible speaks", async ({
  harness,
  complaints,
}) => {
  await openChat(harness, { waitsForMarkdown: false });
  const spoken = await harness.evaluate(async () => {
    const other = document.createElement("ag-ui-chat");
    Object.assign(other, { agent });
    view.parentElement?.append(other);
    await other.updateComplete;
    const linesOf = (chat: Element) =>
      chat.shadowRoot?.querySelectorAll("[aria-live=polite] p").length ?? -1;
    const both = async () => {
      await agent.sendMessage("Hello").catch(() => {});
      await until("a chat has spoken", () => linesOf(view) + linesOf(other) > 0);
      await rendered();
      await other.updateComplete;
      return [linesOf(view) > 0, linesOf(other) > 0];
    };
    const first = await both();
    const before = linesOf(view);
    view.style.display = "none";
    await agent.sendMessage("Again").catch(() => {});
    await until("the other has spoken", () => linesOf(other) > 0);
    await rendered();
    return { first, hidden: linesOf(view) - before };
  });
  // Nobody answers there.
  complaints.splice(0);
  expect(spoken).toEqual({ first: [true, false], hidden: 0 });
});
