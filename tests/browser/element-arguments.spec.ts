import { run, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { expectEveryCallAnswered } from "./conversation.js";
import { answers, args, call, done, end, hear, offerSaver, start, written } from "./saver.js";

test.use({ sharesPage: true });

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

for (const [what, members] of [
  ["of another kind", {}],
  ["that numbers its runs itself", { runIds: "mine" }],
] as const) {
  test(`the arguments of an agent ${what} are read, in pieces or at once`, async ({ harness }) => {
    await offerSaver(harness);
    const seen = await harness.evaluate(async (members) => {
      const { element, got, events } = await openSaver("/");
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
