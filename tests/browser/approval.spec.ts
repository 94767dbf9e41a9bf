/** A person is asked before a tool runs: what they see, what they may answer, and what comes of it. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop, type Shop } from "./shop.js";

test.use({ sharesPage: true });

const calls = (...args: string[]) =>
  run(...args.flatMap((text, index) => toolCall(`c${index + 1}`, "pay", text, "m1")));
const done = run(...text("m2", "Done."));
const answersOf = (agent: { requests: readonly { messages: readonly { role: string }[] }[] }) =>
  agent.requests[1]?.messages.filter(({ role }) => role === "tool");

declare global {
  var shop: Shop;
  var sending: Promise<unknown>;
}

test.beforeEach(({ harness }) => offerShop(harness));

test("a request tells all that a dialog needs, and the approved call runs as it was shown", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5, "to": "Ada"}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url);
    const { sending, request } = await order();
    const pending = element.pendingApprovals;
    const before = [...ran];
    await element.respondToApproval(request.toolCallId, { decision: "approve" });
    const result = await sending;
    return {
      request,
      isListed: pending.length === 1 && pending[0] === request,
      isFrozen: [request, request.toolCallArgs, request.parameters, pending].every(Object.isFrozen),
      isPlain: JSON.stringify(structuredClone(request)) === JSON.stringify(request),
      before,
      ran,
      result,
      left: element.pendingApprovals,
      stats: element.registry.stats("pay"),
      told: events.map(({ type }) => type).filter((type) => /^(approval|tool-call-e)/.test(type)),
      settled: events.find(({ type }) => type === "approval-settled")?.detail,
    };
  }, agent.url);
  expect(seen.request).toEqual({
    approvalId: expect.stringMatching(/^approval-[\da-f-]{36}$/),
    toolCallId: "c1",
    toolCallName: "pay",
    toolCallArgs: { amount: 5, to: "Ada" },
    description: "Pays an amount.",
    title: "Payment",
    parameters: expect.objectContaining({ required: ["amount"] }),
  });
  expect([seen.isListed, seen.isFrozen, seen.isPlain]).toEqual([true, true, true]);
  expect(seen.before).toEqual([]);
  expect(seen.ran).toEqual([{ amount: 5, to: "Ada" }]);
  expect(seen.result).toEqual({ outcome: "finished" });
  expect(seen.left).toEqual([]);
  expect(seen.stats).toMatchObject({ executions: 1, successes: 1 });
  expect(seen.told).toEqual(["approval-request", "approval-settled", "tool-call-end"]);
  expect(seen.settled).toEqual({
    approvalId: seen.request.approvalId,
    toolCallId: "c1",
    toolCallName: "pay",
    outcome: "approved",
  });
  expect(answersOf(agent)).toMatchObject([{ toolCallId: "c1", content: "paid 5" }]);
});

test("a declined call does not run, and the model reads the reason", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}', '{"amount": 6}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url, "always", {});
    element.manager = new agUi.ToolExecutionManager(undefined, undefined, {
      circuitBreaker: { failureThreshold: 1 },
    });
    const { sending } = await order(2);
    await element.respondToApproval("c1", { decision: "decline", reason: " Too dear. " });
    await element.respondToApproval("c2", { decision: "decline" });
    await sending;
    const direct = await element.manager.execute(element.registry.get("pay") as never, "x", {
      amount: 1,
    });
    return {
      ran: ran.length,
      direct: direct.success,
      stats: element.registry.stats("pay"),
      executions: element.manager.getExecutionsForToolCall("c1").length,
      errors: events.flatMap(({ type, detail }) => (type === "tool-call-error" ? [detail] : [])),
      settled: events.flatMap(({ type, detail }) =>
        type === "approval-settled" ? [detail.outcome] : [],
      ),
    };
  }, agent.url);
  expect(seen.ran, "only the call by hand, which asks nobody, ran").toBe(1);
  expect(seen.direct, "the circuit is closed").toBe(true);
  expect(seen.stats).toMatchObject({ executions: 1, failures: 0, cancellations: 0 });
  expect(seen.executions).toBe(0);
  expect(seen.settled).toEqual(["declined", "declined"]);
  expect(seen.errors).toEqual([
    {
      toolCallId: "c1",
      toolCallName: "pay",
      error: {
        category: "permanent",
        code: "declined",
        message: "The user declined: the tool was not run. Their reason: Too dear.",
        retryable: false,
      },
    },
    expect.objectContaining({ toolCallId: "c2" }),
  ]);
  const reasons = seen.errors.map(({ error }) => error.message);
  expect(answersOf(agent)).toMatchObject(reasons.map((text) => ({ content: text, error: text })));
  expect(reasons[1]).toBe("The user declined: the tool was not run.");
});

test("edited arguments run in place of the model's, and the answer says so", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}', '{"amount": 6}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url);
    const { sending } = await order(2);
    await element.respondToApproval("c1", { decision: "approve", args: { amount: 4 } });
    await element.respondToApproval("c2", { decision: "approve", args: { amount: 6 } });
    await sending;
    const ends = events.filter(({ type }) => type === "tool-call-end");
    return { ran, ends: ends.map(({ detail }) => [detail.toolCallArgs, detail.result]) };
  }, agent.url);
  expect(seen.ran).toEqual([{ amount: 4 }, { amount: 6 }]);
  expect(seen.ends).toEqual([
    [{ amount: 4 }, "paid 4"],
    [{ amount: 6 }, "paid 6"],
  ]);
  expect(answersOf(agent)).toMatchObject([
    { content: 'The user changed the arguments before the tool ran: {"amount":4}\npaid 4' },
    { content: "paid 6" },
  ]);
  const written = agent.requests[1]?.messages.find(({ toolCalls }) => toolCalls)?.toolCalls;
  expect(written?.map((call) => call.function.arguments)).toEqual([
    '{"amount": 5}',
    '{"amount": 6}',
  ]);
});

test("edited arguments that the schema refuses are named, and the call waits on", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url);
    const { sending } = await order();
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const refusals: unknown[] = [];
    for (const args of [{ amount: 500 }, {}, [], circle]) {
      const error = await element
        .respondToApproval("c1", { decision: "approve", args: args as never })
        .then(
          () => undefined,
          (error) => error,
        );
      refusals.push([
        error instanceof agUi.InvalidAnswerError,
        error.name,
        error.issues.map(({ path }: { path: string[] }) => path.join(".")),
        error.issues.every(({ message }: { message: string }) => message.length > 0),
      ]);
    }
    const waiting = element.pendingApprovals.map(({ toolCallId }) => toolCallId);
    const settled = events.filter(({ type }) => type === "approval-settled").length;
    await element.respondToApproval("c1", { decision: "approve", args: { amount: 50 } });
    await sending;
    return { refusals, waiting, settled, ran, stats: element.registry.stats("pay") };
  }, agent.url);
  const name = "InvalidAnswerError";
  expect(seen.refusals).toEqual([
    [true, name, ["amount"], true],
    [true, name, ["amount"], true],
    [true, name, [""], true],
    [true, name, [""], true],
  ]);
  expect(seen.waiting).toEqual(["c1"]);
  expect(seen.settled).toBe(0);
  expect(seen.ran).toEqual([{ amount: 50 }]);
  expect(seen.stats).toMatchObject({ executions: 1, failures: 0 });
});

test("nobody is bothered for arguments that are refused anyway", async ({ harness, backend }) => {
  const agent = backend.script(calls('{"amount": 500}', '{"amount":', "[]"), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran } = await openShop(url);
    await element.sendMessage("Go");
    const errors = events.filter(({ type }) => type === "tool-call-error");
    return {
      ran: ran.length,
      asked: events.filter(({ type }) => type === "approval-request").length,
      errors: errors.map(({ detail }) => [detail.error.category, detail.execution.status]),
      stats: element.registry.stats("pay"),
    };
  }, agent.url);
  expect([seen.ran, seen.asked]).toEqual([0, 0]);
  expect(seen.errors).toEqual(Array(3).fill(["validation", "failed"]));
  expect(seen.stats, "each is counted once, as any").toMatchObject({ executions: 3, failures: 3 });
  expect(answersOf(agent)?.length).toBe(3);
});

test("other calls of the round go on meanwhile, and the answers keep the order of the calls", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      ...toolCall("c1", "pay", '{"amount": 1}', "m1"),
      ...toolCall("c2", "look", "{}", "m1"),
      ...toolCall("c3", "pay", '{"amount": 3}', "m1"),
    ),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, asked } = await openShop(url);
    const looked = new Promise((resolve) => {
      element.addEventListener("ag-ui-tool-call-end", ({ detail }) => resolve(detail.toolCallName));
    });
    const both = asked(2);
    const sending = element.sendMessage("Go");
    await both;
    const waiting = element.pendingApprovals.map(({ toolCallId }) => toolCallId);
    const meanwhile = await looked;
    await element.respondToApproval("c3", { decision: "approve" });
    await element.respondToApproval("c1", { decision: "decline" });
    await sending;
    return { waiting, meanwhile, ran };
  }, agent.url);
  expect(seen).toEqual({ waiting: ["c1", "c3"], meanwhile: "look", ran: [{ amount: 3 }] });
  expect(answersOf(agent)).toMatchObject([
    { toolCallId: "c1", content: "The user declined: the tool was not run." },
    { toolCallId: "c2", content: "seen" },
    { toolCallId: "c3", content: "paid 3" },
  ]);
});

test("a person's time takes no slot and no timeout, and a retry asks nobody again", async ({
  harness,
  backend,
  page,
}) => {
  await page.clock.install();
  const agent = backend.script(
    run(...toolCall("c1", "pay", '{"amount": 1}', "m1"), ...toolCall("c2", "look", "{}", "m1")),
    done,
  );
  await harness.evaluate(async (url) => {
    let attempts = 0;
    const opened = await openShop(url, "always", {
      handler: () => {
        attempts += 1;
        if (attempts === 1) throw new agUi.ToolFailure("Busy.", { category: "transient" });
        return `attempt ${attempts}`;
      },
    });
    opened.element.manager = new agUi.ToolExecutionManager(undefined, undefined, {
      maxConcurrency: 1,
      timeout: 1000,
    });
    const looked = new Promise((resolve) => {
      opened.element.addEventListener("ag-ui-tool-call-end", resolve, { once: true });
    });
    Object.assign(globalThis, { shop: opened, ...(await opened.order()) });
    await looked;
  }, agent.url);
  await page.clock.fastForward("01:00:00");
  await harness.evaluate(async () => {
    const { element } = shop;
    const retried = new Promise((resolve) => {
      element.addEventListener("ag-ui-tool-retrying", resolve, { once: true });
    });
    await element.respondToApproval("c1", { decision: "approve" });
    await retried;
  });
  await page.clock.fastForward("00:05");
  const asked = await harness.evaluate(async () => {
    await sending;
    return shop.events.filter(({ type }) => type === "approval-request").length;
  });
  expect(asked).toBe(1);
  expect(answersOf(agent)).toMatchObject([{ content: "attempt 2" }, { content: "seen" }]);
});

test("a request may be answered from inside its event", async ({ harness, backend }) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran } = await openShop(url);
    element.addEventListener("ag-ui-approval-request", ({ detail }) => {
      void element.respondToApproval(detail.toolCallId, { decision: "approve" });
      throw new Error("a listener that fails changes nothing");
    });
    const caught = new Promise((resolve) => {
      addEventListener("error", (event) => resolve(event.preventDefault()), { once: true });
    });
    const result = await element.sendMessage("Go");
    await caught;
    return { result, ran };
  }, agent.url);
  expect(seen).toEqual({ result: { outcome: "finished" }, ran: [{ amount: 5 }] });
});

test("an answer that is none is refused, and the call waits on", async ({ harness, backend }) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, order } = await openShop(url);
    const { sending } = await order();
    const wordsOf = (id: unknown, answer: unknown) =>
      element.respondToApproval(id as string, answer as never).then(
        () => "taken",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    const rubbish = [
      await wordsOf("c1", undefined),
      await wordsOf("c1", {}),
      await wordsOf("c1", { decision: "maybe" }),
      await wordsOf("c1", { decision: "approve", args: "{}" }),
      await wordsOf("c1", { decision: "approve", args: null }),
      await wordsOf("c1", { decision: "decline", reason: 7 }),
      await wordsOf("c1", {
        get decision() {
          throw new TypeError("no decision");
        },
      }),
    ];
    const unknown = [await wordsOf("c2", { decision: "approve" }), await wordsOf({}, {})];
    const waiting = element.pendingApprovals.length;
    const first = await wordsOf("c1", { decision: "decline" });
    const second = await wordsOf("c1", { decision: "approve" });
    await sending;
    return { rubbish, unknown, waiting, first, second };
  }, agent.url);
  for (const words of seen.rubbish) expect(words).toMatch(/^TypeError: /);
  expect(seen.rubbish[2]).toContain('decision must be "approve" or "decline", but is maybe');
  for (const words of [...seen.unknown, seen.second]) {
    expect(words).toMatch(/^Error: .*no approval waits for the call/);
  }
  expect([seen.waiting, seen.first]).toEqual([1, "taken"]);
});

test("of two answers the first that is whole stands: a decline before slow edits are checked", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  const seen = await harness.evaluate(async (url) => {
    let finish: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const schema = z.object({ amount: z.number() }).refine(async ({ amount }) => {
      if (amount === 4) await slow;
      return true;
    });
    const { element, ran, order } = await openShop(url, "always", { schema });
    const { sending } = await order();
    const editing = element
      .respondToApproval("c1", { decision: "approve", args: { amount: 4 } })
      .then(
        () => "taken",
        (error: Error) => error.message,
      );
    await element.respondToApproval("c1", { decision: "decline" });
    finish();
    await sending;
    return { editing: await editing, ran };
  }, agent.url);
  expect(seen.editing).toContain("was answered already");
  expect(seen.ran).toEqual([]);
});

test("an answer whose edits are still checked when the request is withdrawn is told so", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  const seen = await harness.evaluate(async (url) => {
    const schema = z
      .object({ amount: z.number() })
      .refine(({ amount }) => (amount === 4 ? new Promise<boolean>(() => {}) : true));
    const { element, order } = await openShop(url, "always", { schema });
    const { sending } = await order();
    const editing = element
      .respondToApproval("c1", { decision: "approve", args: { amount: 4 } })
      .then(
        () => "taken",
        (error: Error) => error.message,
      );
    element.abort();
    return [await sending, await editing];
  }, agent.url);
  expect(seen).toEqual([{ outcome: "aborted" }, expect.stringContaining("was withdrawn")]);
});

test("a schema's own validator is asked once, and its output is what the rule and the handler get", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": "5"}'), done);
  const seen = await harness.evaluate(async (url) => {
    let checks = 0;
    const ruled: unknown[] = [];
    const schema = z
      .object({ amount: z.string().transform(Number), currency: z.string().default("EUR") })
      .refine(() => {
        checks += 1;
        return true;
      });
    const rule = (args: unknown) => {
      ruled.push(args);
      return true;
    };
    const parameters = { type: "object" };
    const { element, ran, order } = await openShop(url, rule, { schema, parameters });
    const { sending, request } = await order();
    await element.respondToApproval("c1", { decision: "approve" });
    await sending;
    return { checks, shown: request.toolCallArgs, ruled, ran };
  }, agent.url);
  expect(seen).toEqual({
    checks: 1,
    shown: { amount: "5" },
    ruled: [{ amount: 5, currency: "EUR" }],
    ran: [{ amount: 5, currency: "EUR" }],
  });
});

test("a validator that changes its mind does not let an unapproved call run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  const seen = await harness.evaluate(async (url) => {
    let checks = 0;
    const schema = z.object({ amount: z.number() }).refine(() => {
      checks += 1;
      return checks > 1;
    }, "not now");
    const { element, ran, events } = await openShop(url, "always", { schema });
    const result = await element.sendMessage("Go");
    return { result, ran, asked: events.some(({ type }) => type === "approval-request") };
  }, agent.url);
  expect(seen).toEqual({ result: { outcome: "finished" }, ran: [], asked: false });
  expect(answersOf(agent)?.[0]).toMatchObject({ content: expect.stringContaining("not now") });
});

test("arguments are read as the element's manager reads them", async ({ harness, backend }) => {
  const agent = backend.script(calls('{"amount": 5, "order": 9007199254740993}'), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    element.manager = new agUi.ToolExecutionManager(undefined, undefined, {
      bigIntegers: "bigint",
    });
    const { sending, request } = await order();
    await element.respondToApproval("c1", { decision: "approve" });
    await sending;
    const [args] = ran as { order: bigint }[];
    return [request.toolCallArgs.order, args?.order].map((value) => `${typeof value} ${value}`);
  }, agent.url);
  expect(seen).toEqual(Array(2).fill("bigint 9007199254740993"));
});
