/** The list of threads in IndexedDB: what one tab does, another one shows. */
import { expect, test } from "../support/test.js";
import { openThreads } from "./thread-views.js";

test.use({ usesStorage: true });

test("a thread that another tab renames, adds or deletes is shown", async ({
  harness,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(harness.url());
  for (const page of [harness, other]) {
    await openThreads(page, [], { withView: false });
    await page.evaluate(async () => {
      globalThis.threadStore = threads.indexedDbThreadStore({ name: "of-tabs" });
      const view = document.createElement("ag-ui-threads");
      view.threads = new threads.ThreadList(threadStore);
      globalThis.threadsView = view;
      document.body.append(view);
      await view.updateComplete;
    });
  }
  const rows = (page: typeof other) => page.locator("ag-ui-threads").getByRole("listitem");
  await other.evaluate(async () => {
    const times = { createdAt: 1_000, updatedAt: 1_000 };
    const messages = [{ id: "1", role: "user", content: "Order tea" }] as const;
    await threadStore.save({ id: "tea", ...times, messages, state: {}, interrupts: [] });
  });
  await expect(rows(harness)).toContainText(["Order tea"]);
  await harness.evaluate(() => threadStore.update("tea", { title: "Tea" }));
  await expect(rows(other)).toContainText(["Tea"]);
  await other.evaluate(() => threadStore.delete("tea"));
  await expect(rows(harness)).toHaveCount(0);
  await expect(rows(other)).toHaveCount(0);
  await other.close();
  await harness.evaluate(() => {
    threadsView.remove();
    threadStore.close();
  });
});
