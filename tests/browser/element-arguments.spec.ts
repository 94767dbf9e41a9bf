import type { Page } from "@playwright/test";
import type { AgUiAgent, Message } from "ag-ui-lit/element";
import {
  type AgentRequest,
  eventsOnly,
  type Reply,
  run,
  type ScriptedAgent,
  text,
} from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { asked, expectEveryCallAnswered, snapshot, started } from "./conversation.js";

const start = (toolCallId: string, toolCallName = "save", parentMessageId?: string) => ({
  type: "TOOL_CALL_START",
  toolCallId,
  toolCallName,
  ...(parentMessageId && { parentMessageId }),
});
const args = (toolCallId: string, delta: string) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta });
const end = (toolCallId: string) => ({ type: "TOOL_CALL_END", toolCallId });
const call = (id: string, ...deltas: string[]) => [
  start(id),
  ...deltas.map((delta) => args(id, delta)),
  end(id),
];
const done = run(...text("done", "Done."));

/** The argument text of each call in a request. */
const written = (request: AgentRequest | undefined) =>
  request?.messages.flatMap(({ toolCalls = [] }) =>
    toolCalls.map((one) => [one.id, one.function.arguments]),
  );

const answers = (request: AgentRequest | undefined) =>
  request?.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));

declare global {
  /** An element with the tool `save`, which notes what it gets. */
  function openSaver(url: string): Promise<{
    readonly element: AgUiAgent;
    readonly got: unknown[];
    readonly events: ReturnType<typeof record>;
  }>;
}

async function offerSaver(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.openSaver = async (url) => {
      const element = openAgent(url);
      const events = record(element, "ag-ui-", eventTypes.agent);
      const got: unknown[] = [];
      await element.registerTool({
        name: "save",
        description: "Saves a note.",
        schema: {
          type: "object",
          properties: { text: { type: "string" }, size: { maximum: 9 }, list: { type: "array" } },
        },
        handler: (args) => {
          got.push(structuredClone(args));
          return "saved";
        },
      });
      return { element, got, events };
    };
  });
}

/** What the page hears while the calls of one message are written, in short, and what the tool got. */
async function hear(page: Page, agent: ScriptedAgent) {
  await offerSaver(page);
  return page.evaluate(async (url) => {
    const { element, got, events } = await openSaver(url);
    const { outcome, error } = await element.sendMessage("Go");
    // When the tools have ended is their business, and not one of order.
    const heard = events
      .filter(({ type }) => /^tool-call-(start|args|invalid)$/.test(type))
      .map(({ type, detail }) => {
        const [, , what] = type.split("-");
        const more =
          what === "args" ? ` ${detail.delta}` : what === "invalid" ? ` ${detail.reason}` : "";
        return `${detail.toolCallId} ${what}${more}`;
      });
    return { heard, got, outcome, code: error?.code, messages: element.messages as Message[] };
  }, agent.url);
}

test("arguments can be looked at and watched from the start of a call", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...call("c1", '{"text": "He', 'llo", "li', 'st": [1, {"a": 2}]}')),
    done,
  );
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const looks: unknown[] = [];
    const parts: unknown[] = [];
    const details: unknown[] = [];
    let stop = () => {};
    element.addEventListener("ag-ui-tool-call-start", ({ detail }) => {
      const written = detail.arguments;
      const look = () =>
        looks.push([
          written.text,
          structuredClone(written.value),
          written.isComplete(["text"]),
          written.isComplete([]),
        ]);
      look();
      stop = written.on(["text"], ({ value, delta, isComplete }) =>
        parts.push([value, delta, isComplete]),
      );
      written.on(["list", "*"], ({ path, isComplete }) => parts.push([path, isComplete]));
      element.addEventListener("ag-ui-tool-call-args", look);
      element.addEventListener("ag-ui-run-finalized", look);
    });
    element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
      details.push({ ...detail, partialArgs: structuredClone(detail.partialArgs) });
    });
    await element.sendMessage("Go");
    stop();
    return { looks, parts, details, got };
  }, agent.url);
  const whole = '{"text": "Hello", "list": [1, {"a": 2}]}';
  const value = JSON.parse(whole);
  expect(seen.looks).toEqual([
    ["", {}, false, false],
    ['{"text": "He', { text: "He" }, false, false],
    ['{"text": "Hello", "li', { text: "Hello" }, true, false],
    [whole, value, true, true],
    [whole, value, true, true],
  ]);
  expect(seen.parts).toEqual([
    ["He", "He", false],
    ["Hello", "llo", true],
    [["list", 0], true],
    [["list", 1], false],
    [["list", 1], true],
  ]);
  const named = { toolCallId: "c1", toolCallName: "save" };
  expect(seen.details).toEqual([
    { ...named, delta: '{"text": "He', buffer: '{"text": "He', partialArgs: { text: "He" } },
    {
      ...named,
      delta: 'llo", "li',
      buffer: '{"text": "Hello", "li',
      partialArgs: { text: "Hello" },
    },
    { ...named, delta: 'st": [1, {"a": 2}]}', buffer: whole, partialArgs: value },
  ]);
  expect(seen.got).toEqual([value]);
  expect(written(agent.requests[1])).toEqual([["c1", whole]]);
});

