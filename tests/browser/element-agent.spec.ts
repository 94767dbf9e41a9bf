import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

/** Puts `agentOf(run)` into the page: an agent of the page's own, whose runs send events and may never end. */
async function offerAgents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const http = document.createElement("ag-ui-agent").agent;
    const Agent = Object.getPrototypeOf(http.constructor);
    const input = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
    let Observable = http.run(input as never).constructor;
    while (Object.getPrototypeOf(Observable) !== Function.prototype) {
      Observable = Object.getPrototypeOf(Observable);
    }
    Object.assign(globalThis, {
      agentOf(events: object[], ends: boolean, members: object = {}) {
        class Own extends Agent {
          run() {
            return new (Observable as never as new (subscribe: unknown) => unknown)(
              (subscriber: { next(event: object): void; complete(): void }) => {
                for (const event of events) subscriber.next(event);
                if (ends) subscriber.complete();
              },
            );
          }
        }
        return Object.assign(new Own(), members);
      },
    });
  });
}

declare global {
  function agentOf(
    events: object[],
    ends: boolean,
    members?: object,
  ): import("@ag-ui/client").AbstractAgent;
}

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

test.beforeEach(({ harness }) => offerAgents(harness));

test("abort() ends the run of an agent that doesn't react to it", async ({ harness }) => {
  const seen = await harness.evaluate(async (event) => {
    const outcomes: unknown[] = [];
    for (const members of [{}, { runAgent: () => new Promise(() => {}) }]) {
      const element = openAgent("/nowhere");
      element.agent = agentOf([event], false, members);
      const sending = element.sendMessage("Go");
      await turn();
      element.abort();
      outcomes.push(await sending, element.isRunning);
    }
    return outcomes;
  }, started);
  expect(seen).toEqual([{ outcome: "aborted" }, false, { outcome: "aborted" }, false]);
});

test("an abortRun() that throws is no uncaught error", async ({ harness }) => {
  const seen = await harness.evaluate(async (event) => {
    const element = openAgent("/nowhere");
    const abortRun = () => {
      throw new Error("no");
    };
    element.agent = agentOf([event], false, { abortRun });
    const begun = eventOf(element, "ag-ui-run-started");
    const sending = element.sendMessage("Go");
    await begun;
    element.abort();
    return sending;
  }, started);
  expect(seen).toEqual({ outcome: "aborted" });
});

test("an agent of the page that never completes after RUN_FINISHED is done", async ({
  harness,
}) => {
  const seen = await harness.evaluate(
    async (events) => {
      const element = openAgent("/nowhere");
      element.agent = agentOf(events, false);
      return [await element.sendMessage("One"), await element.sendMessage("Two")];
    },
    [started, finished],
  );
  expect(seen).toEqual([{ outcome: "finished" }, { outcome: "finished" }]);
});

test("setting thread-id keeps the page's own agent, and gives it a new thread", async ({
  harness,
}) => {
  const seen = await harness.evaluate(
    async ([begin, end, ...call]) => {
      const element = openAgent("/nowhere");
      const agent = agentOf([begin as object, ...call], false);
      element.agent = agent;
      const called = eventOf(element, "ag-ui-tool-call-args");
      const sending = element.sendMessage("Go");
      await called;
      element.setAttribute("thread-id", "another");
      element.messages = [{ id: "u0", role: "user", content: "Restored" }];
      const old = await sending;
      agent.run = agentOf([begin, end] as object[], true).run;
      const next = await element.sendMessage("Hello");
      return {
        old,
        next,
        isSame: element.agent === agent,
        threadId: element.threadId,
        contents: element.messages.map((message) => message.content),
      };
    },
    [started, finished, ...toolCall("c1", "echo", "{}", "m1")],
  );
  expect(seen).toEqual({
    old: { outcome: "aborted" },
    next: { outcome: "finished" },
    isSame: true,
    threadId: "another",
    contents: ["Restored", "Hello"],
  });
});

test("what is no agent is refused, and null brings the element's own back", async ({ harness }) => {
  const seen = await harness.evaluate((event) => {
    const element = openAgent("/nowhere");
    const own = element.agent.constructor;
    let refused: unknown;
    try {
      element.agent = {} as never;
    } catch (thrown) {
      refused = (thrown as Error).name;
    }
    element.agent = agentOf([event], true);
    const replaced = element.agent.constructor === own;
    element.agent = null;
    return [refused, replaced, element.agent.constructor === own];
  }, started);
  expect(seen).toEqual(["TypeError", false, true]);
});

test("two elements that share an agent take turns", async ({ harness, backend }) => {
  const agent = backend.script(
    run(...toolCall("c1", "slow", "{}", "m1")),
    run(...text("m2", "One.")),
    run(...text("m3", "Two.")),
  );
  const roles = await harness.evaluate(async (url) => {
    const one = openAgent(url);
    const two = openAgent(url);
    two.registry = one.registry;
    two.agent = one.agent;
    await one.registerTool({
      name: "slow",
      description: "Takes a moment.",
      schema: {},
      handler: () => new Promise((resolve) => setTimeout(() => resolve("slow"))),
    });
    await Promise.all([one.sendMessage("A"), two.sendMessage("B")]);
    return one.messages.map((message) => message.content ?? message.role);
  }, agent.url);
  expect(roles).toEqual(["A", "assistant", "slow", "One.", "B", "Two."]);
});

test("an execution that a listener begins meanwhile is not taken for the call's", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "main", '{"k":1}', "m1")), run());
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const { manager, registry } = element;
    const { tool } = registry.register({
      name: "side",
      description: "Another tool.",
      schema: {},
      handler: () => "side",
    });
    await element.registerTool({
      name: "main",
      description: "The tool that is called.",
      schema: {},
      handler: () => "main",
    });
    manager.addEventListener(
      "tool-execution-started",
      () => void manager.execute(tool, "other", { s: 1 }),
      { once: true },
    );
    const events = record(element, "ag-ui-", ["tool-status-changed", "tool-call-end"]);
    await element.sendMessage("Go");
    return events.map(({ detail }) => [detail.toolCallName, detail.execution.toolName]);
  }, agent.url);
  expect(seen).toEqual(Array(5).fill(["main", "main"]));
});
