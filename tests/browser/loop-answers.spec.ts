import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import {
  answered,
  asked,
  brief,
  converse,
  expectEveryCallAnswered,
  finished,
  finishedInterrupted,
  finishedPending,
  result,
  snapshot,
  started,
} from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));
const you = { id: "u1", role: "user", content: "Go" };

test("rule 4: an answer that a later snapshot left out is put back", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", '{"a":1}', "m1")),
    run(snapshot(you, asked("m1", { c1: '{"a":1}' })), ...text("m2", "Fine.")),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["finished", "finished"]);
  expect(heard.ran).toHaveLength(1);
  expect(brief(agent.requests[2]?.messages)).toContain('c1=echo {"a":1}');
  expectEveryCallAnswered(agent.requests[2]?.messages);
});

test("rule 4: a result of the backend that its own snapshot left out is put back, and not asked of the page", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      ...toolCall("c1", "echo", "{}", "m1"),
      result("c1"),
      snapshot(you, asked("m1", { c1: "{}" })),
    ),
    done,
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([]);
  expect(agent.requests).toHaveLength(1);
  expectEveryCallAnswered(heard.messages);
});

test("rule 4: answers that a snapshot moved stand right behind their message, in call order", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", "{}", "m1"), ...toolCall("c2", "echo", "{}", "m1")),
    run(
      snapshot(
        asked("m1", { c1: "{}", c2: "{}" }),
        { id: "m2", role: "assistant", content: "Hm." },
        answered("c2", "echo {}"),
        answered("c1", "echo {}"),
      ),
    ),
  );
  const heard = await converse(harness, agent);
  expect(brief(heard.messages)).toEqual(["m1(c1 c2)", "c1=echo {}", "c2=echo {}", "Hm."]);
});

test("rule 4: answers go with a call that a snapshot took away", async ({ harness, backend }) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", "{}", "m1")),
    run(snapshot(you, answered("c1", "orphan")), ...text("m2", "Fine.")),
    done,
  );
  await converse(harness, agent, 2);
  expectEveryCallAnswered(agent.requests[2]?.messages);
});

/** Streams after which a call is left that nobody spoke of. */
const left: [string, object[]][] = [
  ["that stands only in a snapshot", [started, snapshot(asked("m1", { c1: "{}" })), finished]],
  [
    "that the pending list leaves out",
    [
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      ...toolCall("c2", "echo", "{}", "m1"),
      finishedPending("c2"),
    ],
  ],
  [
    "beside a pending list of unknown ids",
    [started, ...toolCall("c1", "echo", "{}", "m1"), finishedPending("other")],
  ],
  [
    "of the first of two runs in one stream",
    [
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      finished,
      { ...started, runId: "r2" },
      ...toolCall("c2", "echo", "{}", "m2"),
      { ...finished, runId: "r2" },
    ],
  ],
  [
    "before a message in the user's name",
    [
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      { type: "TEXT_MESSAGE_START", messageId: "x", role: "user" },
      { type: "TEXT_MESSAGE_END", messageId: "x" },
      finished,
    ],
  ],
];

for (const [what, events] of left) {
  test(`rule 4: a call ${what} is run and answered`, async ({ harness, backend }) => {
    const agent = backend.script(eventsOnly(events), done);
    const heard = await converse(harness, agent);
    expect(heard.outcomes).toEqual(["finished"]);
    const calls = agent.requests[1]?.messages.flatMap((message) => message.toolCalls ?? []);
    expect(heard.ran).toHaveLength(calls?.length ?? 0);
    expect(agent.requests).toHaveLength(2);
    expectEveryCallAnswered(agent.requests[1]?.messages);
  });
}

test("rule 4: a call of the backend's own that it tells no result of is answered, without another run for it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      ...toolCall("c2", "their_own", "{}", "m1"),
      result("c1"),
      finishedPending("c1"),
    ]),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.ran).toEqual([]);
  expect(agent.requests).toHaveLength(2);
  expect(brief(heard.messages)[3]).toContain('c2=There is no tool named "their_own"');
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

test("rule 6: a call of the page beside an interrupt is answered with it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      ...toolCall("c2", "gated", "{}", "m1"),
      finishedInterrupted("c2"),
    ]),
    eventsOnly([started, result("c2"), finished]),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["interrupted", "finished", "finished"]);
  expect(heard.ran).toEqual([{}]);
  expect(brief(agent.requests[1]?.messages).at(-1)).toBe("c1=echo {}");
  expectEveryCallAnswered(agent.requests[2]?.messages);
});

test("rule 6: a call that was held back and never answered doesn't stay open", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([started, ...toolCall("c1", "gated", "{}", "m1"), finishedInterrupted("c1")]),
    run(...text("m2", "Then not.")),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["interrupted", "finished", "finished"]);
  expect(agent.requests).toHaveLength(3);
  expectEveryCallAnswered(agent.requests[2]?.messages);
});

test("a page that takes the messages away while a tool runs ends the loop quietly", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "clear", "{}", "m1")), done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.registerTool({
      name: "clear",
      description: "Clears the conversation.",
      schema: {},
      handler: () => element.agent.setMessages([]),
    });
    const { outcome, error } = await element.sendMessage("Go");
    return { outcome, error: error?.message, messages: element.messages };
  }, agent.url);
  expect(seen).toEqual({ outcome: "finished", error: undefined, messages: [] });
  expect(agent.requests).toHaveLength(1);
});
