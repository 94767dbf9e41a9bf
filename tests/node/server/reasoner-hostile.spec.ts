/** `AgentReasoner` with a model, an executor, a log or a request that does what it should not. */
import { type Executor, type ModelEvent, ModelFailure } from "ag-ui-lit/server";
import { executorOf } from "../../support/server/executor.js";
import {
  allOf,
  asks,
  listed,
  reasonerOf,
  requestOf,
  ScriptedModel,
  serverTools,
  user,
} from "../../support/server/reasoner.js";
import { expect, test } from "../test.js";

const failing = new Error("The model is asleep.");

const tools = serverTools({ look: ({ at }: { at?: string }) => `saw ${at ?? "nothing"}` });

test("a model that throws: at once, later, or as a rejection", async () => {
  const lines = [
    () => {
      throw failing;
    },
    () => Promise.reject(failing),
    () => throwing([{ type: "text", delta: "Well" }]),
    () => ({
      [Symbol.asyncIterator]() {
        throw failing;
      },
    }),
  ];
  for (const line of lines) {
    const model = new ScriptedModel(line as () => never);
    const { reasoner, log } = reasonerOf(tools, model.ask);
    const response = await reasoner.execute(requestOf([user("Hi")]));
    expect(response).toMatchObject({
      finish: "failed",
      error: { code: "model", message: expect.stringContaining("could not answer") },
    });
    expect(JSON.stringify(response)).not.toContain("asleep");
    expect(log.entries).toMatchObject([
      { level: "exception", tag: "[AgentReasoner_Model__Exception]", said: failing },
    ]);
  }
});

test("code and message of a ModelFailure are the client's to read; the code of any other error is not", async () => {
  const failures: [unknown, Record<string, unknown>][] = [
    [
      new ModelFailure("Come back later.", { code: "upstream_429", cause: new Error("key sk-1") }),
      { code: "upstream_429", message: "Come back later." },
    ],
    [new ModelFailure("Come back later."), { code: "model", message: "Come back later." }],
    ...["upstream_401", "postgres://u:pw@db", "ECONNREFUSED", 429].map((code) => {
      const thrown = Object.assign(new Error("no"), { code });
      return [thrown, { code: "model" }] as (typeof failures)[number];
    }),
  ];
  for (const [thrown, error] of failures) {
    const model = new ScriptedModel((() => Promise.reject(thrown)) as () => never);
    const { reasoner } = reasonerOf(tools, model.ask);
    const response = await reasoner.execute(requestOf([user("Hi")]));
    expect(response.error).toMatchObject(error);
    expect(JSON.stringify(response)).not.toContain("sk-1");
  }
  for (const code of ["two words", "x".repeat(65), "", 429]) {
    expect(() => new ModelFailure("no", { code: code as string })).toThrow(/option code must be/);
  }
});

test("a model that breaks off: its text stays, its calls are answered as not run, and the next request goes on", async () => {
  let runs = 0;
  const counting = serverTools({
    look: () => {
      runs += 1;
      return "seen";
    },
  });
  const model = new ScriptedModel(
    () =>
      throwing([
        { type: "text", delta: "I look" },
        { type: "tool_call", id: "a", name: "look", arguments: {} },
        { type: "tool_call_start", id: "b", name: "pick" },
        { type: "tool_call_args", id: "b", delta: '{"colour":' },
      ]),
    { text: "So." },
  );
  const { reasoner } = reasonerOf(counting, model.ask);
  const request = requestOf([user("Look", "u1")], { clientTools: [listed("pick")] });

  const events = await allOf(reasoner.run(request));

  expect(events.map(({ type }) => type)).toEqual([
    ...["message_start", "text", "call_start", "call_args", "call_end", "call_start", "call_args"],
    ...["call_end", "message_end", "call_result", "call_result", "end"],
  ]);
  const end = events.at(-1);
  if (end?.type !== "end") throw new Error("no end");
  expect(end.response).toMatchObject({ finish: "failed", text: "I look", toolCalls: [] });
  expect(runs).toBe(0);

  await reasoner.execute(requestOf([user("Look", "u1"), ...end.response.messages, user("Well?")]));
  expect(model.messages).toMatchObject([
    { id: "u1" },
    {
      role: "assistant",
      content: "I look",
      toolCalls: [{ id: "a" }, { id: "b", function: { arguments: "{}" } }],
    },
    { toolCallId: "a", content: expect.stringContaining("broke off") },
    { toolCallId: "b", content: expect.stringContaining("broke off") },
    { role: "user" },
  ]);
});

