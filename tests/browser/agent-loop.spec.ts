import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

test("a message without tools is one run, told by events from started to finalized", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m1", "Hello.")));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", eventTypes.agent);
    const sending = element.sendMessage("Hi");
    const during = element.isRunning;
    const result = await sending;
    return { result, during, after: element.isRunning, events, messages: element.messages };
  }, agent.url);
  expect(seen.result).toEqual({ outcome: "finished" });
  expect([seen.during, seen.after]).toEqual([true, false]);
  expect(seen.messages).toMatchObject([
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello." },
  ]);
  const types = seen.events.map((event) => event.type);
  expect(types.filter((type) => type.startsWith("run-"))).toEqual(["run-started", "run-finalized"]);
  expect(types).toContain("messages-changed");
  expect(agent.requests).toHaveLength(1);
});

test("rule 3: calls run after the run has finished, each once, and are answered in call order", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "slow", '{"n": 1}', "m1"), ...toolCall("c2", "fast", '{"n": 2}', "m1")),
    run(...text("m2", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", eventTypes.agent);
    const order: string[] = [];
    let finishSlow: () => void = () => {};
    const fastDone = new Promise<void>((resolve) => {
      finishSlow = resolve;
    });
    element.addEventListener("ag-ui-messages-changed", () => order.push("messages"));
    await element.registerTool({
      name: "slow",
      description: "Ends after fast.",
      schema: z.object({ n: z.number() }),
      handler: async ({ n }) => {
        order.push("slow begins");
        await fastDone;
        return `slow ${n}`;
      },
    });
    await element.registerTool({
      name: "fast",
      description: "Ends at once.",
      schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      handler: ({ n }) => {
        order.push("fast ends");
        finishSlow();
        return `fast ${n}`;
      },
    });
    const result = await element.sendMessage("Go");
    return { result, order, events, messages: element.messages };
  }, agent.url);
  expect(seen.result).toEqual({ outcome: "finished" });
  expect(seen.messages.map((message) => message.role)).toEqual([
    "user",
    "assistant",
    "tool",
    "tool",
    "assistant",
  ]);
  expect(agent.requests).toHaveLength(2);
  expect(agent.requests[0]?.tools.map((tool) => tool.name)).toEqual(["slow", "fast"]);
  expect(agent.requests[1]?.messages.slice(2)).toMatchObject([
    { role: "tool", toolCallId: "c1", content: "slow 1" },
    { role: "tool", toolCallId: "c2", content: "fast 2" },
  ]);
  const types = seen.events.map((event) => event.type);
  expect(types.indexOf("tool-status-changed")).toBeGreaterThan(types.lastIndexOf("tool-call-args"));
  const ends = seen.events.filter((event) => event.type === "tool-call-end");
  expect(ends.map((event) => event.detail)).toMatchObject([
    { toolCallId: "c2", toolCallName: "fast", toolCallArgs: { n: 2 }, result: "fast 2" },
    { toolCallId: "c1", toolCallName: "slow", toolCallArgs: { n: 1 }, result: "slow 1" },
  ]);
  expect(ends[0]?.detail.execution).toMatchObject({ status: "succeeded", toolName: "fast" });
  const statuses = seen.events
    .filter((event) => event.type === "tool-status-changed" && event.detail.toolCallId === "c1")
    .map((event) => event.detail.status);
  expect(statuses).toEqual(["pending", "validating", "executing", "succeeded"]);
});

test("rule 2: argument deltas are told with all that came so far", async ({ harness, backend }) => {
  const agent = backend.script(run(...toolCall("c1", "say", '{"a": "bcd"}')), run());
  const args = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["tool-call-args"]);
    await element.registerTool({ name: "say", description: "Says.", schema: {}, handler: () => 0 });
    await element.sendMessage("Go");
    return events.map((event) => event.detail);
  }, agent.url);
  expect(args.map((detail) => detail.delta).join("")).toBe('{"a": "bcd"}');
  expect(args.at(-1)).toMatchObject({ toolCallName: "say", buffer: '{"a": "bcd"}' });
});

