/** What the element tells of a stream besides calls and reasoning: texts, state, activities, steps, and the rest. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

/** The events of one message, without those of messages and runs. */
async function told(harness: Page, url: string) {
  return harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", eventTypes.agent);
    const { outcome, error } = await element.sendMessage("Go");
    const isOther = ({ type }: { type: string }) => !/^(messages|run|tool)-/.test(type);
    return {
      outcome: error ? `${outcome}/${error.code}: ${error.message}` : outcome,
      failures: events.filter(({ type }) => type === "run-failed").length,
      events: events.filter(isOther).map(({ type, detail }) => [type, detail]),
      order: events.map(({ type }) => type),
      state: element.state,
      messages: element.messages,
    };
  }, url);
}

const wholeText = [
  ["text-start", { messageId: "m1", role: "assistant" }],
  ["text-content", { messageId: "m1", delta: "Hel", buffer: "Hel" }],
  ["text-content", { messageId: "m1", delta: "lo.", buffer: "Hello." }],
  ["text-end", { messageId: "m1", content: "Hello." }],
];

test("a text is told from its start to its end", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo." },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
    ),
  );
  expect((await told(harness, agent.url)).events).toEqual(wholeText);
});

test("a text in chunks is told in the same events", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
      { type: "TEXT_MESSAGE_CHUNK", delta: "lo." },
    ),
  );
  expect((await told(harness, agent.url)).events).toEqual(wholeText);
});

test("two texts at once keep apart, each with its role", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      { type: "TEXT_MESSAGE_START", messageId: "a", role: "assistant" },
      { type: "TEXT_MESSAGE_START", messageId: "b", role: "developer" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: "A" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "b", delta: "B" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: "a" },
      { type: "TEXT_MESSAGE_END", messageId: "b" },
      { type: "TEXT_MESSAGE_END", messageId: "a" },
    ),
  );
  const { events } = await told(harness, agent.url);
  expect(events.filter(([type]) => type !== "text-content")).toEqual([
    ["text-start", { messageId: "a", role: "assistant" }],
    ["text-start", { messageId: "b", role: "developer" }],
    ["text-end", { messageId: "b", content: "B" }],
    ["text-end", { messageId: "a", content: "Aa" }],
  ]);
});

test("a text that goes with a call is told as well", async ({ harness, backend }) => {
  const agent = backend.script(
    run(...text("m1", "Let me look."), ...toolCall("c1", "nobody", "{}", "m1")),
    run(...text("m2", "Done.")),
  );
  const { events } = await told(harness, agent.url);
  const ends = events.filter(([type]) => type === "text-end");
  expect(ends.map(([, detail]) => detail.content)).toEqual(["Let me look.", "Done."]);
});

test("snapshots and deltas of the state are told, and what the state is after each", async ({
  harness,
  backend,
}) => {
  const delta = [
    { op: "replace", path: "/count", value: 2 },
    { op: "add", path: "/list/-", value: { a: 1 } },
  ];
  const agent = backend.script(
    run(
      { type: "STATE_SNAPSHOT", snapshot: { count: 1, list: [] } },
      { type: "STATE_DELTA", delta },
      { type: "STATE_SNAPSHOT", snapshot: null },
    ),
  );
  const seen = await told(harness, agent.url);
  expect(seen.events).toEqual([
    ["state-snapshot", { snapshot: { count: 1, list: [] } }],
    ["state-changed", { state: { count: 1, list: [] } }],
    ["state-delta", { delta }],
    ["state-changed", { state: { count: 2, list: [{ a: 1 }] } }],
    ["state-snapshot", { snapshot: null }],
    ["state-changed", { state: null }],
  ]);
  expect(seen.state).toBe(null);
});

const broken: [string, object[]][] = [
  ["at a path that is not there", [{ op: "replace", path: "/none/x", value: 2 }]],
  ["whose test fails", [{ op: "test", path: "/count", value: 2 }]],
  ["that reaches for a prototype", [{ op: "add", path: "/__proto__/polluted", value: 1 }]],
  [
    "of which the first half applies",
    [
      { op: "replace", path: "/count", value: 2 },
      { op: "remove", path: "/none" },
    ],
  ],
];

