/** `MarkerAgent` in the loop of `<ag-ui-agent>`: a model that only writes text calls the page's tools. */
import { AbstractAgent, type AgentSubscriber } from "@ag-ui/client";
import { MarkerAgent, type MarkerAgentOptions, type StreamText } from "ag-ui-lit/text";
import { turn } from "../../support/observe.js";
import { deferred } from "../deferred.js";
import { Page } from "../loop/page.js";
import { expect, test } from "../test.js";
import { marker, ScriptedModel } from "./model.js";

/** A page whose agent is a model that only writes text. */
function pageWith(stream: StreamText, options: Partial<MarkerAgentOptions> = {}): Page {
  return new Page(new MarkerAgent({ stream, ...options, config: { threadId: "t" } }));
}

/** What the messages of a page say, in short. */
function said(page: Page): string[] {
  return page.messages.map((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const names = calls.map(({ function: { name, arguments: args } }) => `${name}${args}`);
    return [message.role, message.content, ...names].filter(Boolean).join(" ");
  });
}

test("1. tool invocation emits correct events", async () => {
  const model = new ScriptedModel([
    `Let me look. ${marker("echo", { n: { deep: "}" } })} Soon.`,
    "Done.",
  ]);
  const page = pageWith(model.stream);

  expect(await page.send("Go")).toBe("finished");

  expect(page.ran.map(({ args }) => args)).toEqual([{ n: { deep: "}" } }]);
  const types = page.seen.map(({ type }) => type);
  const ofCall = types.filter((type) => type.startsWith("tool-call"));
  expect(ofCall).toEqual(["tool-call-start", "tool-call-args", "tool-call-end"]);
  expect(types.filter((type) => type === "run-finalized")).toHaveLength(1);
  expect(page.details("tool-call-args")[0]).toMatchObject({ partialArgs: { n: { deep: "}" } } });
  expect(said(page)).toEqual([
    "user Go",
    'assistant Let me look.  Soon. echo{"n":{"deep":"}"}}',
    "tool result 0",
    "assistant Done.",
  ]);
});

