/** What a person answers is found by an id of the page's: a backend may give several things one id, or one id twice. */
import { eventsOnly, type Reply, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

test.use({ sharesPage: true });

const done = run(...text("m9", "Done."));

/** Eve's call stands first, Ada's is the one that a person sees as fine. */
const eveAndAda = run(
  ...toolCall("call_0", "pay", '{"amount": 100, "to": "Eve"}', "m1"),
  ...toolCall("call_0", "pay", '{"amount": 5, "to": "Ada"}', "m2"),
);

test.beforeEach(({ harness }) => offerShop(harness));

test("of two calls with one id, the approval runs the one that was shown", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(eveAndAda, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url);
    const { sending } = await order(2);
    const waiting = element.pendingApprovals;
    const ada = waiting.find(({ toolCallArgs }) => toolCallArgs.to === "Ada");
    const eve = waiting.find(({ toolCallArgs }) => toolCallArgs.to === "Eve");
    await element.respondToApproval(ada?.approvalId ?? "", { decision: "approve" });
    const left = element.pendingApprovals.map(({ approvalId }) => approvalId);
    await element.respondToApproval(eve?.approvalId ?? "", { decision: "decline" });
    await sending;
    const settled = events.filter(({ type }) => type === "approval-settled");
    return {
      ran,
      isEveLeft: left.length === 1 && left[0] === eve?.approvalId,
      outcomes: settled.map(({ detail }) => [
        detail.approvalId === ada?.approvalId ? "Ada" : "Eve",
        detail.outcome,
      ]),
    };
  }, agent.url);
  expect(seen).toEqual({
    ran: [{ amount: 5, to: "Ada" }],
    isEveLeft: true,
    outcomes: [
      ["Ada", "approved"],
      ["Eve", "declined"],
    ],
  });
  const answers = agent.requests[1]?.messages.filter(({ role }) => role === "tool");
  expect(answers).toMatchObject([
    { toolCallId: "call_0", content: expect.stringContaining("declined") },
    { toolCallId: "call_0", content: "paid 5" },
  ]);
});

