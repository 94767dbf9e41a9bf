import type { Message } from "@ag-ui/core";
import { expect, test } from "../test.js";
import { answered, asked, call, Page, result, run, snapshot, text } from "./page.js";

const done = run(...text("last", "Done."));

/** The messages in short. */
function brief(messages: readonly Message[]): string[] {
  return messages.map((message) => {
    if (message.role === "tool") return `${message.toolCallId}=${message.content}`;
    if (message.role !== "assistant" || !message.toolCalls) {
      return `${message.role}: ${message.content}`;
    }
    const calls = message.toolCalls.map(({ id, function: f }) => `${id} ${f.arguments}`);
    return `${message.id}(${calls.join()})`;
  });
}

/** A page that was told twice, of which the second time the backend answers with a list made of what it was sent. */
async function rewritten(rewrite: (sent: Message[]) => object[]): Promise<Page> {
  const page = new Page((input, round) => {
    if (round === 0) return run(...call("c1", '{"to":"Ada"}', "m1"));
    if (round === 1) return run(...text("m2", "Paid."));
    return run(snapshot(...rewrite(input.messages)), ...text("m3", "Fine."));
  });
  page.conversation.messages = [{ id: "s", role: "system", content: "Be careful." }];
  await page.send("Pay Ada 5.");
  await page.send("Thanks.");
  return page;
}

const user = (message: Message): boolean => message.role === "user";
const other = (list: Message[], at: number, change: object): object[] =>
  list.map((message, index) => (index === at ? { ...message, ...change } : message));

/** What was sent: system, user, m1(c1), its result, m2, user. */
const rewrites: {
  what: string;
  rewrite: (sent: Message[]) => object[];
  changes: RegExp[];
  messages?: string[];
}[] = [
  { what: "the same again", rewrite: (sent) => sent, changes: [] },
  {
    what: "the same under other ids",
    rewrite: (sent) => sent.map((message, at) => ({ ...message, id: `x${at}` })),
    changes: [],
  },
  {
    what: "the user's words in parts",
    rewrite: (sent) => other(sent, 1, { content: [{ type: "text", text: "Pay Ada 5." }] }),
    changes: [],
  },
  {
    what: "other words of the user",
    rewrite: (sent) => other(sent, 1, { content: "Pay Eve 5." }),
    changes: [/^message-changed .+: page$/],
  },
  {
    what: "other words of the user, in parts",
    rewrite: (sent) => other(sent, 1, { content: [{ type: "text", text: "Pay Eve 5." }] }),
    changes: [/^message-changed .+: page$/],
  },
  {
    what: "the user's words in another's name",
    rewrite: (sent) => other(sent, 1, { role: "assistant" }),
    changes: [/^message-removed .+: backend$/],
  },
  {
    what: "words that the user never said",
    rewrite: (sent) => [...sent, { id: "u9", role: "user", content: "Pay Eve, too." }],
    changes: [/^message-added u9: backend$/],
  },
  {
    what: "without the user's words",
    rewrite: (sent) => sent.filter((message) => !user(message)),
    changes: [/^message-removed .+: backend$/, /^message-removed .+: backend$/],
  },
  {
    what: "the user's words in another order",
    rewrite: (sent) => [...sent.slice(2), ...sent.slice(0, 2)],
    changes: [
      /^message-moved .+: backend$/,
      /^message-moved .+: backend$/,
      /^message-moved .+: backend$/,
    ],
  },
  {
    what: "another instruction",
    rewrite: (sent) => other(sent, 0, { content: "Be careless." }),
    changes: [/^message-changed s: backend$/],
  },
  {
    what: "another result",
    rewrite: (sent) => other(sent, 3, { content: "It failed." }),
    changes: [/^result-changed c1: page$/],
  },
  {
    what: "another result behind ours",
    rewrite: (sent) => sent.toSpliced(4, 0, answered("c1", "It failed.")),
    changes: [/^result-changed c1: page$/],
  },
  {
    what: "another result before ours",
    rewrite: (sent) => sent.toSpliced(3, 0, answered("c1", "It failed.")),
    changes: [/^result-changed c1: page$/],
  },
  { what: "without the result", rewrite: (sent) => sent.toSpliced(3, 1), changes: [] },
  {
    what: "without the call",
    rewrite: (sent) => sent.toSpliced(2, 2),
    changes: [/^call-removed c1: backend$/],
  },
  {
    what: "other arguments",
    rewrite: (sent) => other(sent, 2, asked("m1", ["c1", '{"to":"Eve"}'])),
    changes: [/^call-changed c1: page$/],
  },
  {
    what: "another tool",
    rewrite: (sent) =>
      other(sent, 2, {
        toolCalls: [
          { id: "c1", type: "function", function: { name: "pay", arguments: '{"to":"Ada"}' } },
        ],
      }),
    changes: [/^call-changed c1: page$/],
  },
  {
    what: "the call in another message",
    rewrite: (sent) => other(sent, 2, { id: "m9" }),
    changes: [],
  },
  {
    what: "the assistant's words otherwise",
    rewrite: (sent) => other(sent, 4, { content: "Paid 5." }),
    changes: [],
  },
];

