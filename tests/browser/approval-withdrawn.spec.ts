/** A request that nobody answers: what ends it, and what the model reads then. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

test.use({ sharesPage: true });

const pay = run(...toolCall("c1", "pay", '{"amount": 5}', "m1"));
const done = run(...text("m2", "Done."));

test.beforeEach(({ harness }) => offerShop(harness));

test("abort() withdraws it; the call is answered as cancelled with the next message", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(pay, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url);
    const { sending } = await order();
    element.abort();
    const left = element.pendingApprovals.length;
    const result = await sending;
    const late = await element.respondToApproval("c1", { decision: "approve" }).then(
      () => "taken",
      (error: Error) => error.message,
    );
    const next = await element.sendMessage("Never mind.");
    const told = events.filter(({ type }) => /^(approval|tool-call-e)/.test(type));
    return {
      left,
      result,
      late,
      next,
      ran,
      told: told.map(({ type, detail }) => [type, detail.outcome ?? detail.error?.category]),
    };
  }, agent.url);
  expect(seen.left).toBe(0);
  expect(seen.result).toEqual({ outcome: "aborted" });
  expect(seen.late).toContain("was withdrawn");
  expect(seen.next).toEqual({ outcome: "finished" });
  expect(seen.ran).toEqual([]);
  expect(seen.told).toEqual([
    ["approval-request", undefined],
    ["approval-settled", "withdrawn"],
    ["tool-call-error", "cancelled"],
  ]);
  expect(agent.requests[1]?.messages.find(({ role }) => role === "tool")).toMatchObject({
    toolCallId: "c1",
    content: expect.stringContaining("cancelled before the user had decided"),
  });
});

test("another thread withdraws it, and hears nothing of it but that", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(pay, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url);
    const { sending } = await order();
    const before = events.length;
    element.threadId = "another";
    const after = events.slice(before).map(({ type }) => type);
    const old = await sending;
    const next = await element.sendMessage("Hello");
    return { after, old, next, ran, left: element.pendingApprovals, messages: element.messages };
  }, agent.url);
  expect(seen.after).toEqual(["approval-settled", "messages-changed"]);
  expect(seen.old).toEqual({ outcome: "aborted" });
  expect(seen.next).toEqual({ outcome: "finished" });
  expect([seen.ran, seen.left]).toEqual([[], []]);
  expect(seen.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

const changes = {
  unregistered: "(element) => element.unregisterTool('pay')",
  "replaced by another":
    "(element, tool) => element.registry.register({ ...tool, schema: {} }, { replace: true })",
  "cleared away": "(element) => element.registry.clear()",
};

for (const [what, source] of Object.entries(changes)) {
  test(`a tool that is ${what} meanwhile is not run`, async ({ harness, backend }) => {
    const agent = backend.script(pay, done);
    const seen = await harness.evaluate(
      async ([url, source]) => {
        const change = new Function(`return ${source}`)();
        const { element, events, ran, order } = await openShop(url as string);
        const { sending } = await order();
        change(element, element.registry.get("pay"));
        const left = element.pendingApprovals.length;
        const result = await sending;
        const error = events.find(({ type }) => type === "tool-call-error")?.detail.error;
        return { left, result, ran, code: error?.code };
      },
      [agent.url, source],
    );
    expect(seen).toEqual({
      left: 0,
      result: { outcome: "finished" },
      ran: [],
      code: "tool_changed",
    });
    expect(agent.requests[1]?.messages.at(-1)).toMatchObject({
      content: expect.stringContaining("was removed or replaced before the user had decided"),
    });
  });
}

test("another tool that comes or goes does not disturb it", async ({ harness, backend }) => {
  const agent = backend.script(pay, done);
  const ran = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const { sending } = await order();
    element.unregisterTool("look");
    await element.respondToApproval("c1", { decision: "approve" });
    await sending;
    return ran;
  }, agent.url);
  expect(ran).toEqual([{ amount: 5 }]);
});

for (const where of ["validator", "rule"] as const) {
  test(`abort() does not wait for a ${where} that hangs, and nobody is asked`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(pay, done);
    const seen = await harness.evaluate(
      async ([url, where]) => {
        let begun: () => void = () => {};
        const asked = new Promise<void>((resolve) => {
          begun = resolve;
        });
        const hang = () => {
          begun();
          return new Promise<boolean>(() => {});
        };
        const more = where === "validator" ? { schema: z.looseObject({}).refine(hang) } : {};
        const approval = where === "rule" ? hang : "always";
        const { element, events, ran } = await openShop(url as string, approval, more);
        const sending = element.sendMessage("Go");
        await asked;
        element.abort();
        const result = await sending;
        const next = await element.sendMessage("Hello");
        const isAsked = events.some(({ type }) => type === "approval-request");
        return { result, next, ran, isAsked };
      },
      [agent.url, where],
    );
    expect(seen).toEqual({
      result: { outcome: "aborted" },
      next: { outcome: "finished" },
      ran: [],
      isAsked: false,
    });
    expect(agent.requests[1]?.messages.some(({ toolCallId }) => toolCallId === "c1")).toBe(true);
  });
}

test("an element that is taken out of the page keeps it open, for when it is put back", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(pay, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const { sending } = await order();
    element.remove();
    await turn();
    const waiting = element.pendingApprovals.length;
    document.body.append(element);
    await element.respondToApproval("c1", { decision: "approve" });
    return { waiting, result: await sending, ran: ran.length };
  }, agent.url);
  expect(seen).toEqual({ waiting: 1, result: { outcome: "finished" }, ran: 1 });
});

test("a page that comes late finds what waits", async ({ harness, backend }) => {
  const agent = backend.script(pay, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, ran, order } = await openShop(url);
    const { sending } = await order();
    for (const { toolCallId } of element.pendingApprovals) {
      await element.respondToApproval(toolCallId, { decision: "approve" });
    }
    await sending;
    return ran;
  }, agent.url);
  expect(seen).toEqual([{ amount: 5 }]);
});

test("nothing is left listening to a registry or a signal", async ({ harness, backend }) => {
  const agent = backend.script(pay, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, order } = await openShop(url);
    const kept = new Map<EventTarget, number>();
    const count = (name: "addEventListener" | "removeEventListener", by: number) => {
      const original = EventTarget.prototype[name];
      EventTarget.prototype[name] = function (this: EventTarget, ...args: [string, null]) {
        if (args[0] === "abort" || args[0] === "tool-registry-change") {
          kept.set(this, (kept.get(this) ?? 0) + by);
        }
        original.apply(this, args);
      };
    };
    count("addEventListener", 1);
    count("removeEventListener", -1);
    const { sending } = await order();
    await element.respondToApproval("c1", { decision: "decline" });
    await sending;
    return { registry: kept.get(element.registry), targets: kept.size > 1 };
  }, agent.url);
  expect(seen).toEqual({ registry: 0, targets: true });
});
