/** `keepThreads()` in Chromium: what a page that is loaded anew knows of its calls, and what the model is told. */
import { eventsOnly, run, type ScriptedAgent, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import {
  answersIn,
  ended,
  inPage,
  type KeptSetup,
  keep,
  reload,
  sendUntilBegun,
  stored,
} from "./kept.js";

test.use({ usesStorage: true });

const done = run(...text("last", "Done."));

/** What the model was told of its calls in the last request. */
function told(agent: ScriptedAgent): string[] {
  const { messages = [] } = agent.requests.at(-1) ?? {};
  return messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
}

test("messages and state outlive the page, and the thread is the same", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m1", "Hello.")));
  await keep(harness, agent.url);
  const before = await inPage(harness, async ({ element }) => {
    element.state = { city: "Lima" };
    await element.sendMessage("Hi");
    return { threadId: element.threadId, messages: element.messages };
  });
  await stored(harness);
  await reload(harness);
  await keep(harness, agent.url);
  const after = await inPage(harness, ({ element, kept }) => ({
    threadId: element.threadId,
    messages: element.messages,
    state: element.state,
    isActing: kept.isActing,
  }));
  expect(after).toEqual({ ...before, state: { city: "Lima" }, isActing: true });
  expect(agent.requests).toHaveLength(1);
});

test("a thread that a visible page shows counts as read, and one of a hidden page once it is seen", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m1", "One.")), run(...text("m2", "Two.")));
  await keep(harness, agent.url);
  const unread = () =>
    inPage(harness, async ({ kept }) => (await kept.store.list()).map(({ unread }) => unread));
  const show = (state: string) =>
    harness.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await inPage(harness, ({ element }) => element.sendMessage("Hi"));
  await expect.poll(unread).toEqual([0]);
  await show("hidden");
  await inPage(harness, ({ element }) => element.sendMessage("Hi"));
  await expect.poll(unread).toEqual([1]);
  await show("visible");
  await expect.poll(unread).toEqual([0]);
});

/** A call of `pay` that had begun when the page was loaded anew, by what the tool says of that. */
const reloaded: [string, KeptSetup, RegExp][] = [
  [
    "by default, the model is told that it is not known whether it ran",
    {},
    /^It is not known whether the tool ran/,
  ],
  ['with "unknown", the same', { afterReload: "unknown" }, /^It is not known whether the tool ran/],
  ["a function gives its result", { afterReload: "finds" }, /^paid before$/],
  ["a function says that it had no effect", { afterReload: "finds nothing" }, /took no effect/],
  [
    "a function says that it does not know",
    { afterReload: "finds out" },
    /^It is not known whether/,
  ],
];

for (const [name, setup, answer] of reloaded) {
  test(`a call that must not run twice had begun at a reload: ${name}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(run(...toolCall("c1", "pay", '{"eur":5}', "m1")), done);
    await keep(harness, agent.url, setup);
    await sendUntilBegun(harness);
    await reload(harness);
    await keep(harness, agent.url, setup);
    await ended(harness);
    expect(await inPage(harness, ({ begun }) => begun)).toEqual([]);
    expect(told(agent)).toEqual([expect.stringMatching(answer)]);
    expect(agent.requests).toHaveLength(2);
  });
}

for (const [tool, setup] of [
  ["look", {}],
  ["pay", { afterReload: "rerun" }],
] as const) {
  test(`${tool}, which may run again, runs again with the same key`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(run(...toolCall("c1", tool, '{"n":1}', "m1")), done);
    await keep(harness, agent.url, setup);
    await sendUntilBegun(harness);
    const first = await inPage(harness, ({ begun }) => begun);
    await stored(harness, "begun");
    await reload(harness);
    await keep(harness, agent.url, setup);
    await inPage(harness, ({ release }) => release());
    await ended(harness);
    expect(await inPage(harness, ({ begun }) => begun)).toEqual(first);
    expect(told(agent)).toEqual([`${tool}: done`]);
  });
}

for (const decision of ["approve", "decline"] as const) {
  test(`with "ask", the person decides whether it runs again: ${decision}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(run(...toolCall("c1", "pay", "{}", "m1")), done);
    const setup: KeptSetup = { afterReload: "ask" };
    await keep(harness, agent.url, setup);
    await sendUntilBegun(harness);
    await reload(harness);
    await keep(harness, agent.url, setup);
    const asked = await inPage(harness, async ({ element, begun }) => {
      await until("the person is asked", () => element.pendingApprovals.length > 0);
      return { mayHaveRun: element.pendingApprovals[0]?.mayHaveRun, begun };
    });
    expect(asked).toEqual({ mayHaveRun: true, begun: [] });
    await harness.evaluate(async (decision) => {
      const { element, release } = (globalThis as unknown as { page: import("./kept.js").Kept })
        .page;
      release();
      await element.respondToApproval("c1", { decision });
    }, decision);
    await ended(harness);
    const [answer] = told(agent);
    if (decision === "approve") expect(answer).toBe("pay: done");
    else {
      expect(answer).toMatch(
        /^It is not known whether the tool ran .* It was not run again: The user declined/,
      );
    }
  });
}