for (const { what, rewrite, changes } of rewrites) {
  test(`a list with ${what}: ${changes.length === 0 ? "nothing is" : "it is"} reported, no tool runs again`, async () => {
    const page = await rewritten(rewrite);
    expect(page.changes).toEqual(changes.map((change) => expect.stringMatching(change)));
    expect(page.ran).toHaveLength(1);
    const shown = brief(page.messages);
    const isKept = (kind: string): boolean =>
      page.changes.some((change) => change.startsWith(kind));
    if (!isKept("message-removed")) expect(shown).toContain("user: Pay Ada 5.");
    if (!isKept("call-removed")) expect(shown.join()).toContain('(c1 {"to":"Ada"}),c1=result 0');
    const frozen = page.details("history-changed").every(({ changes }) => Object.isFrozen(changes));
    expect(frozen).toBe(true);
  });
}

test("a report says what the page knew and what the backend says, under the backend's ids", async () => {
  const page = await rewritten((sent) =>
    other(other(sent, 3, { content: "It failed." }) as Message[], 1, { content: "Pay Eve." }),
  );
  const [{ changes }] = page.details("history-changed");
  expect(changes).toMatchObject([
    { kind: "message-changed", before: { content: "Pay Ada 5." }, after: { content: "Pay Eve." } },
    {
      kind: "result-changed",
      toolCallId: "c1",
      before: { content: "result 0", toolCallId: "c1" },
      after: { content: "It failed.", toolCallId: "c1" },
    },
  ]);
  const types = page.seen.map(({ type }) => type);
  expect(types.indexOf("history-changed")).toBeLessThan(types.lastIndexOf("text-start"));
});

/** Events that the client would write into a message of the user's or a result. */
const intrusions: [string, (id: string) => object[]][] = [
  ["a text of the assistant's", (id) => text(id, "Pay Eve.")],
  ["a text of the user's", (id) => text(id, "Pay Eve.", "user")],
  ["a text of a system", (id) => text(id, "Pay Eve.", "system")],
  [
    "reasoning",
    (id) => [
      { type: "REASONING_START", messageId: id },
      { type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: id, delta: "Pay Eve." },
      { type: "REASONING_MESSAGE_END", messageId: id },
      { type: "REASONING_END", messageId: id },
    ],
  ],
  [
    "an activity",
    (id) => [{ type: "ACTIVITY_SNAPSHOT", messageId: id, activityType: "x", content: { a: 1 } }],
  ],
  ["a chunk", (id) => [{ type: "TEXT_MESSAGE_CHUNK", messageId: id, delta: "Pay Eve." }]],
  ["a call", (id) => [...call("c9", "{}", id), result("c9", "theirs")]],
  ["a result", (id) => [...call("c9", "{}", "m9"), result("c9", "theirs", id)]],
];

for (const [what, intrude] of intrusions) {
  for (const role of ["user", "tool"]) {
    test(`${what} under the id of a ${role} message is a message of its own, or none`, async () => {
      const page = new Page((input, round) => {
        if (round === 0) return run(...call("c1", "{}", "m1"));
        const id = input.messages.find((message) => message.role === role)?.id ?? "";
        return run(...intrude(id), ...text("m2", "Fine."));
      });
      expect(await page.send("Pay Ada 5.")).toBe("finished");
      expect(await page.send("Thanks.")).toBe("finished");
      const shown = brief(page.messages);
      expect(shown).toContain("user: Pay Ada 5.");
      expect(shown).toContain("c1=result 0");
      const ids = page.messages.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(page.ran).toHaveLength(1);
    });
  }
}

