/** Runs the examples of the guide about conversations that survive a reload. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/readme/test.js";

test.use({ usesStorage: true });

test("durable: a payment is made once, and the thread outlives the page", async ({
  site,
  page,
  prints,
  said,
}) => {
  const keys: string[] = [];
  await page.route("**/pay/7", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    await route.fulfill({ body: "Paid." });
  });
  site.script(run(...toolCall("c1", "pay", '{"invoice":"7"}')), run(...text("answer", "Paid.")));
  await prints("durable");
  await expect.poll(() => site.requests.length).toBe(2);
  const agent = page.locator("#agent");
  const messages = () =>
    agent.evaluate((element) => (element as unknown as { messages: object[] }).messages.length);
  await expect.poll(messages).toBe(4);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const request = indexedDB.open("ag-ui-lit-threads");
        await new Promise((resolve) => {
          request.onsuccess = resolve;
        });
        const rows = request.result.transaction("rows").objectStore("rows").getAll();
        await new Promise((resolve) => {
          rows.onsuccess = resolve;
        });
        request.result.close();
        return rows.result.map(({ isRunning }) => isRunning);
      }),
    )
    .toEqual([false]);
  await page.reload();
  await expect.poll(messages).toBe(4);
  await expect.poll(() => said).toEqual(["true", "true"]);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(site.requests).toHaveLength(2);
});

test("durable-find-out: the metadata is taken", async ({ prints }) => {
  await prints("durable-find-out");
});

test("durable-continues: the metadata is taken", async ({ prints }) => {
  await prints("durable-continues");
});
