/** Tools that run on the server, and calls that it prepares for the page: with a person in between, as a page has them. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

test.use({ sharesPage: true });

const wanted = { amount: 12.345 };
const mark = { "ag-ui-lit": { preflight: { arguments: wanted } } };

/** A call of `pay` that the server has prepared. */
function prepared(id: string, args: string): object[] {
  const [start, ...rest] = toolCall(id, "pay", args, "m1");
  return [{ ...start, metadata: mark }, ...rest];
}

const done = run(...text("m2", "Done."));

test.beforeEach(({ harness }) => offerShop(harness));

test("a person sees what the server prepared and what was asked, and only that runs", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...prepared("c1", '{"amount": 12.35}')), done);
  const seen = await harness.evaluate(async (url) => {
    const preflights: unknown[] = [];
    const { element, ran, order } = await openShop(url, "always", {
      metadata: { approval: "always", execution: "preflight" },
      handler: (args: unknown, { preflight }: { preflight?: unknown }) => {
        preflights.push([args, preflight]);
        return "paid";
      },
    });
    const { sending, request } = await order();
    const edit = await element
      .respondToApproval(request.approvalId, { decision: "approve", args: { amount: 99 } })
      .catch((error: Error) => `${error.name}: ${error.message}`);
    const isOpen = element.pendingApprovals.length === 1;
    // As a form would send it: the same, in other words.
    const same = { decision: "approve", args: { amount: 12.35 } } as const;
    await element.respondToApproval(request.approvalId, same);
    const { outcome } = await sending;
    const frozen = [request.preflight, request.preflight?.arguments].every(Object.isFrozen);
    return { request, edit, isOpen, outcome, ran, preflights, frozen };
  }, agent.url);
  expect(seen.request).toMatchObject({
    toolCallArgs: { amount: 12.35 },
    preflight: { arguments: wanted },
  });
  expect(seen.frozen).toBe(true);
  expect(seen.edit).toBe(
    "InvalidAnswerError: The server has prepared this call: its arguments can't be changed. Approve it as it is, or decline it.",
  );
  expect([seen.isOpen, seen.outcome]).toEqual([true, "finished"]);
  expect(seen.preflights).toEqual([[{ amount: 12.35 }, { arguments: wanted }]]);
  const messages = agent.requests[1]?.messages ?? [];
  expect(messages.filter(({ role }) => role === "tool")).toMatchObject([{ content: "paid" }]);
});

test("a prepared call may be declined, and nobody is asked about one that is not prepared", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...prepared("c1", '{"amount": 5}'), ...toolCall("c2", "pay", '{"amount": 6}', "m1")),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran, order } = await openShop(url, "always", {
      metadata: { approval: "always", execution: "preflight" },
    });
    const { sending, request } = await order();
    const asked = element.pendingApprovals.length;
    await element.respondToApproval(request.approvalId, { decision: "decline" });
    await sending;
    const errors = events.filter(({ type }) => type === "tool-call-error");
    return {
      asked,
      ran,
      errors: errors.map(({ detail }) => [detail.toolCallId, detail.error.code]),
    };
  }, agent.url);
  expect(seen.asked).toBe(1);
  expect(seen.ran).toEqual([]);
  expect(seen.errors.sort()).toEqual([
    ["c1", "declined"],
    ["c2", "not_preflighted"],
  ]);
});

test("a tool of the server is not offered, and a call of it is answered and not run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "pay", '{"amount": 5}', "m1")), done);
  const ran = await harness.evaluate(async (url) => {
    const { element, ran } = await openShop(url, "never", { metadata: { execution: "server" } });
    await element.sendMessage("Go");
    return ran;
  }, agent.url);
  expect(ran).toEqual([]);
  const [first, second] = agent.requests;
  expect(first?.tools.map(({ name }: { name: string }) => name)).toEqual(["look"]);
  expect(second?.messages.filter(({ role }) => role === "tool")).toMatchObject([
    { content: expect.stringContaining("it runs on the server, which gave no result") },
  ]);
});