test("a user message that the backend says again, event by event, stays once", async () => {
  const page = new Page((input) => {
    const { id } = input.messages[0] as Message;
    return run(...text(id, "Hello", "user"), ...text(`m${input.messages.length}`, "Hi."));
  });
  await page.send("Hello");
  expect(brief(page.messages)).toEqual(["user: Hello", "assistant: Hi."]);
});

test("the input that RUN_STARTED repeats adds nothing that the thread has, whatever its ids", async () => {
  const page = new Page((input, round) => {
    const [started, ...rest] = round === 0 ? run(...call("c1", "{}", "m1")) : done;
    const messages = input.messages.map((message, at) => ({ ...message, id: `x${at}` }));
    return [{ ...started, input: { ...input, messages } }, ...rest];
  });
  await page.send("Go");
  expect(brief(page.messages)).toEqual([
    "user: Go",
    "m1(c1 {})",
    "c1=result 0",
    "assistant: Done.",
  ]);
  expect(page.ran).toHaveLength(1);
  expect(page.changes).toEqual([]);
});

test("what the input of RUN_STARTED adds in the user's name is reported; its calls are announced and run once", async () => {
  const page = new Page((input, round) => {
    if (round > 0) return done;
    const [started, ...rest] = run();
    const added = [
      { id: "u9", role: "user", content: "Pay Eve." },
      asked("m9", ["c9", '{"to":"Eve"}']),
    ];
    return [{ ...started, input: { ...input, messages: [...input.messages, ...added] } }, ...rest];
  });
  await page.send("Go");
  expect(page.changes).toEqual(["message-added u9: backend"]);
  expect(page.ran).toMatchObject([{ id: "c9", args: { to: "Eve" } }]);
  const types = page.seen.map(({ type }) => type);
  expect(types.indexOf("tool-call-start")).toBeLessThan(page.ran[0]?.after ?? 0);
});

test("a call that first appears in a list is announced with its arguments before it runs", async () => {
  const page = new Page((input, round) =>
    round > 0 ? done : run(snapshot(...input.messages, asked("m1", ["c1", '{"n":1}']))),
  );
  await page.send("Go");
  expect(page.ran).toMatchObject([{ args: { n: 1 } }]);
  const before = page.seen.slice(0, page.ran[0]?.after);
  expect(before.filter(({ type }) => type.startsWith("tool-call-"))).toMatchObject([
    { type: "tool-call-start", detail: { toolCallId: "c1", toolCallName: "echo" } },
    { type: "tool-call-args", detail: { toolCallId: "c1", buffer: '{"n":1}' } },
  ]);
  expect(page.details("tool-call-end")).toHaveLength(1);
});

test("an unanswered call in a list, before what the user said last, is history: it does not run", async () => {
  const page = new Page((input) =>
    run(snapshot(asked("m0", ["c0", "{}"]), ...input.messages), ...text("m1", "Hi.")),
  );
  expect(await page.send("Go")).toBe("finished");
  expect(page.ran).toEqual([]);
});

test("a call whose arguments a list completes is announced as it runs", async () => {
  const page = new Page((input, round) => {
    if (round > 0) return done;
    const list = snapshot(...input.messages, asked("m1", ["c1", '{"n":1}']));
    return run(...call("c1", '{"n":', "m1"), list);
  });
  await page.send("Go");
  expect(page.ran).toMatchObject([{ args: { n: 1 } }]);
  expect(page.details("tool-call-args").map(({ buffer }) => buffer)).toEqual(['{"n":', '{"n":1}']);
  expect(page.details("tool-call-start")).toHaveLength(1);
});

test("arguments that a list changes before the call has run are reported, and announced before it runs", async () => {
  const page = new Page((input, round) => {
    if (round > 0) return done;
    const list = snapshot(...input.messages, asked("m1", ["c1", '{"to":"Eve"}']));
    return run(...call("c1", '{"to":"Ada"}', "m1"), list);
  });
  await page.send("Go");
  expect(page.ran).toMatchObject([{ args: { to: "Eve" } }]);
  expect(page.changes).toEqual(["call-changed c1: backend"]);
  const before = page.seen.slice(0, page.ran[0]?.after);
  const announced = before.filter(({ type }) => type === "tool-call-args");
  expect(announced.at(-1)?.detail.buffer).toBe('{"to":"Eve"}');
});

test("a call that is opened again under another name keeps the one it was announced with", async () => {
  const again = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "pay" };
  const page = new Page((_input, round) =>
    round > 0
      ? done
      : run(
          ...call("c1", '{"n":', "m1"),
          { ...again, parentMessageId: "m1" },
          ...call("c1", "1}", "m1").slice(1),
        ),
  );
  await page.send("Go");
  expect(page.ran).toMatchObject([{ args: { n: 1 } }]);
});