test("what a model's function may not give is said, and what it may give besides is taken", async () => {
  for (const wrong of [
    undefined,
    null,
    5,
    "Hello",
    [],
    { words: 1 },
    { text: 5 },
    { toolCalls: {} },
  ]) {
    const { reasoner } = reasonerOf([], (() => wrong) as never);
    const { error } = await reasoner.execute(requestOf([user("Hi")]));
    expect(error?.message, String(wrong)).toContain("must give an async iterable of events, or {");
  }
  for (const fine of [{}, { text: "" }, { toolCalls: [] }]) {
    const { reasoner } = reasonerOf([], () => fine);
    const response = await reasoner.execute(requestOf([user("Hi")]));
    expect(response).toMatchObject({ finish: "completed", text: "", messages: [] });
  }
});

test("events that are none, or come where they can't, are ignored and logged", async () => {
  const events = [
    ...[null, 5, "text", [], {}, { type: 5 }, { type: "applause" }, { type: "text" }],
    ...[
      { type: "reasoning", delta: 5 },
      { type: "text", delta: "" },
    ],
    ...[
      { type: "tool_call_args", id: "a", delta: "{}" },
      { type: "tool_call_end", id: "a" },
    ],
    { type: "tool_call_start", id: "a", name: "look" },
    { type: "tool_call_args", id: "a", delta: '{"at":"sky"}' },
    { type: "tool_call_end", id: "a" },
    { type: "tool_call_args", id: "a", delta: "more" },
    { type: "tool_call_end", id: "a" },
    { type: "text", delta: "Hello" },
  ];
  const model = new ScriptedModel(events as ModelEvent[], { text: "So." });
  const { reasoner, log } = reasonerOf(tools, model.ask);
  const response = await reasoner.execute(requestOf([user("Hi")]));
  expect(response).toMatchObject({ finish: "completed", text: "Hello\n\nSo." });
  expect(model.answerTo("a")).toBe("saw sky");
  const ignored = log.entries.filter(({ tag }) => tag === "AgentReasoner_Model");
  expect(ignored).toHaveLength(13);
});

test("ids that are missing, used twice or unusable are replaced, names and arguments that are none refused", async () => {
  const calls = [
    ...[asks("look", {}), asks("look", {}, "a"), asks("look", {}, "a"), asks("look", {}, "a b")],
    ...[asks("", {}, "n"), { id: "m" }, { id: "o", name: "look" }, null],
    { id: "p", name: "look", arguments: 5 },
    { id: "q", name: "look", arguments: "[1]" },
    { id: 5, name: 5, arguments: {} },
  ];
  const model = new ScriptedModel({ toolCalls: calls as never }, { text: "So." });
  const { reasoner } = reasonerOf(tools, model.ask);

  const response = await reasoner.execute(requestOf([user("Hi")]), { continueAfterFailure: true });

  expect(response).toMatchObject({ finish: "completed", iterations: 2 });
  const answers = model.messages.filter(({ role }) => role === "tool");
  expect(new Set(answers.map((answer) => answer.role === "tool" && answer.toolCallId)).size).toBe(
    11,
  );
  expect(answers.map(({ content }) => String(content))).toEqual([
    ...["saw nothing", "saw nothing", "saw nothing", "saw nothing"],
    expect.stringContaining('There is no tool "unnamed"'),
    expect.stringContaining("its arguments are neither text nor"),
    expect.stringContaining("its arguments are neither text nor"),
    expect.stringContaining("its arguments are neither text nor"),
    expect.stringContaining("its arguments are neither text nor"),
    expect.stringContaining("object"),
    expect.stringContaining('There is no tool "unnamed"'),
  ]);
  expect(model.answerTo("a")).toBe("saw nothing");
});

test("a call that is begun anew before it has ended, or that never ends, is not run", async () => {
  const model = new ScriptedModel(
    [
      { type: "tool_call_start", id: "a", name: "look" },
      { type: "tool_call_start", id: "a", name: "look" },
      { type: "tool_call_args", id: "a", delta: "{}" },
      { type: "tool_call_end", id: "a" },
      { type: "tool_call_start", id: "b", name: "look" },
    ],
    { text: "So." },
  );
  const { reasoner } = reasonerOf(tools, model.ask);
  await reasoner.execute(requestOf([user("Hi")]), { continueAfterFailure: true });
  const answers = model.messages.filter(({ role }) => role === "tool");
  expect(answers.map(({ content }) => content)).toEqual([
    expect.stringContaining("ended before the call did"),
    "saw nothing",
    expect.stringContaining("ended before the call did"),
  ]);
});

