import type { Page } from "@playwright/test";
import type { AgUiAgent, OpenCallDecision } from "ag-ui-lit/element";
import { run, type ScriptedAgent, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import {
  answered,
  asked,
  brief,
  expectEveryCallAnswered,
  finished,
  finishedPending,
  open,
  started,
} from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));
const you = { id: "u1", role: "user", content: "Go" };
const restored = [you, asked("m1", { c1: '{"n":1}', c2: '{"n":2}' }), answered("c1", "one")];

/** Restores a thread in an element whose `echo` notes what it was given. */
async function restore(
  page: Page,
  agent: ScriptedAgent,
  policy: string | null,
  messages: readonly object[] = restored,
) {
  return page.evaluateHandle(
    async ([url, policy, messages]) => {
      const element = openAgent(url);
      if (policy !== null) element.setAttribute("open-calls", policy);
      const ran: unknown[] = [];
      await element.registerTool({
        name: "echo",
        description: "Notes its arguments.",
        schema: {},
        handler: (args, { signal }) => {
          ran.push(args);
          if (args.isSlow) return new Promise((_, reject) => (signal.onabort = reject));
          return `echo ${JSON.stringify(args)}`;
        },
      });
      const events = record(element, "ag-ui-", ["open-calls", "run-finalized"]);
      element.messages = messages as unknown as typeof element.messages;
      return { element, ran, events };
    },
    [agent.url, policy, messages] as const,
  );
}

/** What each policy runs, and the answer that the open call gets with the next message. */
const policies: [string | null, unknown[], string | RegExp][] = [
  [null, [], /It is not known whether the tool ran: no answer was recorded/],
  ["answer", [], /It is not known whether the tool ran/],
  ["run", [{ n: 2 }], 'echo {"n":2}'],
  ["offer", [], /It is not known whether the tool ran/],
];

for (const [policy, ran, answer] of policies) {
  test(`with open-calls=${policy}, a restored call is answered in the request of the next message`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(done);
    const thread = await restore(harness, agent, policy);
    const seen = await thread.evaluate(async ({ element, ran }) => {
      const before = element.pendingOpenCalls.map(({ toolCallId }) => toolCallId);
      const { outcome } = await element.sendMessage("Next");
      return { before, outcome, ran, after: element.pendingOpenCalls };
    });
    expect(seen).toEqual({ before: ["c2"], outcome: "finished", ran, after: [] });
    expect(agent.requests).toHaveLength(1);
    expect(brief(agent.requests[0]?.messages)).toEqual([
      "Go",
      "m1(c1 c2)",
      "c1=one",
      typeof answer === "string" ? `c2=${answer}` : expect.stringMatching(answer),
      "Next",
    ]);
  });
}

test("rule 3: a restored call that has its answer never runs again, whatever is replayed or listed", async ({
  harness,
  backend,
}) => {
  const replayed = [started, ...toolCall("c1", "echo", '{"n":1}', "m1")];
  const agent = backend.script(
    open(...replayed, finishedPending("c1")),
    open(...replayed, ...toolCall("c2", "echo", '{"n":2}', "m1"), finished),
  );
  const thread = await restore(harness, agent, "answer");
  const seen = await thread.evaluate(async ({ element, ran }) => {
    const outcomes = [await element.sendMessage("Next"), await element.sendMessage("And")];
    return { outcomes: outcomes.map(({ outcome }) => outcome), ran, messages: element.messages };
  });
  expect(seen).toMatchObject({ outcomes: ["finished", "finished"], ran: [] });
  expect(agent.requests).toHaveLength(2);
  expectEveryCallAnswered(seen.messages as never);
});

test("a restored call of a tool the page does not have is answered with that", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const gone = { id: "c1", type: "function", function: { name: "gone", arguments: '{"n' } };
  const messages = [you, { id: "m1", role: "assistant", toolCalls: [gone] }];
  const thread = await restore(harness, agent, "run", messages);
  await thread.evaluate(({ element }) => element.sendMessage("Next"));
  expect(brief(agent.requests[0]?.messages)[2]).toContain('There is no tool named "gone"');
  expectEveryCallAnswered(agent.requests[0]?.messages);
});

test("abort() while a restored call runs answers it as cancelled, and sends nothing", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const messages = [you, asked("m1", { c1: '{"isSlow":true}' })];
  const thread = await restore(harness, agent, "run", messages);
  const seen = await thread.evaluate(async ({ element, ran }) => {
    const sending = element.sendMessage("Next");
    await new Promise((resolve) =>
      element.addEventListener("ag-ui-tool-status-changed", ({ detail }) => {
        if (detail.status === "executing") resolve(undefined);
      }),
    );
    element.abort();
    const aborted = await sending;
    const next = await element.sendMessage("After");
    return { outcomes: [aborted.outcome, next.outcome], ran: ran.length };
  });
  expect(seen).toEqual({ outcomes: ["aborted", "finished"], ran: 1 });
  expect(agent.requests).toHaveLength(1);
  expect(brief(agent.requests[0]?.messages)).toEqual([
    "Go",
    "m1(c1)",
    expect.stringMatching(/c1=.*cancelled/i),
    "Next",
    "After",
  ]);
});