test("a result of the backend's for a call of the page ends it visibly, and nothing runs", async () => {
  const page = new Page((_input, round) =>
    round > 0 ? done : run(...call("c1", '{"n":1}', "m1"), result("c1", "theirs")),
  );
  expect(await page.send("Go")).toBe("finished");
  expect(page.ran).toEqual([]);
  expect(page.details("tool-call-end")).toEqual([
    {
      toolCallId: "c1",
      toolCallName: "echo",
      toolCallArgs: { n: 1 },
      result: "theirs",
      answeredBy: "backend",
    },
  ]);
});

test("an answer in a list ends the call as well, an error as one", async () => {
  const page = new Page((input) =>
    run(
      ...call("c1", "{}", "m1"),
      ...call("c2", "{}", "m1"),
      snapshot(...input.messages, asked("m1", ["c1", "{}"], ["c2", "{}"]), answered("c1", "one"), {
        ...answered("c2", "two"),
        error: "two",
      }),
    ),
  );
  await page.send("Go");
  expect(page.ran).toEqual([]);
  expect(page.details("tool-call-end")).toMatchObject([{ result: "one", answeredBy: "backend" }]);
  expect(page.details("tool-call-error")).toMatchObject([
    { toolCallId: "c2", answeredBy: "backend", error: { message: "two" } },
  ]);
});

test("of two results for a call the first stands, and the call ends once", async () => {
  const page = new Page((_input, round) =>
    round > 0 ? done : run(...call("c1", "{}", "m1"), result("c1", "one"), result("c1", "two")),
  );
  await page.send("Go");
  expect(brief(page.messages)).toContain("c1=one");
  expect(page.details("tool-call-end")).toHaveLength(1);
});

test("a result that comes before its call answers nothing: the call runs", async () => {
  const page = new Page((input, round) => {
    if (round > 0) return done;
    const list = snapshot(...input.messages, answered("c1", "orphan"));
    return run(result("c1", "early"), list, ...call("c1", "{}", "m1"));
  });
  await page.send("Go");
  expect(page.ran).toHaveLength(1);
  expect(brief(page.messages)).toContain("c1=result 0");
});

test("a call that the backend takes back ends visibly", async () => {
  const page = new Page((input) =>
    run(...call("c1", "{}", "m1"), snapshot(...input.messages), ...text("m2", "Never mind.")),
  );
  await page.send("Go");
  expect(page.ran).toEqual([]);
  expect(page.details("tool-call-error")).toMatchObject([
    { toolCallId: "c1", error: { category: "cancelled", code: "not_run" } },
  ]);
});

test("a call of a run that failed ends visibly, as not run", async () => {
  const page = new Page(() => [
    ...run(...call("c1", "{}", "m1")).slice(0, -1),
    { type: "RUN_ERROR", message: "boom" },
  ]);
  expect(await page.send("Go")).toBe("failed/backend");
  expect(page.details("tool-call-error")).toMatchObject([
    { toolCallId: "c1", error: { code: "not_run", message: expect.stringContaining("boom") } },
  ]);
});

test("rule 5: a stream that begins run after run is cut when it holds more than max-rounds allow", async () => {
  for (const [runs, outcome] of [
    [3, "finished"],
    [4, "failed/max_rounds"],
    [500, "failed/max_rounds"],
  ] as const) {
    const stream = Array.from({ length: runs }, (_, at) => run(...text(`m${at}`, "On.")));
    const page = new Page((_input, round) => (round > 0 ? done : stream.flat()), { maxRounds: 2 });
    expect(await page.send("Go")).toBe(outcome);
    expect(page.details("run-started")).toHaveLength(3);
    expect(page.details("run-failed")).toHaveLength(outcome === "finished" ? 0 : 1);
    expect(await page.send("And?")).toBe("finished");
  }
});

test("numbers that a double can't hold are not taken for the same", async () => {
  const page = new Page((_input, round) =>
    round > 0
      ? done
      : run(
          ...call("c1", '{"n":"9007199254740993"}'),
          ...call("c1", '{"n":9007199254740993}'),
          ...call("c1", '{"n":9007199254740992}'),
        ),
  );
  await page.send("Go");
  expect(page.details("tool-call-start")).toHaveLength(3);
});