test("partialArgs is made when somebody looks, grows in place, and stays to be looked at", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...call("c1", '{"text": "a', 'b", "list": [1', "]}")), done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, events } = await openSaver(url);
    await element.sendMessage("Go");
    const details = events
      .filter(({ type }) => type === "tool-call-args")
      .map(({ detail }) => detail);
    const isGetter = details.map(
      (detail) => typeof Object.getOwnPropertyDescriptor(detail, "partialArgs")?.get,
    );
    const values = details.map((detail) => detail.partialArgs);
    return { isGetter, isSame: values.every((one) => one === values[0]), value: values[0] };
  }, agent.url);
  expect(seen).toEqual({
    isGetter: Array(3).fill("function"),
    isSame: true,
    value: { text: "ab", list: [1] },
  });
});

test("calls that interleave, texts and other events between them, are told each in order", async ({
  harness,
  backend,
}) => {
  const [textStart, textContent, textEnd] = text("m", "Meanwhile.");
  const agent = backend.script(
    run(
      start("a"),
      args("a", '{"te'),
      start("b"),
      args("b", '{"size": '),
      args("a", 'xt": "x'),
      { type: "RAW", event: { noise: 1 } },
      args("a", 'y"'),
      args("b", "3"),
      end("b"),
      { type: "CUSTOM", name: "n", value: 1 },
      args("a", "}"),
      end("a"),
      ...[textStart, textContent, textEnd].map((one) => one ?? {}),
    ),
    done,
  );
  // The second call never got its closing brace.
  const seen = await hear(harness, agent);
  expect(seen.heard).toEqual([
    "a start",
    'a args {"te',
    "b start",
    'b args {"size": ',
    'a args xt": "x',
    'a args y"',
    "b args 3",
    "a args }",
  ]);
  expect(seen.got).toEqual([{ text: "xy" }]);
  expect(written(agent.requests[1])).toEqual([
    ["a", '{"text": "xy"}'],
    ["b", "{}"],
  ]);
  expect(answers(agent.requests[1])?.[1]).toContain('The arguments were: {"size": 3');
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

test("ids that a backend uses again name two calls, and the page sees the backend's", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...call("call_0", '{"text":', ' "one"}')),
    run(...call("call_0", '{"text":', ' "two"}')),
    run(...call("call_0", '{"size": 99', "}")),
    done,
  );
  const seen = await hear(harness, agent);
  expect(seen.heard.map((one) => one.split(" ")[0])).toEqual(seen.heard.map(() => "call_0"));
  expect(seen.heard.slice(6)).toEqual([
    "call_0 start",
    'call_0 args {"size": 99',
    "call_0 args }",
    "call_0 invalid schema",
  ]);
  expect(seen.got).toEqual([{ text: "one" }, { text: "two" }]);
  expect(written(agent.requests[3])?.map(([, text]) => text)).toEqual([
    '{"text": "one"}',
    '{"text": "two"}',
    '{"size": 99}',
  ]);
});

