import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import {
  answered,
  brief,
  expectEveryCallAnswered,
  finished,
  finishedInterrupted,
  open,
  result,
  snapshot,
  started,
} from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));
const cutCall = toolCall("c1", "slow", '{"a": 1}', "m1").slice(0, 2);

for (const [whose, words] of [
  ["the page's", "c1=The tool was not run"],
  ["the backend's", "c1=It is not known whether the tool ran"],
] as const) {
  test(`an interrupting message stops the run, and its call of a tool of ${whose} is answered in the same request`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(open(started, ...cutCall), done);
    const seen = await harness.evaluate(
      async ([url, isOurs]) => {
        const element = openAgent(url);
        const slow = { name: "slow", description: "Slow.", schema: {}, handler: () => "done" };
        if (isOurs) await element.registerTool(slow);
        const begun = eventOf(element, "ag-ui-tool-call-args");
        const first = element.sendMessage("First");
        await begun;
        const second = element.sendMessage("Second", { interrupt: true });
        return [await first, await second, element.isRunning];
      },
      [agent.url, whose === "the page's"] as const,
    );
    expect(seen).toEqual([{ outcome: "aborted" }, { outcome: "finished" }, false]);
    expect(agent.requests).toHaveLength(2);
    expect(brief(agent.requests[1]?.messages)).toEqual([
      "First",
      "m1(c1)",
      expect.stringContaining(words),
      "Second",
    ]);
  });
}

test("an interrupting message cancels the tools that run; what has ended keeps its result", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "slow", "{}", "m1"), ...toolCall("c2", "quick", "{}", "m1")),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let isStopped = false;
    const begun = new Promise<void>((begin) => {
      void element.registerTool({
        name: "slow",
        description: "Ends, too late, whatever its signal says.",
        schema: {},
        handler: (_, { signal }) => {
          begin();
          return new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              isStopped = true;
              setTimeout(() => resolve("too late"));
            });
          });
        },
      });
    });
    await element.registerTool({
      name: "quick",
      description: "Ends.",
      schema: {},
      handler: () => "q",
    });
    const quickDone = eventOf(element, "ag-ui-tool-call-end");
    const first = element.sendMessage("First");
    await Promise.all([begun, quickDone]);
    const second = await element.sendMessage("Second", { interrupt: true });
    return { first: await first, second, isStopped };
  }, agent.url);
  expect(seen).toEqual({
    first: { outcome: "aborted" },
    second: { outcome: "finished" },
    isStopped: true,
  });
  expect(agent.requests).toHaveLength(2);
  expect(brief(agent.requests[1]?.messages)).toEqual([
    "First",
    "m1(c1 c2)",
    expect.stringMatching(/c1=.*cancelled/i),
    "c2=q",
    "Second",
  ]);
});

test("messages that wait keep their order behind an interrupting one", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(open(started), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const begun = eventOf(element, "ag-ui-run-started");
    const sent = ["A", "B", "C"].map((name) => element.sendMessage(name));
    await begun;
    sent.push(element.sendMessage("Urgent", { interrupt: true }));
    const results = await Promise.all(sent);
    const asked = element.messages.filter(({ role }) => role === "user");
    return [results.map(({ outcome }) => outcome), asked.map(({ content }) => content)];
  }, agent.url);
  expect(seen).toEqual([
    ["aborted", "finished", "finished", "finished"],
    ["A", "Urgent", "B", "C"],
  ]);
  expect(agent.requests).toHaveLength(4);
});

test("of two interrupting messages both are said, in one request", async ({ harness, backend }) => {
  const agent = backend.script(open(started), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const begun = eventOf(element, "ag-ui-run-started");
    const sent = [element.sendMessage("A")];
    await begun;
    sent.push(element.sendMessage("B", { interrupt: true }));
    sent.push(element.sendMessage("C", { interrupt: true }));
    return (await Promise.all(sent)).map(({ outcome }) => outcome);
  }, agent.url);
  expect(seen).toEqual(["aborted", "aborted", "finished"]);
  expect(agent.requests.map(({ messages }) => brief(messages))).toEqual([["A"], ["A", "B", "C"]]);
});

test("an interrupting message while nothing runs is a message like any other", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const outcome = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    return (await element.sendMessage("A", { interrupt: true })).outcome;
  }, agent.url);
  expect(outcome).toBe("finished");
  expect(agent.requests).toHaveLength(1);
});

test("abort() also drops an interrupting message that waits", async ({ harness, backend }) => {
  const agent = backend.script(open(started), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const begun = eventOf(element, "ag-ui-run-started");
    const first = element.sendMessage("A");
    await begun;
    const second = element.sendMessage("B", { interrupt: true });
    element.abort();
    const outcomes = [(await first).outcome, (await second).outcome];
    return [...outcomes, ...element.messages.map(({ content }) => content)];
  }, agent.url);
  expect(seen).toEqual(["aborted", "aborted", "A"]);
  expect(agent.requests).toHaveLength(1);
});

