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

const one = toolCall("c1", "echo", '{"a":1}');
const two = toolCall("c1", "echo", '{"a":2}');

test("rule 3: a call that a snapshot holds answered further on does not run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      snapshot(
        asked("m1", { c1: "{}" }),
        { id: "m2", role: "assistant", content: "Hm." },
        answered("c1", "theirs"),
      ),
      finishedPending("c1"),
    ]),
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([]);
  expect(agent.requests).toHaveLength(1);
  expectEveryCallAnswered(heard.messages);
});

test("rule 3: answers behind several messages with calls are each their own call's", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      snapshot(
        asked("m1", { c1: "{}" }),
        asked("m2", { c2: "{}" }),
        answered("c1", "one"),
        answered("c2", "two"),
      ),
    ),
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([]);
  expect(brief(heard.messages)).toEqual(["m1(c1)", "c1=one", "m2(c2)", "c2=two"]);
});

test("rule 3: an id in two messages of one run is two calls", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      ...toolCall("c1", "their_own", '{"a":1}', "m1"),
      result("c1"),
      ...toolCall("c1", "echo", '{"a":2}', "m2"),
    ),
    done,
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([{ a: 2 }]);
  expect(brief(agent.requests[1]?.messages).slice(1)).toEqual([
    "m1(c1)",
    "c1=from the server",
    "m2(c1)",
    'c1=echo {"a":2}',
  ]);
});

test("rule 3: an id that is used again in the next round, without a parent, is a new call when its arguments differ", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...one), run(...two), run(...two), done);
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([{ a: 1 }, { a: 2 }]);
  expect(agent.requests).toHaveLength(3);
  expectEveryCallAnswered(heard.messages);
});

test("rule 3: an id that the backend lists as pending is a new call, whatever it looks like", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...one),
    eventsOnly([started, ...one, finishedPending("c1")]),
    done,
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([{ a: 1 }, { a: 1 }]);
  expectEveryCallAnswered(agent.requests[2]?.messages);
});

test("rule 3: a call that is replayed within its message never runs again", async ({
  harness,
  backend,
}) => {
  const call = toolCall("c1", "echo", '{"a":', "m1");
  const agent = backend.script(
    run(...call),
    eventsOnly([started, ...call, finishedPending("c1")]),
    done,
  );
  const heard = await converse(harness, agent);
  expect(heard.outcomes).toEqual(["finished"]);
  expect(heard.ran).toEqual([]);
  expect(agent.requests).toHaveLength(2);
  expect(heard.messages[1]?.toolCalls).toMatchObject([{ function: { arguments: "{}" } }]);
});

test("rule 3: an unanswered call that is written again keeps its arguments", async ({
  harness,
  backend,
}) => {
  const call = toolCall("c1", "gated", '{"a":1}', "m1");
  const agent = backend.script(
    eventsOnly([started, ...call, finishedInterrupted("c1")]),
    eventsOnly([started, ...call, result("c1"), finished]),
  );
  const heard = await converse(harness, agent);
  expect(heard.outcomes).toEqual(["interrupted", "finished"]);
  expect(heard.messages[1]?.toolCalls).toMatchObject([{ function: { arguments: '{"a":1}' } }]);
  expectEveryCallAnswered(heard.messages);
});

test("rule 3: a replay by chunks, of which only the first names the call, does not run again", async ({
  harness,
  backend,
}) => {
  const chunks = [
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "echo", delta: '{"a"' },
    { type: "TOOL_CALL_CHUNK", delta: ":1}" },
  ];
  const agent = backend.script(run(...chunks), run(...chunks, ...text("m2", "Done.")));
  const heard = await converse(harness, agent);
  expect(heard.outcomes).toEqual(["finished"]);
  expect(heard.ran).toEqual([{ a: 1 }]);
  expect(heard.messages[1]?.toolCalls).toMatchObject([{ function: { arguments: '{"a":1}' } }]);
});

test("rule 3: a snapshot that drops an earlier turn leaves the later call of an id what it is", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", '{"a":1}', "m1")),
    run(...text("m2", "One.")),
    run(
      ...toolCall("c1", "echo", '{"a":2}', "m3"),
      snapshot(asked("renamed", { c1: '{ "a": 2 }' })),
    ),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.ran).toEqual([{ a: 1 }, { a: 2 }]);
  expect(brief(agent.requests[3]?.messages)).toEqual(["renamed(c1)", 'c1=echo {"a":2}']);
});

test("rule 3: a snapshot that renames all messages leaves every call its answer", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...one),
    run(...two),
    run(snapshot(asked("x1", { c1: '{"a":1}' }), asked("x2", { c1: '{"a":2}' }))),
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([{ a: 1 }, { a: 2 }]);
  expect(brief(heard.messages)).toEqual(["x1(c1)", 'c1=echo {"a":1}', "x2(c1)", 'c1=echo {"a":2}']);
});

test("rule 3: an id that looks like one of our own is an id like any other", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", '{"a":1}', "m1")),
    run(...toolCall("c1", "echo", '{"a":2}', "m2"), ...toolCall("c1#2", "echo", '{"a":3}', "m2")),
    done,
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(brief(heard.messages).slice(3, 6)).toEqual([
    "m2(c1 c1#2)",
    'c1=echo {"a":2}',
    'c1#2=echo {"a":3}',
  ]);
});