test("chunks are calls like any other", async ({ harness, backend }) => {
  const chunk = (delta: string, more: object = {}) => ({ type: "TOOL_CALL_CHUNK", delta, ...more });
  const agent = backend.script(
    run(
      chunk('{"text"', { toolCallId: "c1", toolCallName: "save" }),
      chunk(': "x'),
      chunk('y"}'),
      chunk('{"size": 10', { toolCallId: "c2", toolCallName: "save" }),
      chunk("}"),
    ),
    done,
  );
  const seen = await hear(harness, agent);
  expect(seen.heard).toEqual([
    "c1 start",
    'c1 args {"text"',
    'c1 args : "x',
    'c1 args y"}',
    "c2 start",
    'c2 args {"size": 10',
    "c2 args }",
    "c2 invalid schema",
  ]);
  expect(seen.got).toEqual([{ text: "xy" }]);
});

test("a call that can't be right any more is told once, with why, and is answered after the run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      ...call("schema", '{"size": 10, ', '"text": 7, ', '"list": 3}'),
      ...call("syntax", '{"text": oops', ", ", "}"),
      ...call("both", '{"size": 10, ', "oops}"),
      ...call("kind", "[1", "]"),
      ...call("good", "{}"),
    ),
    done,
  );
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, events, got } = await openSaver(url);
    await element.sendMessage("Go");
    const invalid = events.filter(({ type }) => type === "tool-call-invalid");
    return { invalid: invalid.map(({ detail }) => detail), got };
  }, agent.url);
  const toolCallName = "save";
  expect(seen.invalid).toEqual([
    {
      toolCallId: "schema",
      toolCallName,
      reason: "schema",
      message: "The arguments don't match the tool's schema, whatever else is written.",
    },
    {
      toolCallId: "syntax",
      toolCallName,
      reason: "syntax",
      message: "The arguments are not valid JSON: expected a value, found 'o' at position 9.",
    },
    expect.objectContaining({ toolCallId: "both", reason: "schema" }),
    expect.objectContaining({
      toolCallId: "kind",
      reason: "syntax",
      message: "The arguments must be a JSON object, not an array.",
    }),
  ]);
  expect(seen.got).toEqual([{}]);
  expect(answers(agent.requests[1])).toHaveLength(5);
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

test("abort() on invalid arguments stops the run, and the answer quotes what was written", async ({
  harness,
  backend,
}) => {
  let letGo: Promise<void> | undefined;
  const agent = backend.script((response) => {
    letGo = new Promise((resolve) => response.on("close", resolve));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of [started, start("c1"), args("c1", '{"size": '), args("c1", "99, ")]) {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
  }, done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got, events } = await openSaver(url);
    element.addEventListener("ag-ui-tool-call-invalid", () => element.abort());
    const { outcome } = await element.sendMessage("Go");
    const messages = structuredClone(element.messages);
    const next = await element.sendMessage("Again");
    return { outcome, messages, next: next.outcome, got, types: events.map(({ type }) => type) };
  }, agent.url);
  await letGo;
  expect([seen.outcome, seen.next, seen.got]).toEqual(["aborted", "finished", []]);
  expect(seen.types.filter((type) => type === "tool-call-invalid")).toHaveLength(1);
  const answer = seen.messages.find(({ role }) => role === "tool")?.content;
  expect(answer).toContain("the user stopped the run");
  expect(answer).toContain('The arguments were: {"size": 99, ');
  expectEveryCallAnswered(agent.requests[1]?.messages);
  expect(written(agent.requests[1])).toEqual([["c1", "{}"]]);
});

const broken: [what: string, code: string, event?: object][] = [
  ["ends", "truncated"],
  ["breaks off", "network"],
  ["tells an error", "backend", { type: "RUN_ERROR", message: "broken" }],
  ["breaks the protocol", "protocol", end("never begun")],
];

