/** `keepThreads()` with a server that keeps its runs: a run goes on in the page that comes after. */
import type { Page } from "@playwright/test";
import { test as base, expect } from "../support/test.js";
import { GatedAgent } from "./gated-agent.js";
import { another, ended, inPage, type KeptSetup, keep, reload } from "./kept.js";

const test = base.extend<{ agent: GatedAgent; url: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  agent: async ({}, use) => {
    const agent = new GatedAgent();
    await use(agent);
    await agent.stop();
  },
  url: async ({ agent }, use) => use(await agent.start()),
});

test.use({ usesStorage: true });

const all = ["text", "arguments", "last text"] as const;

function contents(page: Page): Promise<unknown[]> {
  return inPage(page, ({ element }) =>
    element.messages.map(({ role, content }) => [role, content]),
  );
}

function send(page: Page): Promise<void> {
  return inPage(page, ({ element, sent }) => {
    sent.push(element.sendMessage("Go"));
  });
}

/** Resolves when the page shows a text, and the store has it together with the run. */
async function shows(page: Page, text: string): Promise<void> {
  await page.evaluate(async (text) => {
    const { element, store } = (globalThis as unknown as { page: import("./kept.js").Kept }).page;
    await until(`the store has a run with ${text}`, async () => {
      const thread = await store.load(element.threadId);
      return thread?.run !== undefined && JSON.stringify(thread.messages).includes(text);
    });
  }, text);
}

const begun = (page: Page): Promise<string[]> => inPage(page, ({ begun }) => begun);

const whole = (answer: string) => [
  ["user", "Go"],
  ["assistant", "Wait. Now. "],
  ["tool", answer],
  ["assistant", `It said: ${answer}`],
];

for (const [where, gates, text] of [
  ["text", [], "Wait. "],
  ["arguments", ["text"], "c1"],
] as const) {
  test(`a reload while ${where} streams: the run goes on, and its tool runs once`, async ({
    harness,
    agent,
    url,
  }) => {
    agent.open(...gates);
    await keep(harness, url);
    await send(harness);
    await shows(harness, text);
    await reload(harness);
    await keep(harness, url);
    expect(agent.stopped).toBe(0);
    await inPage(harness, ({ release }) => release());
    agent.open(...all);
    await ended(harness);
    expect(await contents(harness)).toEqual(whole("pay: done"));
    expect(await begun(harness)).toHaveLength(1);
    expect(agent.begun).toBe(2);
    expect(agent.asked).toEqual(["POST", "GET", "POST"]);
  });
}

test("a reload between the runs of one loop: the second run goes on, and no tool runs again", async ({
  harness,
  agent,
  url,
}) => {
  agent.open("text", "arguments");
  await keep(harness, url);
  await inPage(harness, ({ release }) => release());
  await send(harness);
  await shows(harness, "It ");
  await reload(harness);
  await keep(harness, url);
  agent.open(...all);
  await ended(harness);
  expect(await contents(harness)).toEqual(whole("pay: done"));
  expect(await begun(harness)).toEqual([]);
  expect(agent.begun).toBe(2);
});

/** A reload while the handler runs, by the tool and what it says of a reload. */
const handlers: [string, string, KeptSetup, RegExp, number][] = [
  ["that must not run twice", "pay", {}, /^It is not known whether the tool ran/, 0],
  ["that may run again", "look", {}, /^look: done$/, 1],
];

for (const [name, tool, setup, answer, times] of handlers) {
  test(`a reload while a handler runs ${name}: the call's record decides`, async ({
    harness,
    agent,
    url,
  }) => {
    agent.tool = tool;
    agent.open(...all);
    await keep(harness, url, setup);
    await send(harness);
    await inPage(harness, ({ begun }) => until("the tool has begun", () => begun.length > 0));
    await reload(harness);
    await keep(harness, url, setup);
    await inPage(harness, ({ release }) => release());
    await ended(harness);
    expect(await begun(harness)).toHaveLength(times);
    expect(agent.told).toEqual([expect.stringMatching(answer)]);
    expect(agent.begun).toBe(2);
  });
}

/** The page is left with a store that still has the run under way although the run's call has begun. */
for (const [phase, answer] of [
  ["begun", /^It is not known whether the tool ran/],
  ["ended", /^pay: done$/],
] as const) {
  test(`a run is taken up whose call has ${phase}: its record answers the call`, async ({
    harness,
    agent,
    url,
  }) => {
    await keep(harness, url);
    await send(harness);
    await shows(harness, "Wait. ");
    // From now on the thread can't be saved, but the records of calls can.
    await inPage(harness, ({ store }) => {
      store.save = () =>
        Promise.reject(new DOMException("The disk is full.", "QuotaExceededError"));
    });
    agent.open("text", "arguments");
    await inPage(harness, ({ begun }) => until("the tool has begun", () => begun.length > 0));
    if (phase === "ended") {
      await inPage(harness, async ({ element, store, release }) => {
        release();
        await until("the call has ended", async () =>
          (await store.calls(element.threadId)).some(({ phase }) => phase === "ended"),
        );
      });
    }
    await reload(harness);
    await keep(harness, url);
    agent.open(...all);
    await ended(harness);
    expect(await begun(harness)).toEqual([]);
    expect(agent.told).toEqual([expect.stringMatching(answer)]);
  });
}