for (const [what, answer, ending] of [
  ["answers them", [result("c1", "Not deleted.")], "c1=Not deleted."],
  ["leaves them open", [], "c1=The tool was not run: the user declined it."],
] as const) {
  test(`an interrupting message cancels the backend's interrupts in its request; a backend that ${what} runs no tool`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(
      eventsOnly([
        started,
        ...toolCall("c1", "gated", "{}", "m1"),
        ...toolCall("c2", "beside", "{}", "m1"),
        finishedInterrupted("c1"),
      ]),
      eventsOnly([started, ...answer, ...text("m2", "Fine."), finished]),
    );
    const seen = await harness.evaluate(async (url) => {
      const element = openAgent(url);
      const ran: string[] = [];
      for (const name of ["gated", "beside"]) {
        await element.registerTool({
          name,
          description: "Notes that it ran.",
          schema: {},
          handler: () => void ran.push(name),
        });
      }
      const first = await element.sendMessage("Delete it");
      const second = await element.sendMessage("Leave it", { interrupt: true });
      const outcomes = [first.outcome, second.outcome];
      return { outcomes, ran, open: element.pendingInterrupts, messages: element.messages };
    }, agent.url);
    expect(seen).toMatchObject({ outcomes: ["interrupted", "finished"], ran: [], open: [] });
    expect(agent.requests).toHaveLength(2);
    expect(agent.requests[1]?.resume).toEqual([{ interruptId: "i1", status: "cancelled" }]);
    expect(brief(agent.requests[1]?.messages)).toEqual([
      "Delete it",
      "m1(c1 c2)",
      expect.stringContaining("c2=The tool was not run"),
      "Leave it",
    ]);
    expect(brief(seen.messages as never)[2]).toBe(ending);
    expectEveryCallAnswered(seen.messages as never);
  });
}

test("an interrupting message that a backend forgets, because it only resumes, is said once more", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([started, ...toolCall("c1", "gated", "{}", "m1"), finishedInterrupted("c1")]),
    (response, request) => {
      const [asked, call] = request.messages;
      const events = [result("c1", "Not deleted."), ...text("m2", "As you like.")];
      const list = snapshot(asked as object, call as object, answered("c1", "Not deleted."), {
        id: "m2",
        role: "assistant",
        content: "As you like.",
      });
      return run(...events, list)(response, request);
    },
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Delete it");
    const { outcome } = await element.sendMessage("Leave it", { interrupt: true });
    return { outcome, messages: element.messages };
  }, agent.url);
  expect(seen.outcome).toBe("finished");
  expect(agent.requests.map(({ resume }) => resume?.length)).toEqual([undefined, 1, undefined]);
  expect(brief(seen.messages as never)).toEqual([
    "Delete it",
    "m1(c1)",
    "c1=Not deleted.",
    "As you like.",
    "Leave it",
    "Done.",
  ]);
});