for (const [what, delta] of broken) {
  test(`a state delta ${what} is one clear failure; state and thread are kept`, async ({
    harness,
    backend,
  }) => {
    const warnings: string[] = [];
    harness.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    const agent = backend.script(
      run(
        { type: "STATE_SNAPSHOT", snapshot: { count: 1, secret: "xyz" } },
        ...text("m1", "Before."),
        { type: "STATE_DELTA", delta },
        ...text("m2", "After."),
      ),
      run(...text("m3", "On we go."), {
        type: "STATE_DELTA",
        delta: [{ op: "replace", path: "/count", value: 3 }],
      }),
    );
    const seen = await harness.evaluate(async (url) => {
      const element = openAgent(url);
      const events = record(element, "ag-ui-", eventTypes.agent);
      const first = await element.sendMessage("Go");
      const types = events.map(({ type }) => type);
      const state = element.state;
      const next = await element.sendMessage("Again");
      return {
        failure: [first.outcome, first.error?.code, first.error?.message],
        failures: types.filter((type) => type === "run-failed").length,
        last: types.slice(types.indexOf("state-delta") + 1),
        state,
        next,
        after: element.state,
        contents: element.messages.map(({ content }) => content),
        polluted: ({} as { polluted?: unknown }).polluted,
      };
    }, agent.url);
    expect(seen.failure).toEqual([
      "failed",
      "protocol",
      expect.stringMatching(/a state delta does not apply: .{10}/),
    ]);
    expect(seen.failure[2], "the state itself is not quoted").not.toContain("xyz");
    expect(seen.failures).toBe(1);
    expect(seen.last).toEqual(["run-failed", "run-finalized"]);
    expect(seen.state).toEqual({ count: 1, secret: "xyz" });
    expect(seen.next).toEqual({ outcome: "finished" });
    expect(seen.after).toEqual({ count: 3, secret: "xyz" });
    expect(seen.contents).toEqual(["Go", "Before.", "Again", "On we go."]);
    expect(seen.polluted).toBeUndefined();
    expect(warnings).toEqual([]);
  });
}

test("a call before a delta that doesn't apply is answered as not run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", "{}", "m1"), {
      type: "STATE_DELTA",
      delta: [{ op: "remove", path: "/none" }],
    }),
    run(...text("m2", "I see.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let ran = 0;
    const handler = () => {
      ran += 1;
    };
    await element.registerTool({ name: "echo", description: "Echoes.", schema: {}, handler });
    return [
      (await element.sendMessage("Go")).outcome,
      (await element.sendMessage("Go")).outcome,
      ran,
    ];
  }, agent.url);
  expect(seen).toEqual(["failed", "finished", 0]);
  expect(agent.requests[1]?.messages.find(({ role }) => role === "tool")).toMatchObject({
    toolCallId: "c1",
    content: expect.stringContaining("The tool was not run"),
  });
});

test("activities stand in the messages, and each change is told once they do", async ({
  harness,
  backend,
}) => {
  const activity = { messageId: "act", activityType: "PLAN" };
  const agent = backend.script(
    run(
      { type: "ACTIVITY_SNAPSHOT", ...activity, content: { steps: [] } },
      {
        type: "ACTIVITY_DELTA",
        ...activity,
        patch: [{ op: "add", path: "/steps/-", value: "look" }],
      },
      { type: "ACTIVITY_SNAPSHOT", ...activity, replace: false, content: { steps: ["other"] } },
      { type: "ACTIVITY_DELTA", ...activity, patch: [{ op: "remove", path: "/none" }] },
      { type: "ACTIVITY_DELTA", messageId: "nobody", activityType: "PLAN", patch: [] },
      ...text("m1", "Done."),
    ),
    run(...text("m2", "Again.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const changes: unknown[] = [];
    element.addEventListener("ag-ui-activity-changed", ({ detail }) => {
      const shown = element.messages.find(({ id }) => id === detail.messageId);
      changes.push([detail, shown?.content]);
    });
    await element.sendMessage("Go");
    const [, first] = element.messages;
    await element.sendMessage("Again");
    return { changes, first, roles: element.messages.map(({ role }) => role) };
  }, agent.url);
  expect(seen.changes).toEqual([
    [{ ...activity, content: { steps: [] } }, { steps: [] }],
    [{ ...activity, content: { steps: ["look"] } }, { steps: ["look"] }],
  ]);
  expect(seen.first).toEqual({
    id: "act",
    role: "activity",
    activityType: "PLAN",
    content: { steps: ["look"] },
  });
  expect(seen.roles).toEqual(["user", "activity", "assistant", "user", "assistant"]);
  const sent = agent.requests[1]?.messages.map(({ role }) => role);
  expect(sent, "a backend is not sent what is for the page").toEqual(["user", "assistant", "user"]);
});

test("steps, events of the backend's own and raw ones are told", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      { type: "STEP_STARTED", stepName: "plan" },
      { type: "CUSTOM", name: "progress", value: { percent: 50 } },
      { type: "CUSTOM", name: "nothing", value: null },
      { type: "RAW", event: { any: ["thing"] }, source: "langgraph" },
      { type: "RAW", event: "text" },
      { type: "STEP_FINISHED", stepName: "plan" },
    ),
  );
  expect((await told(harness, agent.url)).events).toEqual([
    ["step-started", { stepName: "plan" }],
    ["custom", { name: "progress", value: { percent: 50 } }],
    ["custom", { name: "nothing", value: null }],
    ["raw", { event: { any: ["thing"] }, source: "langgraph" }],
    ["raw", { event: "text" }],
    ["step-finished", { stepName: "plan" }],
  ]);
});