test("with open-calls=run, an interrupting message does not run what is open", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const thread = await restore(harness, agent, "run");
  const ran = await thread.evaluate(async ({ element, ran }) => {
    await element.sendMessage("Next", { interrupt: true });
    return ran;
  });
  expect(ran).toEqual([]);
  expect(brief(agent.requests[0]?.messages)[3]).toContain(
    "c2=It is not known whether the tool ran",
  );
});

test("with open-calls=offer, the page is told of open calls as soon as they are there", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const thread = await restore(harness, agent, "offer");
  const calls = [
    {
      openCallId: expect.stringMatching(/^open-call-/),
      toolCallId: "c2",
      toolCallName: "echo",
      toolCallArgs: { n: 2 },
      argsText: '{"n":2}',
    },
  ];
  const seen = await thread.evaluate(({ element, events }) => {
    const before = [...events];
    element.messages = [];
    element.openCalls = "answer";
    element.messages = element.messages.concat();
    return { before, after: events.length };
  });
  expect(seen).toEqual({ before: [{ type: "open-calls", detail: { calls } }], after: 1 });

  const later = await restore(harness, agent, null);
  const told = await later.evaluate(({ element, events }) => {
    element.openCalls = "offer";
    return events.map(({ detail }) => detail.calls.length);
  });
  expect(told).toEqual([1]);
});

test("a thread whose calls all have answers, or wait for an interrupt, offers none", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const thread = await restore(harness, agent, "offer", [...restored, answered("c2", "two")]);
  const seen = await thread.evaluate(({ element, events }) => {
    const none = element.pendingOpenCalls;
    const other = openAgent("/nowhere");
    other.agent.pendingInterrupts = [{ id: "i1", reason: "tool_call", toolCallId: "c2" }];
    other.openCalls = "offer";
    const told = record(other, "ag-ui-", ["open-calls"]);
    other.messages = element.messages.slice(0, 3);
    return [none, events, told];
  });
  expect(seen).toEqual([[], [], []]);
});

/** The decisions on two open calls, what then runs, and the answers that are sent. */
const settled: [Record<string, OpenCallDecision>, unknown[], (string | RegExp)[]][] = [
  [
    { c1: { decision: "run" }, c2: { decision: "run" } },
    [{ n: 1 }, { n: 2 }],
    ['echo {"n":1}', 'echo {"n":2}'],
  ],
  [
    { c1: { decision: "answer", result: "42" }, c2: { decision: "run" } },
    [{ n: 2 }],
    ["42", 'echo {"n":2}'],
  ],
  [
    { c1: { decision: "decline" }, c2: { decision: "decline", reason: "that was yesterday." } },
    [],
    [/The tool was not run: the user declined it/, /The tool was not run: that was yesterday/],
  ],
];

for (const [decisions, ran, answers] of settled) {
  test(`settleOpenCalls(${JSON.stringify(decisions)}) does that, and goes on`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(done);
    const messages = [you, asked("m1", { c1: '{"n":1}', c2: '{"n":2}' })];
    const thread = await restore(harness, agent, "offer", messages);
    const seen = await thread.evaluate(async ({ element, ran, events }, decisions) => {
      const { outcome } = await element.settleOpenCalls(decisions);
      return { outcome, ran, ended: events.at(-1)?.type, last: element.messages.at(-1)?.content };
    }, decisions);
    expect(seen).toEqual({ outcome: "finished", ran, ended: "run-finalized", last: "Done." });
    expect(agent.requests).toHaveLength(1);
    const [c1, c2] = brief(agent.requests[0]?.messages).slice(2);
    expect([c1, c2]).toEqual(
      answers.map((answer, at) =>
        typeof answer === "string" ? `c${at + 1}=${answer}` : expect.stringMatching(answer),
      ),
    );
  });
}

test("settleOpenCalls() refuses before anything is done what it can't follow", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const thread = await restore(harness, agent, "offer");
  const seen = await thread.evaluate(async ({ element, ran }) => {
    const refuse = (decisions: unknown) =>
      element.settleOpenCalls(decisions as Parameters<AgUiAgent["settleOpenCalls"]>[0]).then(
        () => "accepted",
        (error: Error) => error.message,
      );
    const words = [
      await refuse({}),
      await refuse({ c2: { decision: "run" }, c9: { decision: "run" } }),
      await refuse({ c2: { decision: "maybe" } }),
      await refuse(null),
    ];
    const sending = element.sendMessage("Next");
    words.push(await refuse({ c2: { decision: "run" } }));
    await sending;
    words.push(await refuse({ c2: { decision: "run" } }));
    return { words, ran };
  });
  expect(seen).toEqual({
    words: [
      expect.stringContaining('missing: "c2"'),
      expect.stringContaining('"c9"'),
      expect.stringContaining('"c2" is none'),
      expect.stringContaining("by openCallId or by call id"),
      expect.stringContaining("no call is open"),
      expect.stringContaining("no call is open"),
    ],
    ran: [],
  });
  expect(agent.requests).toHaveLength(1);
});