test("a name that no API takes back reaches nobody", async () => {
  const name = `look\u0000 up😀${"x".repeat(1_000_000)}`;
  const model = new ScriptedModel({ toolCalls: [asks(name, {}, "a")] }, { text: "So." });
  const { reasoner } = reasonerOf(tools, model.ask);
  const events = await allOf(reasoner.run(requestOf([user("Hi")]), { continueAfterFailure: true }));
  const start = events.find(({ type }) => type === "call_start");
  expect(start).toMatchObject({ toolName: expect.stringMatching(/^[\w-]{64}$/) });
  expect(JSON.stringify(model.messages).length).toBeLessThan(1_000);
});

test("arguments that are too long are not passed on, and the call is not run", async () => {
  const long = JSON.stringify({ at: "x".repeat(50_000_000) });
  const model = new ScriptedModel(
    { toolCalls: [asks("look", long, "a"), asks("look", { at: "sky" }, "b")] },
    { text: "So." },
  );
  const { reasoner } = reasonerOf(tools, model.ask);
  const events = await allOf(reasoner.run(requestOf([user("Hi")]), { continueAfterFailure: true }));
  expect(JSON.stringify(events).length).toBeLessThan(10_000);
  expect(model.answerTo("a")).toContain("longer than 1048576 characters");
  expect(model.answerTo("b")).toBe("saw sky");
});

test("an answer without end is given up", async () => {
  const text = "x".repeat(1_000_000);
  let isClosed = false;
  const model = new ScriptedModel(async function* () {
    try {
      for (;;) yield { type: "reasoning" as const, delta: text };
    } finally {
      isClosed = true;
    }
  });
  const { reasoner } = reasonerOf([], model.ask);
  const response = await reasoner.execute(requestOf([user("Hi")]));
  expect(response).toMatchObject({ finish: "failed", error: { code: "answer_too_long" } });
  expect(isClosed).toBe(true);
});

test("of too many calls the first are run; far too many are given up", async () => {
  const many = (count: number) => ({
    toolCalls: Array.from({ length: count }, (_, at) => asks("look", { at: String(at) })),
  });
  const model = new ScriptedModel(many(4), { text: "So." });
  const { reasoner } = reasonerOf(tools, model.ask, { callsPerAnswer: 3 });
  await reasoner.execute(requestOf([user("Hi")]), { continueAfterFailure: true });
  const answers = model.messages.filter(({ role }) => role === "tool");
  expect(answers.map(({ content }) => content)).toEqual([
    ...["saw 0", "saw 1", "saw 2", expect.stringContaining("an answer may have 3 calls")],
  ]);
  model.lines.splice(0, 1, many(31));
  const response = await reasoner.execute(requestOf([user("Hi")]));
  expect(response).toMatchObject({ finish: "failed", error: { code: "answer_too_long" } });
});

test("a model that hangs ends with its client, whether it listens to the signal or not", async () => {
  for (const hanging of [
    () => new Promise<never>(() => {}),
    () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
  ]) {
    const model = new ScriptedModel(hanging);
    const { reasoner } = reasonerOf([], model.ask);
    const going = new AbortController();
    const response = reasoner.execute(requestOf([user("Hi")]), { signal: going.signal });
    while (model.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    going.abort();
    expect(await response).toMatchObject({ finish: "aborted", iterations: 1 });
  }
});

test("an executor that does what none may do: each call has an answer all the same", async () => {
  const { executor } = executorOf(tools);
  const outcomes: unknown[] = [
    ...[undefined, null, 5, {}, { wasExecuted: true, content: 5 }, { errorMessage: "No." }],
    ...[{ requiresClientExecution: true, errorMessage: "No." }, { requiresClientExecution: true }],
    Object.defineProperty({}, "content", {
      get() {
        throw failing;
      },
    }),
  ];
  for (const outcome of outcomes) {
    const hostile: Executor = {
      registry: executor.registry,
      modeOf: (name) => executor.modeOf(name),
      offer: (clientTools) => executor.offer(clientTools),
      execute: async () => outcome as never,
    };
    const model = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] }, { text: "So." });
    const { reasoner } = reasonerOf(tools, model.ask, { executor: hostile });
    const response = await reasoner.execute(requestOf([user("Hi")]), {
      continueAfterFailure: true,
    });
    expect(response.finish).toBe("completed");
    expect(typeof model.answerTo("a")).toBe("string");
  }
  const throwing: Partial<Executor>[] = [
    { execute: () => Promise.reject(failing) },
    {
      execute: () => {
        throw failing;
      },
    },
  ];
  for (const part of throwing) {
    const { registry } = executor;
    const hostile = { registry, modeOf: () => "server", offer: () => [listed("look")], ...part };
    const model = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] }, { text: "So." });
    const { reasoner } = reasonerOf(tools, model.ask, { executor: hostile as never });
    await reasoner.execute(requestOf([user("Hi")]), { continueAfterFailure: true });
    expect(model.answerTo("a")).toMatch(/^The tool could not be run\. .* under the id \w+\.$/);
  }
  const offering = {
    registry: executor.registry,
    modeOf: () => "server",
    execute: () => Promise.reject(failing),
    offer: () => {
      throw failing;
    },
  };
  const { reasoner, log } = reasonerOf([], () => ({}), { executor: offering as never });
  expect(await reasoner.execute(requestOf([user("Hi")]))).toMatchObject({
    finish: "failed",
    error: { code: "internal", message: expect.stringContaining("could not answer the request") },
  });
  expect(log.entries.at(-1)).toMatchObject({ tag: "[AgentReasoner_Execute__Exception]" });
});