for (const [what, code, event] of broken) {
  test(`a stream that ${what} in the middle of arguments leaves what came, and the thread goes on`, async ({
    harness,
    backend,
    complaints,
  }) => {
    let tell: () => void = () => {};
    const heard = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await harness.exposeFunction("heard", () => tell());
    const agent = backend.script(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (one: object) => response.write(`data: ${JSON.stringify(one)}\n\n`);
      [started, start("c1"), args("c1", '{"text": "ab'), args("c1", "c")].map(send);
      await heard;
      if (event) send(event);
      if (code === "network") response.destroy();
      else response.end();
    }, done);
    await offerSaver(harness);
    const seen = await harness.evaluate(async (url) => {
      const { element, got } = await openSaver(url);
      element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
        if (detail.buffer === '{"text": "abc') (globalThis as never as { heard(): void }).heard();
      });
      const first = await element.sendMessage("Go");
      const next = await element.sendMessage("Again");
      return [first.outcome, first.error?.code, next.outcome, got];
    }, agent.url);
    complaints.splice(0); // The browser itself notes a connection that breaks.
    expect(seen).toEqual(["failed", code, "finished", []]);
    expectEveryCallAnswered(agent.requests[1]?.messages);
    expect(answers(agent.requests[1])?.[0]).toContain('The arguments were: {"text": "abc');
  });
}

test("a snapshot in the middle of arguments counts, and what comes after it is added", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      start("c1"),
      args("c1", '{"text": '),
      snapshot(
        { id: "u", role: "user", content: "Go" },
        {
          ...asked("c1", {}),
          toolCalls: [
            { id: "c1", type: "function", function: { name: "save", arguments: '{"text": ' } },
          ],
        },
      ),
      args("c1", '"x"}'),
      end("c1"),
    ),
    done,
  );
  const seen = await hear(harness, agent);
  expect(seen.got).toEqual([{ text: "x" }]);
  expect(written(agent.requests[1])).toEqual([["c1", '{"text": "x"}']]);
});

test("a snapshot after the call that says otherwise is what runs", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      ...call("c1", '{"text": ', '"streamed"}'),
      snapshot(
        { id: "u", role: "user", content: "Go" },
        {
          id: "c1",
          role: "assistant",
          toolCalls: [
            {
              id: "c1",
              type: "function",
              function: { name: "save", arguments: '{"text":"snapshot"}' },
            },
          ],
        },
      ),
    ),
    done,
  );
  const seen = await hear(harness, agent);
  expect(seen.got).toEqual([{ text: "snapshot" }]);
});

test("listeners that throw, change and freeze what they are shown don't reach the handler", async ({
  harness,
  backend,
  complaints,
}) => {
  const agent = backend.script(
    run(...call("c1", '{"text": "a', 'b", "list": [{"x": 1}', ', {"y": "z', '"}]}')),
    run(...call("c2", '{"text": "a', 'b", "list": [{"x": 1}', ', {"y": "z', '"}]}')),
    done,
  );
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    element.addEventListener("ag-ui-tool-call-start", ({ detail }) => {
      detail.arguments.on(["text"], () => {
        throw new Error("of a watcher");
      });
    });
    const freeze = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      Object.values(value).forEach(freeze);
      Object.freeze(value);
    };
    const last: unknown[] = [];
    element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
      const { toolCallId, partialArgs } = detail;
      if (toolCallId === "c2") {
        freeze(partialArgs);
        last.push(partialArgs);
        return;
      }
      if (Array.isArray(partialArgs.list)) partialArgs.list.length = 0;
      partialArgs.text = "of the page";
      partialArgs.more = partialArgs;
      throw new Error("of a listener");
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, got, last: last.at(-1) };
  }, agent.url);
  const value = { text: "ab", list: [{ x: 1 }, { y: "z" }] };
  expect(seen).toEqual({ outcome: "finished", got: [value, value], last: value });
  const taken = complaints.splice(0);
  expect(taken.filter((one) => one === "uncaught: of a watcher")).toHaveLength(4);
  expect(taken.filter((one) => one === "uncaught: of a listener")).toHaveLength(4);
  expect(taken).toHaveLength(8);
});