test("a call of a run that the store has under way does not begin without a record", async ({
  harness,
  agent,
  url,
}) => {
  await keep(harness, url);
  await send(harness);
  await shows(harness, "Wait. ");
  await inPage(harness, ({ store }) => {
    const full = () => Promise.reject(new DOMException("The disk is full.", "QuotaExceededError"));
    Object.assign(store, { save: full, record: full });
  });
  agent.open(...all);
  await ended(harness);
  expect(await begun(harness)).toEqual([]);
  expect(agent.told).toEqual([expect.stringContaining("its start could not be recorded")]);
});

test('with "ask", the person decides on the call of a run that was taken up', async ({
  harness,
  agent,
  url,
}) => {
  const setup: KeptSetup = { afterReload: "ask" };
  agent.open("text", "arguments");
  await keep(harness, url, setup);
  await send(harness);
  await inPage(harness, ({ begun }) => until("the tool has begun", () => begun.length > 0));
  await reload(harness);
  await keep(harness, url, setup);
  const asked = await inPage(harness, async ({ element, release }) => {
    release();
    await until("the person is asked", () => element.pendingApprovals.length > 0);
    return element.pendingApprovals[0]?.mayHaveRun;
  });
  expect(asked).toBe(true);
  agent.open(...all);
  await inPage(harness, ({ element }) => element.respondToApproval("c1", { decision: "approve" }));
  await ended(harness);
  expect(await begun(harness)).toHaveLength(1);
  expect(agent.told).toEqual(["pay: done"]);
});

test("the server does not have the run any more: the messages stay, and the call is unknown", async ({
  harness,
  agent,
  url,
  complaints,
}) => {
  agent.open("text");
  await keep(harness, url);
  await send(harness);
  await shows(harness, "c1");
  await harness.goto("about:blank");
  agent.restart();
  agent.open(...all);
  await harness.goBack();
  await harness.evaluate(() => globalThis.agUi.init());
  await keep(harness, url);
  await ended(harness);
  expect(await begun(harness)).toEqual([]);
  expect(agent.told).toEqual([expect.stringMatching(/^It is not known whether the tool ran/)]);
  expect((await contents(harness)).slice(0, 2)).toEqual(whole("").slice(0, 2));
  complaints.length = 0;
});

test("another tab takes over: it goes on with the run, which the first one does not stop", async ({
  harness,
  agent,
  url,
}) => {
  await keep(harness, url);
  await send(harness);
  await shows(harness, "Wait. ");
  await using tab = await another(harness);
  await keep(tab, url);
  await inPage(tab, ({ kept, release }) => {
    release();
    return kept.takeOver();
  });
  agent.open(...all);
  await inPage(tab, ({ element }) =>
    until("the answer is there", () => String(element.messages.at(-1)?.content).startsWith("It s")),
  );
  expect(agent.stopped).toBe(0);
  expect(agent.begun).toBe(2);
  expect(await contents(tab)).toEqual(whole("pay: done"));
  expect(await begun(tab)).toHaveLength(1);
  expect(await begun(harness)).toEqual([]);
  // The first tab shows it as well.
  await inPage(harness, ({ element }) =>
    until("the answer is shown", () => String(element.messages.at(-1)?.content).startsWith("It s")),
  );
  expect(await contents(harness)).toEqual(whole("pay: done"));
});

test("a message that is sent in another tab takes the place of the run, which is stopped", async ({
  harness,
  agent,
  url,
}) => {
  await keep(harness, url);
  await send(harness);
  await shows(harness, "Wait. ");
  await using tab = await another(harness);
  await keep(tab, url);
  const outcome = await inPage(tab, async ({ element }) => {
    const { outcome } = await element.sendMessage("Stop that");
    await until("nothing runs", () => !element.isRunning);
    return outcome;
  });
  expect(outcome).toBe("finished");
  await expect.poll(() => agent.stopped).toBe(1);
  expect(agent.begun).toBe(2);
  expect((await contents(tab)).at(-1)).toEqual(["assistant", "Stopped."]);
  expect(agent.asked).not.toContain("GET");
});

test("a message that is sent at once after a reload is the only one that the agent gets", async ({
  harness,
  agent,
  url,
}) => {
  await keep(harness, url);
  await send(harness);
  await shows(harness, "Wait. ");
  await reload(harness);
  await keep(harness, url, { message: "Stop that" });
  agent.open(...all);
  await ended(harness);
  const texts = await contents(harness);
  expect(texts.slice(-2)).toEqual([
    ["user", "Stop that"],
    ["assistant", "Stopped."],
  ]);
  expect(agent.begun).toBe(2);
  await expect.poll(() => agent.stopped).toBe(1);
});