test("2. the tool's result is passed to the next turn", async () => {
  const model = new ScriptedModel([`I ask. ${marker("echo", { n: 1 })}`, "It said so."]);
  const page = pageWith(model.stream, { introduction: "You are Micro Chief of Staff." });

  await page.send("Go");

  expect(model.asked).toHaveLength(2);
  expect(model.asked[0]?.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(model.asked[0]?.[0]?.content).toMatch(
    /^You are Micro Chief of Staff\.\n\nYou have access/,
  );
  expect(model.asked[0]?.[0]?.content).toContain("- echo: Notes its arguments.");
  expect(model.last.slice(1)).toEqual([
    { role: "user", content: "Go" },
    { role: "assistant", content: `I ask. \n${marker("echo", { n: 1 })}` },
    { role: "user", content: '<tool_result name="echo">"result 0"</tool_result>' },
  ]);
});

test("3. a tool's error is handled gracefully", async () => {
  const model = new ScriptedModel([marker("broken"), "It does not work."]);
  const page = pageWith(model.stream);
  page.registry.register({
    name: "broken",
    description: "Fails.",
    schema: {},
    handler: () => {
      throw new Error("No </tool_result> key");
    },
  });

  expect(await page.send("Go")).toBe("finished");

  const told = model.last.at(-1)?.content ?? "";
  expect(told).toMatch(
    /^<tool_result name="broken">\{"error":".*No .u003c\/tool_result> key"\}<\/tool_result>$/,
  );
  expect(page.messages.at(-1)).toMatchObject({ role: "assistant", content: "It does not work." });
});

test("4. several tools are called in one answer", async () => {
  const model = new ScriptedModel([
    `First ${marker("echo", { n: 1 })}, then ${marker("echo", { n: 2 })} and ${marker("echo", { n: 3 })}.`,
    "All three.",
  ]);
  const page = pageWith(model.stream);

  await page.send("Go");

  expect(page.ran.map(({ args }) => args)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(model.last.at(-1)?.content).toBe(
    [0, 1, 2].map((n) => `<tool_result name="echo">"result ${n}"</tool_result>`).join("\n\n"),
  );
});

test("5. a tool that finds nothing is an empty result", async () => {
  const model = new ScriptedModel([marker("list_events"), "Nothing is planned."]);
  const page = pageWith(model.stream);
  page.registry.register({
    name: "list_events",
    description: "Events.",
    schema: {},
    handler: () => [],
  });

  expect(await page.send("Go")).toBe("finished");

  expect(model.last.at(-1)?.content).toBe('<tool_result name="list_events">[]</tool_result>');
  expect(page.messages.at(-1)).toMatchObject({ content: "Nothing is planned." });
});

test("a result that is JSON with line breaks is told in one line, with its digits", async () => {
  const model = new ScriptedModel([marker("pretty"), "Done."]);
  const page = pageWith(model.stream);
  page.registry.register({
    name: "pretty",
    description: "Writes JSON over several lines.",
    schema: {},
    handler: () =>
      '{\n  "id": 12345678901234567890,\r\n  "text": "a\\nb",\n\t"list": [\n    1,\n    2\n  ]\n}\n',
  });

  await page.send("Go");

  expect(model.last.at(-1)?.content).toBe(
    '<tool_result name="pretty">{"id": 12345678901234567890,"text": "a\\nb","list": [1,2]}</tool_result>',
  );
});

test("a tool that there is not is answered with those that there are", async () => {
  const model = new ScriptedModel([marker("flights-mcp::search-flights"), "I see."]);
  const page = pageWith(model.stream);

  expect(await page.send("Go")).toBe("finished");

  expect(model.last.at(-1)?.content).toMatch(
    /<tool_result name="flights-mcp::search-flights">\{"error":"There is no tool named .*Available tools: echo\."\}/,
  );
});

test("arguments that the schema refuses are answered, and the model may try again", async () => {
  const model = new ScriptedModel([marker("add", { a: "x" }), marker("add", { a: 1 }), "2"]);
  const page = pageWith(model.stream);
  page.registry.register({
    name: "add",
    description: "Adds one.",
    parameters: { properties: { a: { type: "integer" } }, required: ["a"] },
    handler: ({ a }) => (a as number) + 1,
  });

  expect(await page.send("Go")).toBe("finished");

  expect(model.asked).toHaveLength(3);
  expect(model.asked[1]?.at(-1)?.content).toMatch(/^<tool_result name="add">\{"error":".*integer/);
  expect(model.last.at(-1)?.content).toBe('<tool_result name="add">2</tool_result>');
});

test("a broken marker is text, is announced, and the model is told", async () => {
  const broken = '<tool_call name="echo" args={n: 1}></tool_call>';
  const model = new ScriptedModel([`${broken} ${marker("echo", { n: 2 })}`, "Better."]);
  const agent = new MarkerAgent({ stream: model.stream, config: { threadId: "t" } });
  const custom: unknown[] = [];
  agent.subscribe({ onCustomEvent: ({ event }) => void custom.push([event.name, event.value]) });
  const page = new Page(agent);

  expect(await page.send("Go")).toBe("finished");

  expect(page.ran.map(({ args }) => args)).toEqual([{ n: 2 }]);
  expect(page.messages[1]).toMatchObject({ content: `${broken} ` });
  expect(custom).toEqual([
    [
      "tool_call_error",
      { error: expect.stringContaining("The arguments of echo are not valid JSON") },
    ],
  ]);
  expect(model.last.at(-1)?.content).toMatch(
    /^One of your tool calls was not run\. The arguments of echo are not valid JSON.*\n\n<tool_result name="echo">"result 0"/,
  );
});

test("a marker that is only shown as code runs nothing", async () => {
  const shown = `Write \`${marker("echo")}\` or\n\`\`\`\n${marker("echo")}\n\`\`\`\n`;
  const page = pageWith(new ScriptedModel([shown]).stream);

  expect(await page.send("Go")).toBe("finished");

  expect(page.ran).toEqual([]);
  expect(page.messages.at(-1)).toMatchObject({ role: "assistant", content: shown });
});

test("integers keep their digits on the way to whoever runs the tool", async () => {
  const model = new ScriptedModel([
    '<tool_call name="echo" args={"id": 9007199254740993}></tool_call>',
    "I see.",
  ]);
  const page = pageWith(model.stream);

  await page.send("Go");

  expect(page.ran).toEqual([]);
  expect(model.last.at(-1)?.content).toContain("9007199254740993 can't be held exactly");
});

test("a call before any text, and an answer of calls alone, are one message", async () => {
  const page = pageWith(
    new ScriptedModel([`${marker("echo", { n: 1 })}after`, marker("echo"), "End."]).stream,
  );

  expect(await page.send("Go")).toBe("finished");

  expect(said(page)).toEqual([
    "user Go",
    'assistant after echo{"n":1}',
    "tool result 0",
    "assistant echo{}",
    "tool result 1",
    "assistant End.",
  ]);
});

test("a thread goes on where it was: system messages, context and parts are text too", async () => {
  const model = new ScriptedModel(["Yes."]);
  const agent = new MarkerAgent({ stream: model.stream });
  agent.setMessages([
    { id: "s", role: "system", content: "Be brief." },
    { id: "1", role: "user", content: [{ type: "text", text: "One." }] },
    { id: "2", role: "user", content: "Two." },
    {
      id: "3",
      role: "assistant",
      toolCalls: [{ id: "c", type: "function", function: { name: "echo", arguments: "{broken" } }],
    },
    { id: "4", role: "tool", toolCallId: "c", content: "No.", error: "No." },
  ]);

  await agent.runAgent({ context: [{ description: "Place\nof the user", value: "Paris" }] });

  expect(model.last).toEqual([
    { role: "system", content: "Place of the user: Paris\n\nBe brief." },
    { role: "user", content: "One.\n\nTwo." },
    { role: "assistant", content: '<tool_call name="echo" args={}></tool_call>' },
    { role: "user", content: '<tool_result name="echo">{"error":"No."}</tool_result>' },
  ]);
});

test("an abort in the middle stops the model's function, and no call of the answer runs", async () => {
  const begun = deferred<AbortSignal>();
  const page = pageWith(async function* ({ signal }) {
    yield `Wait ${marker("echo")} `;
    begun.resolve(signal);
    await new Promise(() => {});
  });
  const sending = page.send("Go");
  const signal = await begun.promise;

  page.conversation.abort();

  expect(await sending).toBe("aborted");
  expect(signal.aborted).toBe(true);
  expect(page.ran).toEqual([]);
});

test("the stream of an aborted answer is left, also one that never gives anything", async () => {
  const cancelled = deferred<void>();
  const pulled = deferred<void>();
  const page = pageWith(
    () =>
      new ReadableStream<string>(
        {
          pull() {
            pulled.resolve();
            return new Promise(() => {});
          },
          cancel: () => cancelled.resolve(),
        },
        { highWaterMark: 0 },
      ),
  );
  const sending = page.send("Go");
  await pulled.promise;

  page.conversation.abort();

  expect(await sending).toBe("aborted");
  await cancelled.promise;
});

const endless: StreamText = async function* () {
  for (;;) yield "on ";
};

test("a model that never ends can be stopped, and leaves the page its turn", async () => {
  const page = pageWith(endless);
  const sending = page.send("Go");
  await turn();

  page.conversation.abort();

  expect(await sending).toBe("aborted");
});

const failures: [name: string, stream: unknown, said: string][] = [
  ["throws", () => Promise.reject(new Error("The model is off.")), "The model is off."],
  [
    "throws at once",
    () => {
      throw new Error("The model is off.");
    },
    "The model is off.",
  ],
  [
    "breaks in the middle",
    async function* () {
      yield `a ${marker("echo")}`;
      throw new Error("Gone.");
    },
    "Gone.",
  ],
  [
    "gives a string",
    () => "Hello",
    "must give a ReadableStream or an async iterable of text, not a whole string",
  ],
  ["gives nothing", () => undefined, "not undefined"],
  ["gives an object", () => ({}), "not an object (Object)"],
  [
    "yields numbers",
    async function* () {
      yield 1;
    },
    "must give text, not 1",
  ],
  [
    "yields bytes",
    async function* () {
      yield new Uint8Array(1);
    },
    "Pipe it through a TextDecoderStream",
  ],
  [
    "yields nothing",
    async function* () {
      yield undefined;
    },
    "must give text, not undefined",
  ],
];
for (const [name, stream, message] of failures) {
  test(`a model's function that ${name} fails the run, and no tool runs`, async () => {
    const page = pageWith(stream as StreamText);

    expect(await page.send("Go")).toBe("failed/backend");

    expect(page.details("run-failed")[0].error.message).toContain(message);
    expect(page.ran).toEqual([]);
  });
}

test("the agent works without an element, and its events keep the protocol", async () => {
  const agent = new MarkerAgent({ stream: new ScriptedModel([`a ${marker("echo")} b`], 1).stream });
  const types: string[] = [];
  const subscriber: AgentSubscriber = { onEvent: ({ event }) => void types.push(event.type) };
  const { newMessages } = await agent.runAgent({}, subscriber);

  expect(agent).toBeInstanceOf(AbstractAgent);
  expect([...new Set(types)]).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
  expect(newMessages).toHaveLength(1);
  expect(newMessages[0]).toMatchObject({ content: "a  b" });
});

test("a clone is an agent of its own, with the thread", async () => {
  const model = new ScriptedModel(["One.", "Two."]);
  const agent = new MarkerAgent({ stream: model.stream, config: { threadId: "t" } });
  agent.addMessage({ id: "1", role: "user", content: "Hello" });

  const clone = agent.clone();
  await clone.runAgent();

  expect(clone).toBeInstanceOf(MarkerAgent);
  expect(clone.threadId).toBe("t");
  expect(clone.messages).toHaveLength(2);
  expect(agent.messages).toHaveLength(1);
});

test("an option that is not as it must be is refused", () => {
  expect(() => new MarkerAgent({} as never)).toThrow(
    /MarkerAgent\(\{ stream \}\) must be a function/,
  );
  expect(() => new MarkerAgent({ stream: "x" } as never)).toThrow(/must be a function/);
  expect(() => new MarkerAgent({ stream: endless, tools: [] } as never)).toThrow(
    /no option "tools"/,
  );
});