test("a million characters in pieces of twelve are told, run and sent back whole", async ({
  harness,
  backend,
}) => {
  test.setTimeout(120_000);
  const value = {
    list: Array.from({ length: 23_000 }, (_, id) => ({ id, text: `Note ${id} of many, é😀` })),
  };
  const whole = JSON.stringify(value);
  expect(whole.length).toBeGreaterThan(1_000_000);
  const deltas = whole.match(/.{1,12}/gsu) ?? [];
  const agent = backend.script(run(...call("c1", ...deltas)), done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let got: unknown;
    await element.registerTool({
      name: "save",
      description: "Saves.",
      schema: { type: "object", properties: { list: { items: { required: ["id", "text"] } } } },
      handler: (args) => {
        got = args;
        return "saved";
      },
    });
    let [pieces, looks] = [0, 0];
    element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
      pieces += 1;
      looks += (detail.partialArgs.list as unknown[] | undefined)?.length ? 1 : 0;
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, pieces, hasLooked: looks > 80_000, got: JSON.stringify(got) };
  }, agent.url);
  expect([seen.outcome, seen.pieces, seen.hasLooked]).toEqual(["finished", deltas.length, true]);
  expect(seen.got === whole).toBe(true);
  expect(written(agent.requests[1])?.[0]?.[1] === whole).toBe(true);
});

test("a tool that is registered after the call began, replaced or removed meanwhile, is the one that counts", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      { ...start("late", "late") },
      args("late", '{"size": 1'),
      args("late", "}"),
      end("late"),
      ...call("replaced", '{"size"', ": 8}"),
      ...call("gone", '{"size"', ": 1}").map((one) =>
        "toolCallName" in one ? { ...one, toolCallName: "gone" } : one,
      ),
    ),
    done,
  );
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const definition = (name: string, maximum: number) => ({
      name,
      description: "Notes what it gets.",
      schema: { type: "object", properties: { size: { maximum } } },
      handler: (args: unknown) => {
        got.push([name, args]);
        return "ok";
      },
    });
    await element.registerTool(definition("gone", 9));
    element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
      const { toolCallId, buffer } = detail;
      if (!buffer.endsWith("}")) return;
      if (toolCallId === "late") element.registry.register(definition("late", 9));
      if (toolCallId === "replaced")
        element.registry.register(definition("save", 5), { replace: true });
      if (toolCallId === "gone") element.registry.unregister("gone");
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, got };
  }, agent.url);
  expect(seen).toEqual({ outcome: "finished", got: [["late", { size: 1 }]] });
  const [late, replaced, gone] = answers(agent.requests[1]) ?? [];
  expect(late).toBe("ok");
  expect(replaced).toContain("a number of at most 5");
  expect(gone).toContain('There is no tool named "gone"');
});

test("another thread, or an abort, in the middle of arguments leaves nothing behind", async ({
  harness,
  backend,
}) => {
  const open: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of [started, start("c1"), args("c1", '{"text": "a'), args("c1", "b")]) {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
  };
  const agent = backend.script(open, run(...call("c1", '{"text": "new"', "}")), done, open, done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const seen: unknown[] = [];
    const begun = () =>
      new Promise<(typeof seen)[0]>((resolve) => {
        element.addEventListener("ag-ui-tool-call-args", function heard({ detail }) {
          if (!detail.buffer.endsWith("ab")) return;
          element.removeEventListener("ag-ui-tool-call-args", heard);
          resolve(detail);
        });
      });
    let [hearing, sending] = [begun(), element.sendMessage("One")];
    const first = (await hearing) as { partialArgs: unknown; buffer: string };
    element.threadId = "another";
    seen.push((await sending).outcome, element.messages.length);
    seen.push((await element.sendMessage("Two")).outcome);
    [hearing, sending] = [begun(), element.sendMessage("Three")];
    await hearing;
    element.abort();
    seen.push((await sending).outcome, (await element.sendMessage("Four")).outcome);
    return { seen, got, first: [first.buffer, first.partialArgs] };
  }, agent.url);
  expect(seen).toEqual({
    seen: ["aborted", 0, "finished", "aborted", "finished"],
    got: [{ text: "new" }],
    first: ['{"text": "ab', { text: "ab" }],
  });
  expect(written(agent.requests[2])).toEqual([["c1", '{"text": "new"}']]);
  for (const { messages } of agent.requests.slice(2))
    if (messages) expect(messages[0]?.content).toBe("Two");
  expectEveryCallAnswered(agent.requests[4]?.messages);
});