test("a listener that throws or changes what it is shown changes nothing", async ({
  harness,
  backend,
}) => {
  const activity = { messageId: "act", activityType: "PLAN" };
  const agent = backend.script(
    run(
      { type: "STATE_SNAPSHOT", snapshot: { list: [1] } },
      { type: "STATE_DELTA", delta: [{ op: "add", path: "/list/-", value: { two: 2 } }] },
      { type: "ACTIVITY_SNAPSHOT", ...activity, content: { steps: ["look"] } },
      { type: "CUSTOM", name: "x", value: { deep: { er: 1 } } },
      { type: "RAW", event: { deep: { er: 1 } } },
      ...text("m1", "Done."),
    ),
    run(),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const errors: string[] = [];
    addEventListener("error", (event) => {
      event.preventDefault();
      errors.push(event.error.name);
    });
    const spoil = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const member of Object.values(value)) spoil(member);
      for (const key of Object.keys(value)) Reflect.set(value, key, "spoilt");
    };
    const types = eventTypes.agent.filter((type) => /^(state|activity|custom|raw|text)/.test(type));
    for (const type of types) {
      element.addEventListener(`ag-ui-${type}`, (event) => {
        const { detail } = event as CustomEvent;
        for (const member of Object.values(detail)) spoil(member);
        throw new Error("a listener's own fault");
      });
    }
    const events = record(element, "ag-ui-", ["custom", "raw"]);
    const first = await element.sendMessage("Go");
    const next = await element.sendMessage("Again");
    return {
      outcomes: [first.outcome, next.outcome],
      errors: new Set(errors).size,
      state: element.state,
      activity: element.messages.find(({ role }) => role === "activity")?.content,
      others: events.map(({ detail }) => detail),
    };
  }, agent.url);
  expect(seen).toEqual({
    outcomes: ["finished", "finished"],
    errors: 1,
    state: { list: [1, { two: 2 }] },
    activity: { steps: ["look"] },
    others: [{ name: "x", value: { deep: { er: 1 } } }, { event: { deep: { er: 1 } } }],
  });
});

test("a listener that changes the messages it is shown changes neither the thread nor what is sent", async ({
  harness,
  backend,
}) => {
  const activity = { messageId: "act", activityType: "PLAN" };
  const agent = backend.script(
    run(
      { type: "ACTIVITY_SNAPSHOT", ...activity, content: { steps: ["look"] } },
      ...text("m1", "Let me look."),
      ...toolCall("c1", "echo", '{"a": 1}', "m1"),
    ),
    run(...text("m2", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const spoil = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const member of Object.values(value)) spoil(member);
      for (const key of Object.keys(value)) Reflect.set(value, key, "spoilt");
    };
    element.addEventListener("ag-ui-messages-changed", ({ detail }) => spoil(detail.messages));
    const handler = () => "echoed";
    await element.registerTool({ name: "echo", description: "Echoes.", schema: {}, handler });
    const { outcome } = await element.sendMessage([{ type: "text", text: "Go" }]);
    const left = JSON.stringify(element.messages);
    element.threadId = "another";
    return { outcome, left };
  }, agent.url);
  expect(seen.outcome).toBe("finished");
  expect(seen.left).not.toContain("spoilt");
  expect(JSON.stringify(agent.requests[1]?.messages)).not.toContain("spoilt");
  expect(agent.requests[1]?.messages).toMatchObject([
    { role: "user", content: [{ type: "text", text: "Go" }] },
    { role: "assistant", content: "Let me look.", toolCalls: [{ id: "c1" }] },
    { role: "tool", toolCallId: "c1", content: "echoed" },
  ]);
});

test("nothing of an abandoned run is told", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      { type: "STEP_STARTED", stepName: "plan" },
      { type: "STATE_SNAPSHOT", snapshot: {} },
      ...text("m1", "Done."),
      { type: "STEP_FINISHED", stepName: "plan" },
    ),
  );
  const types = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", eventTypes.agent);
    element.addEventListener("ag-ui-step-started", () => element.abort());
    await element.sendMessage("Go");
    return events.map(({ type }) => type);
  }, agent.url);
  expect(types).toContain("step-started");
  expect(types.filter((type) => /^(state|text)-/.test(type))).toEqual([]);
});