test("rule 4: an unknown tool, broken arguments and a failing handler are answered with the reason", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      ...toolCall("c1", "nobody", "{}", "m1"),
      ...toolCall("c2", "strict", '{"n": "x"}', "m1"),
      ...toolCall("c3", "strict", '{"n": 1', "m1"),
      ...toolCall("c4", "failing", "", "m1"),
    ),
    run(...text("m2", "I see.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["tool-call-end", "tool-call-error"]);
    let strictRan = 0;
    await element.registerTool({
      name: "strict",
      description: "Wants a number.",
      schema: z.object({ n: z.number() }),
      handler: () => {
        strictRan += 1;
      },
    });
    await element.registerTool({
      name: "failing",
      description: "Throws text.",
      schema: {},
      handler: () => {
        throw "the printer is on fire";
      },
    });
    const result = await element.sendMessage("Go");
    return {
      result,
      strictRan,
      events: events.map(({ type, detail }) => [type, detail.error?.category]),
    };
  }, agent.url);
  expect(seen.result).toEqual({ outcome: "finished" });
  expect(seen.strictRan).toBe(0);
  expect(seen.events).toHaveLength(4);
  const [, second] = agent.requests;
  const answers = second?.messages.filter((message) => message.role === "tool") ?? [];
  expect(answers.map((answer) => answer.toolCallId)).toEqual(["c1", "c2", "c3", "c4"]);
  for (const answer of answers) expect(answer.content).toBe(answer.error);
  expect(answers[0]?.content).toContain('no tool named "nobody". Available tools: strict, failing');
  expect(answers[1]?.content).toContain("n: ");
  expect(answers[2]?.content).toContain("not valid JSON");
  expect(answers[2]?.content).toContain('The arguments were: {"n": 1');
  expect(answers[3]?.content).toBe("the printer is on fire");
  const calls = second?.messages.find((message) => message.role === "assistant")?.toolCalls;
  expect(calls?.map((call) => call.function.arguments)).toEqual(["{}", '{"n": "x"}', "{}", "{}"]);
});

test("rule 3: a call that the backend answered itself does not run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "both", "{}", "m1"), {
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "c1",
      content: "from the server",
    }),
  );
  const ran = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let count = 0;
    await element.registerTool({
      name: "both",
      description: "Known to both sides.",
      schema: {},
      handler: () => {
        count += 1;
      },
    });
    await element.sendMessage("Go");
    return count;
  }, agent.url);
  expect(ran).toBe(0);
  expect(agent.requests).toHaveLength(1);
});

test("rule 3: a call id that is used again in a later turn is another call", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("call_0", "count", "{}", "m1")),
    run(...text("m2", "One.")),
    run(...toolCall("call_0", "count", "{}", "m3")),
    run(...text("m4", "Two.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let count = 0;
    await element.registerTool({
      name: "count",
      description: "Counts its calls.",
      schema: {},
      handler: () => ++count,
    });
    await element.sendMessage("First");
    await element.sendMessage("Second");
    return { count, messages: element.messages };
  }, agent.url);
  expect(agent.requests).toHaveLength(4);
  expect(seen.count).toBe(2);
  const answers = [
    { role: "tool", toolCallId: "call_0", content: "1" },
    { role: "tool", toolCallId: "call_0", content: "2" },
  ];
  expect(seen.messages.filter((message) => message.role === "tool")).toMatchObject(answers);
  const sent = agent.requests[3]?.messages ?? [];
  expect(sent.filter((message) => message.role === "tool")).toMatchObject(answers);
  expect(sent.flatMap((message) => message.toolCalls ?? [])).toMatchObject([
    { id: "call_0", function: { arguments: "{}" } },
    { id: "call_0", function: { arguments: "{}" } },
  ]);
});

test("rule 5: a backend that never stops asking is stopped after max-rounds follow-up runs", async ({
  harness,
  backend,
}) => {
  let count = 0;
  const agent = backend.script((response, request) => {
    count += 1;
    return run(...toolCall(`c${count}`, "again", "{}", `m${count}`))(response, request);
  });
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.setAttribute("max-rounds", "2");
    const events = record(element, "ag-ui-", ["run-failed", "run-finalized"]);
    await element.registerTool({
      name: "again",
      description: "Again.",
      schema: {},
      handler: () => 1,
    });
    const { outcome, error } = await element.sendMessage("Go");
    const last = element.messages.at(-1);
    return { outcome, code: error?.code, types: events.map(({ type }) => type), last };
  }, agent.url);
  expect(seen).toMatchObject({
    outcome: "failed",
    code: "max_rounds",
    types: ["run-failed", "run-finalized"],
    last: { role: "tool", toolCallId: "c3", error: expect.stringContaining("not run") },
  });
  expect(agent.requests).toHaveLength(3);
});

