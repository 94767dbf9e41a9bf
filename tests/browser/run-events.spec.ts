/** What a run reports of its cost, of subagents and of reasoning, and events that nobody here knows. */
import type { Page } from "@playwright/test";
import { eventsOnly, run } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { finished, started } from "./conversation.js";

test.use({ sharesPage: true });

async function reported(harness: Page, url: string, ...types: string[]) {
  const { outcome, error, events } = await harness.evaluate(
    async ([url, types]) => {
      const element = openAgent(url);
      const events = record(element, "ag-ui-", types as never);
      const { outcome, error } = await element.sendMessage("Go");
      return {
        outcome,
        error: error?.message,
        events: events.map(({ type, detail }) => [type, detail]),
      };
    },
    [url, types] as const,
  );
  return { outcome, error, events };
}

const counted = { provider: "p", model: "m", inputTokens: 10, outputTokens: 2 };
const usages: [string, unknown, object[] | undefined][] = [
  ["the protocol's list", [counted], [counted]],
  ["one entry alone", counted, [counted]],
  [
    "names from before",
    { promptTokens: 3, completionTokens: 1 },
    [{ inputTokens: 3, outputTokens: 1 }],
  ],
  ["nulls", [{ inputTokens: 1, outputTokens: null, provider: null }], [{ inputTokens: 1 }]],
  [
    "counts that are none",
    [{ inputTokens: -1 }, { inputTokens: "9" }, { totalTokens: 1.5 }, 7],
    undefined,
  ],
  ["a text", "many", undefined],
  ["an empty list", [], undefined],
];
for (const [what, usage, entries] of usages) {
  test(`usage as ${what} is reported as the protocol has it, and fails no run`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(eventsOnly([started, { ...finished, usage }]));
    const seen = await reported(harness, agent.url, "usage");
    const detail = { threadId: started.threadId, runId: started.runId, usage: entries };
    expect(seen).toEqual({
      outcome: "finished",
      error: undefined,
      events: entries ? [["usage", detail]] : [],
    });
  });
}

test("a run that fails reports its usage, too", async ({ harness, backend }) => {
  const agent = backend.script(
    eventsOnly([started, { type: "RUN_ERROR", message: "boom", usage: [counted] }]),
  );
  const seen = await reported(harness, agent.url, "usage");
  expect([seen.outcome, seen.events.length]).toEqual(["failed", 1]);
});

test("subagents are reported from their start to their end, and what is theirs says so", async ({
  harness,
  backend,
}) => {
  const start = {
    subagentRunId: "s1",
    name: "Researcher",
    description: "Looks things up.",
    parentToolCallId: "c9",
  };
  const agent = backend.script(
    run(
      { type: "SUBAGENT_STARTED", ...start },
      { type: "STEP_STARTED", stepName: "search", subagentRunId: "s1" },
      { type: "STEP_FINISHED", stepName: "search", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_END", messageId: "m1", subagentRunId: "s1" },
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1", result: { found: 1 } },
      { type: "SUBAGENT_STARTED", subagentRunId: "s2", name: "Writer", parentSubagentRunId: "s1" },
      { type: "SUBAGENT_ERROR", subagentRunId: "s2", message: "no ink", code: "ink" },
    ),
  );
  const types = ["subagent-started", "subagent-finished", "subagent-error"];
  const seen = await reported(harness, agent.url, ...types, "step-started", "text-start");
  expect(seen.events).toEqual([
    ["subagent-started", start],
    ["step-started", { stepName: "search", subagentRunId: "s1" }],
    ["text-start", { messageId: "m1", role: "assistant", subagentRunId: "s1" }],
    ["subagent-finished", { subagentRunId: "s1", result: { found: 1 } }],
    ["subagent-started", { subagentRunId: "s2", name: "Writer", parentSubagentRunId: "s1" }],
    ["subagent-error", { subagentRunId: "s2", message: "no ink", code: "ink" }],
  ]);
});

test("two pieces of reasoning at once stay apart by their ids", async ({ harness, backend }) => {
  const of = (messageId: string, type: string, more = {}) => ({
    type: `REASONING_MESSAGE_${type}`,
    messageId,
    ...more,
  });
  const agent = backend.script(
    run(
      of("a", "START", { role: "reasoning" }),
      of("b", "START", { role: "reasoning" }),
      of("a", "CONTENT", { delta: "A1" }),
      of("b", "CONTENT", { delta: "B1" }),
      of("a", "CONTENT", { delta: "A2" }),
      of("b", "END"),
      of("a", "END"),
    ),
  );
  const types = ["reasoning-start", "reasoning-content", "reasoning-end"];
  const { events } = await reported(harness, agent.url, ...types);
  expect(events).toEqual([
    ["reasoning-start", { messageId: "a" }],
    ["reasoning-start", { messageId: "b" }],
    ["reasoning-content", { messageId: "a", delta: "A1", buffer: "A1" }],
    ["reasoning-content", { messageId: "b", delta: "B1", buffer: "B1" }],
    ["reasoning-content", { messageId: "a", delta: "A2", buffer: "A1A2" }],
    ["reasoning-end", { messageId: "b", content: "B1" }],
    ["reasoning-end", { messageId: "a", content: "A1A2" }],
  ]);
});

test("an event of a type that nobody here knows is reported as it came, and changes nothing", async ({
  harness,
  backend,
}) => {
  const unknown = { type: "META_FEEDBACK", messageId: "m1", value: { deep: [1] } };
  const agent = backend.script(
    run(unknown, { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi." }, unknown),
  );
  const seen = await reported(harness, agent.url, "event", "text-end", "run-failed");
  expect(seen).toEqual({
    outcome: "finished",
    error: undefined,
    events: [
      ["event", { type: "META_FEEDBACK", event: unknown }],
      ["event", { type: "META_FEEDBACK", event: unknown }],
      // A text in chunks ends with the run.
      ["text-end", { messageId: "m1", content: "Hi." }],
    ],
  });
});
