/** `keepThreads()` in several tabs: one runs the calls, the others show them. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { another, answersIn, ended, inPage, keep, sendUntilBegun } from "./kept.js";

test.use({ usesStorage: true });

const done = run(...text("last", "Done."));
const pay = () => run(...toolCall("c1", "pay", "{}", "m1"));

test("a second tab shows what the first one does, and does not act", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(pay(), done);
  await keep(harness, agent.url);
  await sendUntilBegun(harness);
  await using tab = await another(harness);
  await keep(tab, agent.url);
  expect(
    await inPage(tab, ({ kept, element }) => [kept.isActing, element.messages.length]),
  ).toEqual([false, 2]);
  await inPage(harness, ({ release }) => release());
  await ended(harness);
  await inPage(tab, ({ element }) =>
    until("the last message is shown", () => element.messages.at(-1)?.content === "Done."),
  );
  expect(await answersIn(tab)).toEqual(["c1=pay: done"]);
  expect(await inPage(tab, ({ begun }) => begun)).toEqual([]);
  expect(agent.requests).toHaveLength(2);
});

for (const end of ["is closed", "crashes"] as const) {
  test(`when the tab that acts ${end}, another one goes on with its thread at once`, async ({
    context,
    harness,
    backend,
    complaints,
  }) => {
    const agent = backend.script(pay(), done);
    await using tab = await another(harness);
    await keep(tab, agent.url);
    const acting = await context.newPage();
    await acting.goto(harness.url());
    await acting.evaluate(() => globalThis.agUi.init());
    const threadId = await inPage(tab, ({ element }) => element.threadId);
    await inPage(tab, ({ kept }) => kept.close());
    await acting.evaluate((id) => sessionStorage.setItem("ag-ui-lit-thread:kept", id), threadId);
    await keep(acting, agent.url);
    await sendUntilBegun(acting);
    await tab.reload();
    await tab.evaluate(() => globalThis.agUi.init());
    await keep(tab, agent.url);
    expect(await inPage(tab, ({ kept }) => kept.isActing)).toBe(false);
    if (end === "is closed") await acting.close();
    else {
      const session = await context.newCDPSession(acting);
      const crashed = acting.waitForEvent("crash");
      // A page that has crashed answers nothing.
      void session.send("Page.crash").catch(() => {});
      await crashed;
      await acting.close();
    }
    await inPage(tab, ({ kept }) => until("the tab acts", () => kept.isActing));
    await inPage(tab, ({ element }) =>
      until("the last message is there", () => element.messages.at(-1)?.content === "Done."),
    );
    expect(await answersIn(tab)).toEqual([
      expect.stringContaining("It is not known whether the tool ran"),
    ]);
    expect(await inPage(tab, ({ begun }) => begun)).toEqual([]);
    complaints.length = 0;
  });
}

test("sending in a tab that does not act takes over: what runs in the other is stopped", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(pay(), done);
  await keep(harness, agent.url);
  await sendUntilBegun(harness);
  await using tab = await another(harness);
  await keep(tab, agent.url);
  const outcome = await inPage(tab, async ({ element, kept }) => {
    const { outcome } = await element.sendMessage("And now here");
    return [outcome, kept.isActing];
  });
  expect(outcome).toEqual(["finished", true]);
  const first = await inPage(harness, async ({ sent, kept }) => [
    (await sent[0])?.outcome,
    kept.isActing,
  ]);
  expect(first).toEqual(["aborted", false]);
  const messages = await inPage(tab, ({ element }) =>
    element.messages.filter(({ role }) => role === "user").map(({ content }) => content),
  );
  expect(messages).toEqual(["Go", "And now here"]);
  expect(await inPage(tab, ({ begun }) => begun)).toEqual([]);
  expect((await answersIn(tab)).length).toBe(1);
});

test("a tab that does not answer has its lock taken, and can write nothing more", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m1", "Hello.")));
  await keep(harness, agent.url);
  await inPage(harness, ({ element }) => element.sendMessage("Hi"));
  await using tab = await another(harness);
  await keep(tab, agent.url);
  const kept = await inPage(tab, async ({ element, kept, store }) => {
    // Another tab's claim, as by one that could not hear that it is to let go.
    const claim = await store.claim(element.threadId);
    const thread = await store.load(element.threadId);
    if (!thread) throw new Error("There is no thread.");
    await store.save({ ...thread, state: { from: "tab" } }, { claim });
    return kept.isActing;
  });
  expect(kept).toBe(false);
  await inPage(harness, ({ element }) => {
    element.state = { from: "harness" };
  });
  await inPage(harness, ({ kept }) => until("the first tab has stopped", () => !kept.isActing));
  const stored = await inPage(
    tab,
    async ({ element, store }) => (await store.load(element.threadId))?.state,
  );
  expect(stored).toEqual({ from: "tab" });
});

test("a thread that is deleted in another tab is gone, and this tab begins a new one", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m1", "Hello.")));
  await keep(harness, agent.url);
  const before = await inPage(harness, async ({ element }) => {
    await element.sendMessage("Hi");
    return element.threadId;
  });
  await using tab = await another(harness);
  await keep(tab, agent.url);
  await inPage(tab, ({ element, store, kept }) =>
    kept.close().then(() => store.delete(element.threadId)),
  );
  await inPage(harness, async ({ element }) => {
    element.state = { changed: true };
  });
  const after = await inPage(harness, async ({ element, store, kept }) => {
    await until("a new thread is open", () => element.messages.length === 0);
    await kept.ready;
    return { threadId: element.threadId, stored: await store.list() };
  });
  expect(after.threadId).not.toBe(before);
  expect(after.stored).toEqual([]);
});