test("while an interrupt waits, restored calls can't be settled; resume() answers them as not known", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const thread = await restore(harness, agent, "offer");
  const seen = await thread.evaluate(async ({ element, ran }) => {
    element.agent.pendingInterrupts = [{ id: "i1", reason: "input_required" }];
    const refused = await element
      .settleOpenCalls({ c2: { decision: "run" } })
      .catch((error: Error) => error.message);
    const { outcome } = await element.resume({ i1: { status: "resolved", payload: {} } });
    return { refused, outcome, ran };
  });
  expect(seen).toEqual({
    refused: expect.stringContaining("resume()"),
    outcome: "finished",
    ran: [],
  });
  expect(brief(agent.requests[0]?.messages)[3]).toContain(
    "c2=It is not known whether the tool ran",
  );
  expectEveryCallAnswered(agent.requests[0]?.messages);
});

test("settled calls wait behind nothing, and a message after them waits for their loop", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m2", "One.")), run(...text("m3", "Two.")));
  const thread = await restore(harness, agent, "offer");
  const contents = await thread.evaluate(async ({ element }) => {
    await Promise.all([
      element.settleOpenCalls({ c2: { decision: "answer", result: "two" } }),
      element.sendMessage("Next"),
    ]);
    return element.messages.map(({ content }) => content ?? "");
  });
  expect(contents).toEqual(["Go", "", "one", "two", "One.", "Next", "Two."]);
});

test("calls that a page puts into the agent's messages between two runs are answered, too", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...text("m0", "Hi.")), done);
  const thread = await restore(harness, agent, "answer", []);
  const ran = await thread.evaluate(
    async ({ element, ran }, call) => {
      await element.sendMessage("First");
      element.agent.setMessages([...element.agent.messages, call as never]);
      await element.sendMessage("Next");
      return ran;
    },
    asked("m1", { c1: "{}" }),
  );
  expect(ran).toEqual([]);
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

test("what open-calls does not know counts as answer, with a warning that says so", async ({
  harness,
}) => {
  const warned: string[] = [];
  harness.on("console", (message) => {
    if (message.type() === "warning") warned.push(message.text());
  });
  const seen = await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    element.setAttribute("open-calls", "run");
    const policies = [element.openCalls];
    element.setAttribute("open-calls", "later");
    policies.push(element.openCalls);
    element.openCalls = "offer";
    element.removeAttribute("open-calls");
    policies.push(element.openCalls);
    return policies;
  });
  expect(seen).toEqual(["run", "answer", "answer"]);
  expect(warned).toEqual([
    '<ag-ui-agent>: open-calls is one of "answer", "run", "offer"; "answer" is used in place of later',
  ]);
});

test("a call has the same idempotency key after a reload, and another one in another thread, message or with other arguments", async ({
  harness,
  backend,
}) => {
  const keysIn = async (threadId: string, message: string, args: string): Promise<string[]> => {
    const agent = backend.script(run(...toolCall("c1", "echo", args, message)), done);
    const written = await harness.evaluate(keysOf, { url: agent.url, threadId, restores: null });
    const messages = [you, asked(message, { c1: args })];
    const again = backend.script(done);
    const restores = messages as object[];
    const restored = await harness.evaluate(keysOf, { url: again.url, threadId, restores });
    return [...written, ...restored];
  };
  const [key, ...others] = await keysIn("t1", "m1", '{"n":1,"m":2}');
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(others).toEqual([key]);
  const [spaced] = await keysIn("t1", "m1", '{ "m": 2, "n": 1 }');
  expect(spaced).toBe(key);
  const different = [
    await keysIn("t2", "m1", '{"n":1,"m":2}'),
    await keysIn("t1", "m2", '{"n":1,"m":2}'),
    await keysIn("t1", "m1", '{"n":1,"m":3}'),
  ].map(([one, other]) => {
    expect(other).toBe(one);
    return one;
  });
  expect(new Set([key, ...different]).size).toBe(4);
});

/** Runs the open calls of a thread, or what the agent asks for, and returns the keys that the handler got. */
async function keysOf({
  url,
  threadId,
  restores,
}: {
  url: string;
  threadId: string;
  restores: object[] | null;
}): Promise<string[]> {
  const element = openAgent(url);
  element.openCalls = "run";
  element.threadId = threadId;
  const keys: string[] = [];
  const registration = await element.registerTool({
    name: "echo",
    description: "Notes its key.",
    schema: {},
    handler: (_args, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return "Done.";
    },
  });
  if (restores) element.messages = restores as unknown as typeof element.messages;
  await element.sendMessage("Go");
  registration.unregister();
  element.remove();
  return keys;
}