test("an agent that two elements share, and the page itself runs, has whole arguments for everyone", async ({
  harness,
  backend,
}) => {
  const turn = (id: string) => run(...call(id, '{"text": "', `${id}"`, "}"));
  const agent = backend.script(turn("c1"), done, turn("c2"), turn("c3"), done, turn("c4"), done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const one = await openSaver(url);
    const two = await openSaver(url);
    const { agent } = one.element;
    two.element.agent = agent;
    const foreign: string[] = [];
    await one.element.sendMessage("One");
    await agent.runAgent(
      {},
      {
        onToolCallArgsEvent: ({ event, toolCallBuffer }) => {
          foreign.push(`${toolCallBuffer}|${event.delta}`);
        },
      },
    );
    const own = agent.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    agent.addMessage({ id: "t2", role: "tool", toolCallId: "c2", content: "by the page" });
    const outcomes = await Promise.all([
      two.element.sendMessage("Two"),
      one.element.sendMessage("Three"),
    ]);
    const heard = [one, two].map(({ events }) =>
      events.filter(({ type }) => type === "tool-call-args").map(({ detail }) => detail.buffer),
    );
    return {
      outcomes: outcomes.map(({ outcome }) => outcome),
      got: [one.got, two.got],
      heard,
      foreign,
      own: own.map((call) => call.function.arguments),
    };
  }, agent.url);
  const pieces = (id: string) => ['{"text": "', `{"text": "${id}"`, `{"text": "${id}"}`];
  expect(seen).toEqual({
    outcomes: ["finished", "finished"],
    got: [[{ text: "c1" }, { text: "c4" }], [{ text: "c3" }]],
    heard: [[...pieces("c1"), ...pieces("c4")], pieces("c3")],
    foreign: ['|{"text": "', '{"text": "|c2"', '{"text": "c2"|}'],
    own: ['{"text": "c1"}', '{"text": "c2"}'],
  });
  expect(written(agent.requests.at(-1))?.map(([, text]) => text)).toEqual(
    ["c1", "c2", "c3", "c4"].map((id) => `{"text": "${id}"}`),
  );
});

test("a run that the page begins beside the element's own has its arguments once", async ({
  harness,
  backend,
}) => {
  let go: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const agent = backend.script(
    async (response, request) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (one: object) => response.write(`data: ${JSON.stringify(one)}\n\n`);
      [started, start("own"), args("own", '{"text": "')].map(send);
      await gone;
      void request;
      [args("own", 'own"}'), end("own"), { type: "RUN_FINISHED", threadId: "t", runId: "r" }].map(
        send,
      );
      response.end();
    },
    run(...call("foreign", '{"text": "', 'foreign"}')),
    done,
  );
  await harness.exposeFunction("go", () => go());
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const { agent } = element;
    const begun = new Promise((resolve) =>
      element.addEventListener("ag-ui-tool-call-args", resolve, { once: true }),
    );
    const sending = element.sendMessage("Go");
    await begun;
    const written = new Map<string, string>();
    await agent.runAgent(
      {},
      {
        onToolCallArgsEvent: ({ event }) => {
          written.set(event.toolCallId, (written.get(event.toolCallId) ?? "") + event.delta);
        },
      },
    );
    await (globalThis as never as { go(): Promise<void> }).go();
    const { outcome } = await sending;
    return { outcome, got, written: [...written] };
  }, agent.url);
  expect(seen.written).toEqual([["foreign", '{"text": "foreign"}']]);
});

