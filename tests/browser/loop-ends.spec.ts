import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { converse, expectEveryCallAnswered, finished, open, started } from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));
const call = toolCall("c1", "echo", "{}", "m1");
const failure = { type: "RUN_ERROR", message: "boom" };

test("rule 5: abort() before the run has begun sends nothing", async ({ harness, backend }) => {
  const agent = backend.script(open(started), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.addEventListener("ag-ui-messages-changed", () => element.abort(), { once: true });
    const first = await element.sendMessage("Go");
    return { first, isRunning: element.isRunning };
  }, agent.url);
  expect(seen).toEqual({ first: { outcome: "aborted" }, isRunning: false });
  expect(agent.requests).toHaveLength(0);
});

test("rule 5: a server that never closes after RUN_FINISHED does not keep the tools waiting", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    open(started, ...call, finished),
    open(started, ...text("m2", "Done."), finished),
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["finished", "finished"]);
  expect(heard.ran).toEqual([{}]);
});

test("rule 5: a server that never closes after RUN_ERROR fails, and the next message works", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(open(started, ...call, failure), done);
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["failed/backend", "finished"]);
  expect(heard.ran).toEqual([]);
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

/** Streams whose first run finished, and what follows did not. */
const second = { ...started, runId: "r2" };
const broken: [string, object[], string][] = [
  ["a second run that is cut", [second, ...toolCall("c2", "echo", "{}", "m2")], "truncated"],
  ["a second run that fails", [second, ...toolCall("c2", "echo", "{}", "m2"), failure], "backend"],
  ["a late RUN_ERROR", [failure], "backend"],
];

for (const [what, events, code] of broken) {
  test(`rule 5: ${what} in the same stream is a failure, and no tool runs`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(eventsOnly([started, ...call, finished, ...events]), done);
    const heard = await converse(harness, agent, 2);
    expect(heard.outcomes).toEqual([`failed/${code}`, "finished"]);
    expect(heard.ran).toEqual([]);
    expect(heard.events["run-failed"]).toBe(1);
    expectEveryCallAnswered(agent.requests[1]?.messages);
  });
}

test("rule 5: a call before a message in the user's name is answered when the stream is cut", async ({
  harness,
  backend,
}) => {
  const said = [
    { type: "TEXT_MESSAGE_START", messageId: "x", role: "user" },
    { type: "TEXT_MESSAGE_END", messageId: "x" },
  ];
  const agent = backend.script(eventsOnly([started, ...call, ...said]), done);
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["failed/truncated", "finished"]);
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

for (const [given, rounds] of [
  ["abc", 10],
  ["NaN", 10],
  ["", 10],
  ["Infinity", 10],
  [null, 10],
  ["-1", 0],
  ["2.5", 2],
] as const) {
  test(`rule 5: max-rounds=${JSON.stringify(given)} means ${rounds}`, async ({ harness }) => {
    const seen = await harness.evaluate((value) => {
      const element = document.createElement("ag-ui-agent");
      element.setAttribute("max-rounds", "3");
      const before = element.maxRounds;
      if (value === null) element.removeAttribute("max-rounds");
      else element.setAttribute("max-rounds", value);
      return [before, element.maxRounds];
    }, given);
    expect(seen).toEqual([3, rounds]);
  });
}

test("rule 5: with max-rounds at 0, no run follows", async ({ harness, backend }) => {
  const agent = backend.script(run(...call));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.maxRounds = 0;
    const { outcome, error } = await element.sendMessage("Go");
    return { outcome, code: error?.code };
  }, agent.url);
  expect(seen).toEqual({ outcome: "failed", code: "max_rounds" });
  expect(agent.requests).toHaveLength(1);
});