for (const response of [
  { decision: "approve" },
  { decision: "approve", args: { amount: 1 } },
  { decision: "decline" },
] as const) {
  test(`a call's id that two requests have is refused, and names both: ${JSON.stringify(response)}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(eveAndAda, done);
    const seen = await harness.evaluate(
      async ([url, response]) => {
        const { element, ran, order } = await openShop(url);
        const { sending } = await order(2);
        const ids = element.pendingApprovals.map(({ approvalId }) => approvalId);
        const fault = await element.respondToApproval("call_0", response).then(
          () => "taken",
          (error: Error) => `${error.name}: ${error.message}`,
        );
        const isBothNamed = ids.every((id) => fault.includes(id));
        const waiting = element.pendingApprovals.length;
        element.abort();
        await sending;
        return { fault, isBothNamed, waiting, ran };
      },
      [agent.url, response] as const,
    );
    expect(seen).toEqual({
      fault: expect.stringMatching(/^Error: .*several approvals.*"call_0"/),
      isBothNamed: true,
      waiting: 2,
      ran: [],
    });
  });
}

test("a call's id is taken where only one request has it, beside others", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      ...toolCall("call_0", "pay", '{"amount": 1}', "m1"),
      ...toolCall("call_0", "pay", '{"amount": 2}', "m2"),
      ...toolCall("call_1", "pay", '{"amount": 3}', "m2"),
    ),
    done,
  );
  const ran = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const { sending } = await order(3);
    await element.respondToApproval("call_1", { decision: "approve" });
    const [first] = element.pendingApprovals;
    await element.respondToApproval(first?.approvalId ?? "", { decision: "approve" });
    await element.respondToApproval("call_0", { decision: "approve" });
    await sending;
    return ran;
  }, agent.url);
  expect(ran).toEqual([{ amount: 3 }, { amount: 1 }, { amount: 2 }]);
});

test("an approval id is no other's: not of a call with the same id in a later turn or thread", async ({
  harness,
  backend,
}) => {
  const pay = (amount: number) =>
    run(...toolCall("call_0", "pay", `{"amount": ${amount}}`, `of-${amount}`));
  const agent = backend.script(pay(5), done, pay(6), done, pay(7), pay(8));
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, asked } = await openShop(url);
    const next = async () => {
      const request = asked();
      const sending = element.sendMessage("Go");
      return { sending, id: (await request).approvalId };
    };
    const first = await next();
    await element.respondToApproval(first.id, { decision: "approve" });
    await first.sending;
    const second = await next();
    const late = await element.respondToApproval(first.id, { decision: "approve" }).then(
      () => "taken",
      (error: Error) => error.message,
    );
    await element.respondToApproval(second.id, { decision: "decline" });
    await second.sending;
    const third = await next();
    element.threadId = "another";
    await third.sending;
    const fourth = await next();
    const stale = await element.respondToApproval(third.id, { decision: "approve" }).then(
      () => "taken",
      (error: Error) => error.message,
    );
    element.abort();
    await fourth.sending;
    return { ids: [first.id, second.id, third.id, fourth.id], late, stale, ran };
  }, agent.url);
  expect(seen.ran).toEqual([{ amount: 5 }]);
  expect(seen.late).toContain("no approval waits");
  expect(seen.stale).toContain("no approval waits");
  expect(new Set(seen.ids).size).toBe(4);
  for (const id of seen.ids) expect(id).toMatch(/^approval-[\da-f-]{36}$/);
});

test("ids that every object has are ids as any", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      ...toolCall("__proto__", "pay", '{"amount": 1}', "m1"),
      ...toolCall("constructor", "pay", '{"amount": 2}', "m1"),
    ),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const { sending } = await order(2);
    const unknown = await element
      .respondToApproval("toString", { decision: "approve" })
      .catch(({ message }) => message);
    await element.respondToApproval("__proto__", { decision: "decline" });
    await element.respondToApproval("constructor", { decision: "approve" });
    await sending;
    return { unknown, ran };
  }, agent.url);
  expect(seen).toEqual({ unknown: expect.stringContaining("toString"), ran: [{ amount: 2 }] });
});

test("of two approvals the first valid one stands, also while its arguments are checked; a decline never waits", async ({
  harness,
  backend,
}) => {
  const pay = (id: string) => run(...toolCall(id, "pay", '{"amount": 5}', `of-${id}`));
  const agent = backend.script(pay("c1"), done, pay("c2"), done, pay("c3"), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const answered: string[][] = [];
    const answer = async (...answers: Parameters<typeof element.respondToApproval>[1][]) => {
      const { sending, request } = await order();
      const came = answers.map((one) => element.respondToApproval(request.approvalId, one));
      const settled = await Promise.allSettled(came);
      answered.push(settled.map(({ status }) => status));
      await sending;
    };
    const edited = { decision: "approve", args: { amount: 4 } } as const;
    const refused = { decision: "approve", args: { amount: 4000 } } as const;
    const asItIs = { decision: "approve" } as const;
    await answer(edited, asItIs);
    await answer(refused, asItIs);
    await answer(edited, { decision: "decline" }, asItIs);
    return { ran, answered };
  }, agent.url);
  expect(seen.ran).toEqual([{ amount: 4 }, { amount: 5 }]);
  expect(seen.answered).toEqual([
    ["fulfilled", "rejected"],
    ["rejected", "fulfilled"],
    ["rejected", "fulfilled", "rejected"],
  ]);
});

test("a tool that is replaced while edited arguments are checked does not run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "pay", '{"amount": 5}', "m1")), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const { sending, request } = await order();
    const answer = { decision: "approve", args: { amount: 4 } } as const;
    const answering = element.respondToApproval(request.approvalId, answer).catch(() => "refused");
    const tool = { name: "pay", description: "Another.", schema: {}, handler: () => "other" };
    element.registry.register(tool, { replace: true });
    return { answered: await answering, result: (await sending).outcome, ran };
  }, agent.url);
  expect(seen).toEqual({ answered: "refused", result: "finished", ran: [] });
});

/** A run that ends with these interrupts. */
function interrupt(...interrupts: object[]): Reply {
  return (response, request) => {
    const { threadId, runId } = request;
    const finished = { type: "RUN_FINISHED", threadId, runId };
    const outcome = { type: "interrupt", interrupts };
    const events = [
      { type: "RUN_STARTED", threadId, runId },
      { ...finished, outcome },
    ];
    return eventsOnly(events)(response, request);
  };
}

const payEve = { id: "i1", reason: "confirmation", message: "Pay Eve a million?" };
const payAda = { id: "i1", reason: "confirmation", message: "Pay Ada five?" };

test("of two interrupts with one id each is answered by its own, and the backend hears its own id", async ({
  harness,
  backend,
}) => {
  const other = { id: "i1#2", reason: "confirmation", message: "Named as ours would be." };
  const agent = backend.script(interrupt(payEve, payAda, other), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["interrupt"]);
    await element.sendMessage("Go");
    const { pendingInterrupts } = element;
    const yes = { status: "resolved", payload: true } as const;
    const wordsOf = (answers: Parameters<typeof element.resume>[0]) =>
      element.resume(answers).then(
        ({ outcome }) => outcome,
        (error: Error) => error.message,
      );
    const both = await wordsOf({ i1: yes, "i1#2": yes });
    const answers = pendingInterrupts.map(({ id, message }) => [
      id,
      { status: "resolved", payload: message },
    ]);
    const outcome = await wordsOf(Object.fromEntries(answers));
    const told = events[0]?.detail.interrupts.map(({ id }: { id: string }) => id);
    return { told, ids: pendingInterrupts.map(({ id }) => id), both, outcome };
  }, agent.url);
  expect(seen).toEqual({
    told: ["i1", "i1#3", "i1#2"],
    ids: ["i1", "i1#3", "i1#2"],
    both: expect.stringContaining('missing: "i1#3"'),
    outcome: "finished",
  });
  expect(agent.requests).toHaveLength(2);
  expect(agent.requests[1]?.resume).toEqual([
    { interruptId: "i1", status: "resolved", payload: payEve.message },
    { interruptId: "i1", status: "resolved", payload: payAda.message },
    { interruptId: "i1#2", status: "resolved", payload: other.message },
  ]);
});

test("interrupts named as every object's members are answered by their own answer only", async ({
  harness,
  backend,
}) => {
  const named = (id: string) => ({ id, reason: "confirmation" });
  const agent = backend.script(interrupt(named("__proto__"), named("constructor")), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Go");
    const yes = { status: "resolved", payload: 1 };
    const none = await element.resume({ __proto__: yes } as never).catch(({ message }) => message);
    const answers = [
      ["__proto__", yes],
      ["constructor", { status: "cancelled" }],
    ];
    return [none, (await element.resume(Object.fromEntries(answers))).outcome];
  }, agent.url);
  expect(seen).toEqual([
    expect.stringContaining('missing: "__proto__", "constructor"'),
    "finished",
  ]);
  expect(agent.requests[1]?.resume).toEqual([
    { interruptId: "__proto__", status: "resolved", payload: 1 },
    { interruptId: "constructor", status: "cancelled" },
  ]);
});

test("a second click does not answer the next run's interrupt that has the same id", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt(payAda), interrupt(payEve), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Go");
    const answers = { i1: { status: "resolved", payload: "yes" } } as const;
    const click = () =>
      element.resume(answers).then(
        ({ outcome }) => outcome,
        (error: Error) => error.message,
      );
    const clicks = await Promise.all([click(), click()]);
    const waiting = element.pendingInterrupts.map(({ message }) => message);
    return { clicks, waiting, last: await click() };
  }, agent.url);
  expect(seen).toEqual({
    clicks: ["interrupted", expect.stringContaining("answered already")],
    waiting: [payEve.message],
    last: "finished",
  });
  expect(agent.requests).toHaveLength(3);
});

test("an answer that waits behind a message which cancels its interrupt answers no other", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt(payAda), interrupt(payEve), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Go");
    const cancelling = element.sendMessage("Never mind.", { interrupt: true });
    const late = await element.resume({ i1: { status: "resolved", payload: "yes" } });
    await cancelling;
    const waiting = element.pendingInterrupts.map(({ message }) => message);
    return { outcome: late.outcome, message: late.error?.message, waiting };
  }, agent.url);
  expect(seen).toEqual({
    outcome: "failed",
    message: expect.stringContaining("wait no more"),
    waiting: [payEve.message],
  });
  expect(agent.requests).toHaveLength(2);
});

test("an answer that did not reach the backend may be given again", async ({
  harness,
  backend,
  complaints,
}) => {
  const broken: Reply = (response) => {
    response.writeHead(503).end();
  };
  const agent = backend.script(interrupt(payAda), broken, done);
  const outcomes = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Go");
    const answers = { i1: { status: "resolved", payload: "yes" } } as const;
    const first = await element.resume(answers);
    return [first.outcome, (await element.resume(answers)).outcome];
  }, agent.url);
  expect(outcomes).toEqual(["failed", "finished"]);
  complaints.splice(0);
});

test("of two restored calls with one id, each is settled by its own; the shared id is refused", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran } = await openShop(url, "never");
    const call = (to: string, amount: number) => ({
      id: "call_0",
      type: "function" as const,
      function: { name: "pay", arguments: JSON.stringify({ amount, to }) },
    });
    element.messages = [
      { id: "u1", role: "user", content: "Go" },
      { id: "m1", role: "assistant", toolCalls: [call("Eve", 100)] },
      { id: "m2", role: "assistant", toolCalls: [call("Ada", 5)] },
    ];
    const open = element.pendingOpenCalls;
    const isSteady = element.pendingOpenCalls.every(
      ({ openCallId }, index) => openCallId === open[index]?.openCallId,
    );
    const shared = await element
      .settleOpenCalls({ call_0: { decision: "run" } })
      .catch((error: Error) => error.message);
    const isNamed = open.every(({ openCallId }) => String(shared).includes(openCallId));
    const decisions = open.map(({ openCallId, toolCallArgs }) => [
      openCallId,
      toolCallArgs.to === "Ada" ? { decision: "run" } : { decision: "decline" },
    ]);
    const { outcome } = await element.settleOpenCalls(Object.fromEntries(decisions));
    element.messages = element.messages.slice(0, 2);
    const [restored] = element.pendingOpenCalls;
    const isNew = !open.some(({ openCallId }) => openCallId === restored?.openCallId);
    return { shared, isSteady, isNamed, outcome, ran, isNew };
  }, agent.url);
  expect(seen).toEqual({
    shared: expect.stringContaining('several open calls have the id "call_0"'),
    isSteady: true,
    isNamed: true,
    outcome: "finished",
    ran: [{ amount: 5, to: "Ada" }],
    isNew: true,
  });
  expect(agent.requests).toHaveLength(1);
});