/** What is sent before the interrupting message, so that each event comes. */
const eventful = [
  started,
  { type: "REASONING_START", messageId: "r" },
  { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm." },
  { type: "REASONING_MESSAGE_END", messageId: "r1" },
  { type: "REASONING_END", messageId: "r" },
  { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
  ...toolCall("c1", "flaky", '{"a": 1}', "m1"),
  ...toolCall("c2", "nobody", '{"a": 1}', "m1"),
  ...toolCall("c3", "steady", '{"a": 1}', "m1"),
];

/** Each event, how the first request ends, and how many requests there are. */
const everyEvent: [string, object, number][] = [
  ...[
    "messages-changed",
    "state-changed",
    "run-started",
    "reasoning-start",
    "reasoning-content",
    "reasoning-end",
    "tool-call-start",
    "tool-call-args",
    "tool-call-end",
    "tool-call-error",
    "tool-status-changed",
    "tool-retrying",
  ].map((type): [string, object, number] => [type, finished, type === "messages-changed" ? 1 : 2]),
  ["interrupt", finishedInterrupted("c1"), 2],
  ["run-failed", { type: "RUN_ERROR", message: "boom" }, 2],
  ["run-finalized", finished, 3],
];

for (const [type, end, requests] of everyEvent) {
  for (const isUrgent of [true, false]) {
    const how = isUrgent ? "an interrupting message" : "a message";
    test(`${how} may be sent from a listener of ${type}`, async ({ harness, backend }) => {
      const first = eventsOnly([...eventful, end]);
      const agent = backend.script((response, request) => {
        const isFirst = request.messages.length === 1 && request.messages[0]?.content === "First";
        const reply = isFirst ? first : run(...text(`m-${request.runId}`, "Done."));
        return reply(response, request);
      });
      const seen = await harness.evaluate(
        async ([url, type, interrupt]) => {
          const element = openAgent(url);
          element.manager = new agUi.ToolExecutionManager(undefined, {
            ...agUi.DEFAULT_RETRY_CONFIG,
            baseDelay: 1,
          });
          let attempts = 0;
          await element.registerTool({
            name: "flaky",
            description: "Fails once.",
            schema: {},
            handler: () => {
              attempts += 1;
              if (attempts === 1) throw new TypeError("Failed to fetch");
            },
          });
          await element.registerTool({
            name: "steady",
            description: "Ends.",
            schema: {},
            handler: () => 1,
          });
          const second = new Promise<string>((resolve) => {
            const listener = () => {
              const sent = element.sendMessage("Second", { interrupt });
              void sent.then(({ outcome, error }) => resolve(error ? error.message : outcome));
            };
            element.addEventListener(`ag-ui-${type}`, listener, { once: true });
          });
          const first = await element.sendMessage("First");
          return { first: first.outcome, second: await second, messages: element.messages };
        },
        [agent.url, type, isUrgent] as const,
      );
      const isHeld = type === "interrupt" && !isUrgent;
      expect(seen.second).toEqual(isHeld ? expect.stringContaining("resume()") : "finished");
      if (isHeld) return;
      expect(seen.messages.at(-2)).toMatchObject({ role: "user", content: "Second" });
      expectEveryCallAnswered(seen.messages as never);
      if (isUrgent) expect(agent.requests).toHaveLength(requests);
    });
  }
}

test("a handler that sends an interrupting message is cancelled, and may wait for it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "ask", "{}", "m1")), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let waited: unknown;
    await element.registerTool({
      name: "ask",
      description: "Sends a message.",
      schema: {},
      handler: async () => {
        waited = await element.sendMessage("Second", { interrupt: true });
        return "too late";
      },
    });
    const first = await element.sendMessage("First");
    const second = eventOf(element, "ag-ui-run-finalized");
    await second;
    await turn();
    return { first, waited, contents: element.messages.map(({ content }) => content) };
  }, agent.url);
  expect(seen).toEqual({
    first: { outcome: "aborted" },
    waited: { outcome: "finished" },
    contents: ["First", undefined, expect.stringMatching(/cancelled/i), "Second", "Done."],
  });
  expect(agent.requests).toHaveLength(2);
});

test("a message that a handler sends, and does not wait for, comes after the loop", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "ask", "{}", "m1")),
    run(...text("m2", "One.")),
    run(...text("m3", "Two.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let second: Promise<unknown> | undefined;
    await element.registerTool({
      name: "ask",
      description: "Sends a message.",
      schema: {},
      handler: () => {
        second = element.sendMessage("Second");
        return "asked";
      },
    });
    const first = await element.sendMessage("First");
    return [first, await second, element.messages.map(({ content }) => content)];
  }, agent.url);
  expect(seen).toEqual([
    { outcome: "finished" },
    { outcome: "finished" },
    ["First", undefined, "asked", "One.", "Second", "Two."],
  ]);
});

for (const [what, outcomes] of [
  ["abort()", ["aborted", "aborted"]],
  ["an interrupting message", ["aborted", "finished"]],
  ["its timeout", ["finished", "finished"]],
] as const) {
  test(`a handler that waits for a message of its own is freed by ${what}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(run(...toolCall("c1", "ask", "{}", "m1")), done);
    const seen = await harness.evaluate(
      async ([url, what]) => {
        const element = openAgent(url);
        let second: Promise<{ outcome: string }> | undefined;
        const begun = new Promise<void>((begin) => {
          void element.registerTool({
            name: "ask",
            description: "Waits for what comes after it.",
            schema: {},
            metadata: what === "its timeout" ? { timeout: 50 } : {},
            handler: () => {
              second = element.sendMessage("Second");
              begin();
              return second;
            },
          });
        });
        const first = element.sendMessage("First");
        await begun;
        if (what === "abort()") element.abort();
        if (what.startsWith("an")) await element.sendMessage("Urgent", { interrupt: true });
        return [(await first).outcome, (await second)?.outcome, element.isRunning];
      },
      [agent.url, what] as const,
    );
    expect(seen).toEqual([...outcomes, false]);
  });
}

test("an interrupting message reaches an agent that another element runs", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(open(started), done);
  const seen = await harness.evaluate(async (url) => {
    const one = openAgent(url);
    const two = openAgent(url);
    two.agent = one.agent;
    const begun = eventOf(one, "ag-ui-run-started");
    const first = one.sendMessage("A");
    await begun;
    const second = two.sendMessage("B", { interrupt: true });
    const outcomes = [(await first).outcome, (await second).outcome];
    return [...outcomes, one.messages.map(({ content }) => content)];
  }, agent.url);
  expect(seen).toEqual(["aborted", "finished", ["A", "B", "Done."]]);
});