test("a call that waited for approval is asked about again, and runs once", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "pay", "{}", "m1")), done);
  const setup: KeptSetup = { approval: "always" };
  await keep(harness, agent.url, setup);
  await inPage(harness, async ({ element, sent }) => {
    sent.push(element.sendMessage("Go"));
    await until("the person is asked", () => element.pendingApprovals.length > 0);
  });
  await stored(harness, "announced");
  await reload(harness);
  await keep(harness, agent.url, setup);
  const begun = await inPage(harness, async ({ element, begun, release }) => {
    await until("the person is asked again", () => element.pendingApprovals.length > 0);
    const before = begun.length;
    release();
    await element.respondToApproval("c1", { decision: "approve" });
    return before;
  });
  await ended(harness);
  expect(begun).toBe(0);
  expect(await inPage(harness, ({ begun }) => begun.length)).toBe(1);
  expect(told(agent)).toEqual(["pay: done"]);
});

test("a call that had ended has its result, and the agent goes on with it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "quick", "{}", "m1")),
    // It answers nothing while the page lives.
    () => {},
    done,
  );
  await keep(harness, agent.url);
  await inPage(harness, async ({ element, sent, store }) => {
    sent.push(element.sendMessage("Go"));
    await until("the result is stored", async () => {
      const thread = await store.load(element.threadId);
      return thread?.messages.at(-1)?.role === "tool";
    });
  });
  await reload(harness);
  await keep(harness, agent.url);
  await ended(harness);
  expect(await inPage(harness, ({ begun }) => begun)).toEqual([]);
  expect(agent.requests).toHaveLength(3);
  expect(told(agent)).toEqual(["quick: done"]);
  expect(await answersIn(harness)).toEqual(["c1=quick: done"]);
});

test("with open-calls=offer, a call of which nothing is known waits for the page", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "pay", "{}", "m1")), done);
  await keep(harness, agent.url);
  await sendUntilBegun(harness);
  await reload(harness);
  await harness.evaluate(() => {
    const create = globalThis.openAgent;
    globalThis.openAgent = (url) => Object.assign(create(url), { openCalls: "offer" as const });
  });
  await keep(harness, agent.url);
  await ended(harness);
  const open = await inPage(harness, ({ element }) =>
    element.pendingOpenCalls.map(({ toolCallId }) => toolCallId),
  );
  expect(open).toEqual(["c1"]);
  expect(agent.requests).toHaveLength(1);
  await inPage(harness, ({ element }) =>
    element.settleOpenCalls({ c1: { decision: "answer", result: "Paid: the bank says so." } }),
  );
  expect(told(agent)).toEqual(["Paid: the bank says so."]);
});

test("what can't be stored is reported once, and the page goes on without", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "quick", "{}", "m1")), done);
  const warned: string[] = [];
  harness.on("console", (message) => {
    if (message.type() === "warning") warned.push(message.text());
  });
  await keep(harness, agent.url, { failing: ["all"] });
  const outcome = await inPage(harness, async ({ element, failures }) => {
    await element.sendMessage("Go");
    return { failures, last: element.messages.at(-1)?.content };
  });
  expect(outcome).toEqual({ failures: ["QuotaExceededError: The disk is full."], last: "Done." });
  expect(told(agent)).toEqual(["quick: done"]);
  expect(warned).toEqual([expect.stringContaining("the conversation can't be kept")]);
});

test("a page that asks for it runs nothing that is not recorded", async ({ harness, backend }) => {
  const agent = backend.script(run(...toolCall("c1", "quick", "{}", "m1")), done);
  await keep(harness, agent.url, { failing: ["all"], durability: "required" });
  const begun = await inPage(harness, async ({ element, begun }) => {
    await element.sendMessage("Go");
    return begun;
  });
  expect(begun).toEqual([]);
  expect(told(agent)).toEqual([expect.stringContaining("its start could not be recorded")]);
});

