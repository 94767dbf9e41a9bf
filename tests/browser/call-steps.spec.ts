/** `element.calls.use()`: steps of a page's own on the way of an element's calls. Those of a manager are in tests/node/call-steps.spec.ts. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

test.use({ sharesPage: true });

const done = run(...text("m2", "Done."));

test.beforeEach(({ harness }) => offerShop(harness));

test("an element's steps run outside of its manager's, and see unknown tools and the run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "pay", '{"amount":1}', "m1"), ...toolCall("c2", "pya", "{}", "m1")),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const { element, ran } = await openShop(url, "never");
    const log: string[] = [];
    const remove = element.calls.use(async ({ toolName, origin }, next) => {
      const outcome = await next();
      const end = outcome.success ? outcome.result : outcome.error.code;
      log.push(
        `element ${toolName} ${origin.kind} ${origin.run?.threadId === element.threadId}: ${end}`,
      );
      return outcome;
    });
    element.manager.use(async ({ toolName, tool }, next) => {
      const outcome = await next();
      log.push(`manager ${toolName} ${tool?.name}`);
      return outcome;
    });
    const { outcome } = await element.sendMessage("Pay.");
    remove();
    return { outcome, log, ran };
  }, agent.url);
  expect(seen).toEqual({
    outcome: "finished",
    log: [
      "manager pya undefined",
      "manager pay pay",
      "element pya agent true: unknown_tool",
      "element pay agent true: paid 1",
    ],
    ran: [{ amount: 1 }],
  });
});

test("a step that refuses a call keeps the person from being asked, and the model reads why", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "pay", '{"amount":1}', "m1")), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, ran } = await openShop(url, "always");
    element.calls.use(() => {
      throw new agUi.ToolFailure("Nothing is paid today.", {
        category: "permanent",
        code: "closed",
      });
    });
    const { outcome } = await element.sendMessage("Pay.");
    const asked = events.filter(({ type }) => type === "approval-request").length;
    const [error] = events.filter(({ type }) => type === "tool-call-error");
    return { outcome, asked, ran, error: error?.detail };
  }, agent.url);
  expect(seen).toMatchObject({
    outcome: "finished",
    asked: 0,
    ran: [],
    error: { error: { code: "closed" } },
  });
  expect(agent.requests[1]?.messages.at(-1)).toMatchObject({
    role: "tool",
    content: "Nothing is paid today.",
  });
});

test("abort() ends a call whose step never does, and the element goes on", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "pay", '{"amount":1}', "m1")),
    run(...toolCall("c2", "pay", '{"amount":2}', "m3")),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const { element, ran } = await openShop(url, "never");
    let isHanging = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      isHanging = resolve;
    });
    const remove = element.calls.use(() => {
      isHanging();
      return new Promise(() => {});
    });
    const sending = element.sendMessage("Pay.");
    await hanging;
    element.abort();
    const first = await sending;
    remove();
    const second = await element.sendMessage("Again.");
    return { outcomes: [first.outcome, second.outcome], ran };
  }, agent.url);
  expect(seen).toEqual({ outcomes: ["aborted", "finished"], ran: [{ amount: 2 }] });
});