test("a request that is none, and options that are none, are answered with what they must be", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  const fine = requestOf([user("Hi")]);
  const wrong: [unknown, unknown, string][] = [
    [undefined, {}, "A request must be an object"],
    [5, {}, "A request must be an object"],
    [{}, {}, "context.conversation.id must be a text"],
    [{ ...fine, context: {} }, {}, "context.conversation.id must be a text"],
    [{ ...fine, context: { conversation: { id: "" } } }, {}, "context.conversation.id"],
    [{ ...fine, context: { conversation: { id: "x".repeat(2_000) } } }, {}, "1 to 1024"],
    [{ ...fine, messages: "Hi" }, {}, "messages must be an array"],
    [fine, null, "takes an object of options"],
    [fine, { signal: {} }, "signal }) must be an AbortSignal"],
    [fine, { retries: 3 }, 'has no option "retries". There are: signal, continueAfterFailure.'],
  ];
  for (const [request, options, message] of wrong) {
    const response = await reasoner.execute(request as never, options as never);
    expect(response).toMatchObject({ finish: "failed", error: { code: "request" } });
    expect(response.error?.message).toContain(message);
  }
  expect(model.asked).toEqual([]);
});

test("messages that are none are left out, and the others are shown", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner, log } = reasonerOf([], model.ask);
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const messages = [
    ...[null, 5, "Hi", [], {}, { role: 5 }, revoked.proxy],
    { role: "assistant", id: "m1", toolCalls: [{}, null, { id: 5 }, { id: "a" }] },
    { role: "assistant", id: "m2", toolCalls: "none", content: "Hello" },
    { role: "tool", id: 5, toolCallId: {}, content: 5 },
    { role: "activity", id: "m3" },
    user("Hi", "u1"),
  ];
  const response = await reasoner.execute(requestOf(messages as never));
  expect(response.finish).toBe("completed");
  expect(model.messages).toEqual([
    { role: "assistant", id: "m2", content: "Hello" },
    user("Hi", "u1"),
  ]);
  expect(log.entries.some(({ said }) => said === "The request has messages that are none.")).toBe(
    true,
  );
});

test("clientTools and results that are none spoil nothing", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner, codes } = reasonerOf([], model.ask);
  for (const clientTools of [5, {}, [null, 5, {}, { name: "x" }]]) {
    const request = requestOf([user("Hi")], { clientTools: clientTools as never });
    expect((await reasoner.execute(request)).finish).toBe("completed");
  }
  const request = requestOf([user("Hi")], { toolResultsJson: 5 as never });
  expect((await reasoner.execute(request)).finish).toBe("completed");
  expect(codes()).toEqual(["results_unreadable"]);
});

test("a model is shown a client's images where they are the result that was taken", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("pick", {}, "a")] }, { text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  const first = [user("Hi", "u1")];
  const clientTools = [listed("pick")];
  const { messages } = await reasoner.execute(requestOf(first, { clientTools }));
  const parts = [
    { type: "text", text: "Here" },
    { type: "image", source: { type: "data", value: "AAAA", mimeType: "image/png" } },
  ];
  const answer = { id: "t1", role: "tool", toolCallId: "a", content: parts };
  await reasoner.execute(requestOf([...first, ...messages, answer] as never));
  expect(model.messages.at(-1)).toEqual(answer);
});

async function* throwing(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events;
  throw failing;
}