test("a call that is stored as not begun does not begin without a record of it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "quick", "{}", "m1")), done);
  await keep(harness, agent.url, { failing: ["begun"] });
  const begun = await inPage(harness, async ({ element, begun }) => {
    await element.sendMessage("Go");
    return begun;
  });
  expect(begun).toEqual([]);
  expect(told(agent)).toEqual([expect.stringContaining("its start could not be recorded")]);
});

test("without IndexedDB the conversation works as it does without a store", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "quick", "{}", "m1")), done);
  await harness.evaluate(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined, configurable: true });
  });
  await keep(harness, agent.url);
  const failures = await inPage(harness, async ({ element, failures }) => {
    await element.sendMessage("Go");
    return failures;
  });
  expect(failures).toEqual(["Error: there is no IndexedDB here"]);
  expect(told(agent)).toEqual(["quick: done"]);
});

test("without IndexedDB, a page that asks for it runs nothing that must not run twice", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "quick", "{}", "m1")), done);
  await harness.evaluate(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined, configurable: true });
  });
  await keep(harness, agent.url, { durability: "required" });
  const begun = await inPage(harness, async ({ element, begun }) => {
    await element.sendMessage("Go");
    return begun;
  });
  expect(begun).toEqual([]);
  expect(told(agent)).toEqual([expect.stringContaining("its start could not be recorded")]);
});

test("an interrupt waits for its answer after a reload, too", async ({ harness, backend }) => {
  const interrupts = [{ id: "i1", reason: "confirmation" }];
  const agent = backend.script((response, request) => {
    const { threadId, runId } = request;
    const outcome = { type: "interrupt", interrupts };
    return eventsOnly([
      { type: "RUN_STARTED", threadId, runId },
      { type: "RUN_FINISHED", threadId, runId, outcome },
    ])(response, request);
  }, done);
  await keep(harness, agent.url);
  await inPage(harness, ({ element }) => element.sendMessage("Go"));
  await inPage(harness, ({ element, store }) =>
    until("the interrupt is stored", async () => {
      const thread = await store.load(element.threadId);
      return thread?.interrupts.length === 1 && thread.isRunning === false;
    }),
  );
  await reload(harness);
  await keep(harness, agent.url);
  const outcome = await inPage(harness, async ({ element }) => {
    const waiting = element.pendingInterrupts.map(({ id }) => id);
    const { outcome } = await element.resume({ i1: { status: "resolved", payload: {} } });
    return [waiting, outcome];
  });
  expect(outcome).toEqual([["i1"], "finished"]);
  expect(agent.requests[1]?.resume).toMatchObject([{ interruptId: "i1", status: "resolved" }]);
});

test("a database of a newer version is left alone, and the error says what to do", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  await harness.evaluate(async () => {
    const request = indexedDB.open("kept", 99);
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    request.result.close();
  });
  await keep(harness, agent.url);
  const failures = await inPage(harness, async ({ element, failures }) => {
    await element.sendMessage("Go");
    return failures;
  });
  expect(failures).toEqual([
    expect.stringMatching(/made by a newer version of ag-ui-lit.*Reload this page/),
  ]);
});

test("a tool that leaves the page is answered by the next one, with where that is", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "navigate", '{"url":"/?next"}', "m1")), done);
  const begin = async (): Promise<void> => {
    await keep(harness, agent.url);
    await harness.evaluate(async () => {
      await load("toolbox");
      const { element } = (globalThis as unknown as { page: import("./kept.js").Kept }).page;
      for (const tool of toolbox.pageTools({ approval: "never" })) await element.registerTool(tool);
    });
  };
  await begin();
  await Promise.all([
    harness.waitForURL(/\?next/),
    inPage(harness, ({ element, sent }) => void sent.push(element.sendMessage("Go"))),
  ]);
  await harness.evaluate(() => globalThis.agUi.init());
  await begin();
  await ended(harness);
  const title = await harness.title();
  expect(told(agent)).toEqual([
    `The page was left during the call. The page that is open now is ${harness.url()}, and its title is ${JSON.stringify(title)}.`,
  ]);
  expect(agent.requests).toHaveLength(2);
});