for (const [what, members] of [
  ["of another kind", {}],
  ["that numbers its runs itself", { runIds: "mine" }],
] as const) {
  test(`the arguments of an agent ${what} are read, in pieces or at once`, async ({ harness }) => {
    await offerSaver(harness);
    const seen = await harness.evaluate(async (members) => {
      const { element, got, events } = await openSaver("/nowhere");
      const { agent: http } = element;
      // What an HttpAgent is made of, which the harness does not offer by name.
      const AbstractAgent = Object.getPrototypeOf(Object.getPrototypeOf(http)).constructor;
      const nothing = {
        threadId: "t",
        runId: "r",
        state: {},
        messages: [],
        tools: [],
        context: [],
      };
      let Observable = http.run({ ...nothing, forwardedProps: {} }).constructor as never as new (
        subscribe: (to: { next(event: object): void; complete(): void }) => void,
      ) => unknown;
      while (Object.getPrototypeOf(Observable) !== Function.prototype) {
        Observable = Object.getPrototypeOf(Observable);
      }
      class Scripted extends AbstractAgent {
        runs = 0;
        runIds: string | undefined;
        prepareRunAgentInput(parameters: object) {
          const input = super.prepareRunAgentInput(parameters);
          return { ...input, runId: this.runIds ?? input.runId };
        }
        run({ threadId, runId }: { threadId: string; runId: string }) {
          this.runs += 1;
          const deltas = this.runs === 1 ? ['{"text": ', '"x"}'] : ['{"text": "at once"}'];
          const toolCallId = `c${this.runs}`;
          const calls = [
            { type: "TOOL_CALL_START", toolCallId, toolCallName: "save" },
            ...deltas.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta })),
            { type: "TOOL_CALL_END", toolCallId },
          ];
          return new Observable((to) => {
            to.next({ type: "RUN_STARTED", threadId, runId });
            if (this.runs < 3) for (const event of calls) to.next(event);
            to.next({ type: "RUN_FINISHED", threadId, runId });
            to.complete();
          });
        }
      }
      element.agent = Object.assign(new Scripted(), members) as never;
      const { outcome } = await element.sendMessage("Go");
      const buffers = events.filter(({ type }) => type === "tool-call-args");
      const calls = element.messages.flatMap((message) =>
        message.role === "assistant" ? (message.toolCalls ?? []) : [],
      );
      return {
        outcome,
        got,
        buffers: buffers.map(({ detail }) => detail.buffer),
        written: calls.map((one) => one.function.arguments),
      };
    }, members);
    expect(seen).toEqual({
      outcome: "finished",
      got: [{ text: "x" }, { text: "at once" }],
      buffers: ['{"text": ', '{"text": "x"}', '{"text": "at once"}'],
      written: ['{"text": "x"}', '{"text": "at once"}'],
    });
  });
}

test("a backend that writes our own mark into an event is read like any other", async ({
  harness,
  backend,
}) => {
  const rawEvent = "ag-ui-lit: all of it";
  const marked = [args("c1", '{"text": '), args("c1", '"x"}')].map((one) => ({ ...one, rawEvent }));
  const agent = backend.script(run(start("c1"), ...marked, end("c1")), done);
  const seen = await hear(harness, agent);
  expect(seen.got).toEqual([{ text: "x" }]);
  expect(written(agent.requests[1])).toEqual([["c1", '{"text": "x"}']]);
});

test("many calls that are written, run, refused or aborted leave the core's memory as it was", async ({
  harness,
  backend,
}) => {
  test.setTimeout(60_000);
  const big = (id: string) =>
    call(
      id,
      ...(`{"text": "${"x".repeat(30_000)}", "size": ${id.endsWith("0") ? 99 : 1}}`.match(
        /.{1,3000}/gs,
      ) ?? []),
    );
  const agent = backend.script((response, request) => {
    const { role, content } = request.messages.at(-1) ?? {};
    const calls = [0, 1, 2].flatMap((one) => big(`c${one}`));
    const openEnd = [started, start("open"), args("open", `{"text": "${"y".repeat(9000)}`)];
    const going = content === "Go" ? run(...calls) : eventsOnly(openEnd);
    return (role === "tool" ? done : going)(response, request);
  });
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    element.manager = new agUi.ToolExecutionManager(undefined, undefined, { maxHistory: 1 });
    const round = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        element.threadId = `thread ${got.length} ${turn}`;
        await element.sendMessage("Go");
        await element.sendMessage("Break");
      }
    };
    await round(5);
    const before = coreMemory();
    await round(40);
    return { ran: got.length, grown: coreMemory() - before };
  }, agent.url);
  expect(seen).toEqual({ ran: 90, grown: 0 });
});