test("messages sent while the agent runs wait their turn", async ({ harness, backend }) => {
  const agent = backend.script(run(...text("m1", "One.")), run(...text("m2", "Two.")));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const results = await Promise.all([
      element.sendMessage("First"),
      element.sendMessage("Second"),
    ]);
    return { results, contents: element.messages.map((message) => message.content) };
  }, agent.url);
  expect(seen.results).toEqual([{ outcome: "finished" }, { outcome: "finished" }]);
  expect(seen.contents).toEqual(["First", "One.", "Second", "Two."]);
});

test("rule 7: changing thread-id abandons the old thread at once", async ({ harness, backend }) => {
  const agent = backend.script(
    run(...toolCall("c1", "wait", "{}", "m1")),
    run(...text("m2", "New thread.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.setAttribute("thread-id", "old");
    let release: (value: string) => void = () => {};
    const begun = new Promise<void>((begin) => {
      void element.registerTool({
        name: "wait",
        description: "Waits.",
        schema: {},
        handler: () => {
          begin();
          return new Promise<string>((resolve) => {
            release = resolve;
          });
        },
      });
    });
    const old = element.sendMessage("Go");
    await begun;
    const events = record(element, "ag-ui-", eventTypes.agent);
    element.setAttribute("thread-id", "new");
    release("too late");
    const oldResult = await old;
    const silent = events.filter(({ type }) => type !== "messages-changed");
    const newResult = await element.sendMessage("Hello");
    return { oldResult, newResult, silent, threadId: element.threadId, messages: element.messages };
  }, agent.url);
  expect(seen.oldResult).toEqual({ outcome: "aborted" });
  expect(seen.newResult).toEqual({ outcome: "finished" });
  expect(seen.silent).toEqual([]);
  expect(seen.threadId).toBe("new");
  expect(seen.messages).toMatchObject([{ content: "Hello" }, { content: "New thread." }]);
  expect(agent.requests.map((request) => request.threadId)).toEqual(["old", "new"]);
});

test("headers and url count from the next run, and moving the element keeps its thread", async ({
  harness,
  backend,
}) => {
  const first = backend.script(run(...text("m1", "One.")));
  const second = backend.script(run(...text("m2", "Two.")));
  const seen = await harness.evaluate(
    async ([one, two]) => {
      const element = openAgent(one as string);
      element.headers = { authorization: "Bearer one" };
      await element.sendMessage("First");
      element.url = two as string;
      element.headers = { authorization: "Bearer two" };
      const section = document.createElement("section");
      document.body.append(section);
      section.append(element);
      await element.sendMessage("Second");
      return element.messages.length;
    },
    [first.url, second.url],
  );
  expect(seen).toBe(4);
  expect(first.requests[0]?.headers.authorization).toBe("Bearer one");
  expect(second.requests[0]?.headers.authorization).toBe("Bearer two");
  expect(second.requests[0]?.threadId).toBe(first.requests[0]?.threadId);
});

test("rule 3: a call that a backend replays in a later run does not run again", async ({
  harness,
  backend,
}) => {
  const call = toolCall("c1", "count", "{}", "m1");
  const agent = backend.script(run(...call), run(...call, ...text("m2", "Done.")));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let count = 0;
    await element.registerTool({
      name: "count",
      description: "Counts its calls.",
      schema: {},
      handler: () => ++count,
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, count, messages: element.messages };
  }, agent.url);
  expect(agent.requests).toHaveLength(2);
  expect([seen.outcome, seen.count]).toEqual(["finished", 1]);
  expect(seen.messages[1]).toMatchObject({
    toolCalls: [{ id: "c1", function: { arguments: "{}" } }],
  });
});

test("a call is told with its execution, also by a manager that keeps none", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "it", '{"n": 1}')), run());
  const detail = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.manager = new agUi.ToolExecutionManager(undefined, undefined, { maxHistory: 0 });
    const events = record(element, "ag-ui-", ["tool-call-end"]);
    await element.registerTool({ name: "it", description: "It.", schema: {}, handler: () => 1 });
    await element.sendMessage("Go");
    return events[0]?.detail;
  }, agent.url);
  expect(detail).toMatchObject({
    toolCallArgs: { n: 1 },
    result: "1",
    execution: { status: "succeeded" },
  });
});
