/**
 * An unpaired surrogate becomes U+FFFD before anything is compared, validated, shown or handed over: as an escape, as it
 * is, in a key or a value, in text, in an object or in pieces. Such arguments share neither a run nor a result.
 */
import { ArgumentsReader, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import * as z from "zod";
import { record, turn } from "../support/observe.js";
import { expect, test } from "./test.js";

const forms = [
  "text",
  "escaped text",
  "object",
  "reader",
  "reader unit by unit",
  "checked",
] as const;

for (const form of forms) {
  test(`arguments with an unpaired surrogate, given as ${form}, are the same to everybody who sees them`, async () => {
    const found: unknown[] = [];
    for (const kind of ["JSON Schema", "zod", "executor"]) {
      const registry = new ToolRegistry();
      const validated: unknown[] = [];
      const handled: unknown[] = [];
      const note = (args: unknown) => {
        validated.push(JSON.stringify(args));
        return true;
      };
      const executor = {
        validate(_: unknown, args: unknown) {
          note(args);
          return { success: true as const, args };
        },
        execute: async (
          tool: { handler(args: never, context: never): unknown },
          args: unknown,
          context: unknown,
        ) => ({
          success: true as const,
          result: String(await tool.handler(args as never, context as never)),
        }),
      };
      const manager = new ToolExecutionManager(kind === "executor" ? executor : undefined);
      const events = record(manager, "tool-execution-", ["started", "validating"]);
      const { tool } = registry.register({
        name: "it",
        description: "It.",
        schema:
          kind === "zod"
            ? z.looseObject({}).refine(note)
            : { additionalProperties: { pattern: "^(.|\uFFFD)$" } },
        handler: (args) => {
          handled.push(JSON.stringify(args));
          return "ok";
        },
      });
      const args = { a: "\ud83d", "k\udc00": "\udc00" };
      const escaped = JSON.stringify(args);
      const raw = '{"a":"\ud83d","k\udc00":"\udc00"}';
      const read = (pieces: Iterable<string>) => {
        const reader = manager.readArguments(tool);
        for (const piece of pieces) reader.push(piece);
        return reader;
      };
      const given = {
        text: () => raw,
        "escaped text": () => escaped,
        object: () => args,
        reader: () => read([raw]),
        "reader unit by unit": () => read(raw.split("")),
        checked: () => manager.check(tool, raw),
      }[form];
      const result = await manager.execute(tool, "1", await given());
      const [started, validating] = events.map(({ detail }) => detail);
      found.push({
        result: result.success,
        handled,
        validated: [...new Set(validated)],
        started: JSON.stringify(started.execution.args),
        validating: JSON.stringify(validating.args),
        argsText: JSON.stringify(JSON.parse(validating.argsText)),
        record: JSON.stringify(manager.getExecutionsForToolCall("1")[0]?.args),
      });
    }
    const seen = found;
    const args = '{"a":"\uFFFD","k\uFFFD":"\uFFFD"}';
    // The text as the event has it is as it came, where that was an escape.
    const isEscaped = form === "escaped text" || form === "object";
    const argsText = isEscaped ? String.raw`{"a":"\ud83d","k\udc00":"\udc00"}` : args;
    const common = {
      result: true,
      handled: [args],
      started: args,
      validating: args,
      argsText,
      record: args,
    };
    expect(seen).toEqual([
      { ...common, validated: [] },
      { ...common, validated: [args] },
      { ...common, validated: [args] },
    ]);
  });
}

test("different unpaired surrogates never share a handler or a result", async () => {
  const registry = new ToolRegistry();
  const found: unknown[] = [];
  const pairs = [
    ['{"a":"\ud83d"}', '{"a":"\ud83e"}'],
    [String.raw`{"a":"\ud83d"}`, String.raw`{"a":"\ud83e"}`],
    ['{"\ud83d":1}', '{"\ud83e":1}'],
    ['{"a":["x\udc00y"]}', '{"a":["x\udc01y"]}'],
    ['{"a":"\ud83d"}', '{"a":"\uFFFD"}'],
    [{ a: "\ud83d" }, { a: "\ud83e" }],
    [{ "\ud83d": "a" }, { "\ud83e": "a" }],
  ] as const;
  for (const schema of [{}, z.looseObject({})]) {
    for (const metadata of [
      { dedupe: "inflight" },
      { idempotent: true, cache: { ttl: 60_000, maxEntries: 10 } },
    ] as const) {
      for (const pair of pairs) {
        const manager = new ToolExecutionManager();
        let calls = 0;
        const { tool } = registry.register(
          { name: "it", description: "It.", schema, metadata, handler: () => ++calls },
          { replace: true },
        );
        const inFlight = pair.map((args) => manager.execute(tool, "1", args));
        await Promise.all(inFlight);
        for (const args of pair) await manager.execute(tool, "2", args);
        for (const args of pair) {
          const reader = manager.readArguments(tool);
          for (const unit of typeof args === "string" ? args : JSON.stringify(args)) {
            reader.push(unit);
          }
          await manager.execute(tool, "3", reader);
        }
        found.push(calls);
      }
    }
  }
  const seen = found;
  expect(seen).toEqual(Array(28).fill(6));
});

test("a pair that is cut between two pieces stays whole, and shares what a whole one shares", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const handled: unknown[] = [];
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 10 } },
    handler: (args) => {
      handled.push(args);
    },
  });
  const text = '{"😀": "a😀b"}';
  await manager.execute(tool, "1", text);
  for (let at = 0; at <= text.length; at += 1) {
    const reader = manager.readArguments(tool);
    reader.push(text.slice(0, at));
    reader.push("");
    reader.push(text.slice(at));
    await manager.execute(tool, "2", reader);
  }
  const kept = manager.getExecutionsForToolCall("2").map(({ cached }) => cached);
  const seen = { handled, kept: [...new Set(kept)] };
  expect(seen).toEqual({ handled: [{ "😀": "a😀b" }], kept: [true] });
});

test("what a validator made is shared when JSON says all of it, and else by what it was made of", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const callsOf = async (schema: object, ...all: string[]) => {
    let calls = 0;
    const { tool } = registry.register(
      {
        name: "it",
        description: "It.",
        schema: schema as Record<string, unknown>,
        parameters: {},
        metadata: { dedupe: "inflight" },
        handler: async () => {
          calls += 1;
          await turn();
        },
      },
      { replace: true },
    );
    await Promise.all(all.map((args) => manager.execute(tool, "1", args)));
    return calls;
  };
  const loose = z.looseObject({});
  const made = (make: (args: Record<string, unknown>) => unknown) => loose.transform(make);
  class Point {
    #x: unknown;
    constructor(x: unknown) {
      this.#x = x;
    }
    get x() {
      return this.#x;
    }
  }
  const [one, two] = ['{"n":1}', '{"n":2}'];
  const seen = {
    plain: await callsOf(loose, one, '{"n":1.0}', two),
    defaults: await callsOf(z.object({ n: z.number().default(1) }), one, "{}"),
    sets: await callsOf(
      made(({ n }) => ({ all: new Set([n]) })),
      one,
      two,
      one,
    ),
    maps: await callsOf(
      made(({ n }) => new Map([[n, n]])),
      one,
      two,
    ),
    instances: await callsOf(
      made(({ n }) => new Point(n)),
      one,
      two,
    ),
    dates: await callsOf(
      made(({ n }) => ({ at: new Date(Number(n)) })),
      one,
      two,
    ),
    numbers: await callsOf(
      made(({ n }) => ({ n: n === 1 ? Number.NaN : Infinity })),
      one,
      two,
    ),
    absent: await callsOf(
      made(({ n }) => (n === 1 ? { n: undefined } : {})),
      one,
      two,
    ),
    symbols: await callsOf(
      made(({ n }) => ({ [Symbol.for("n")]: n })),
      one,
      two,
    ),
    functions: await callsOf(
      made(({ n }) => ({ get: () => n })),
      one,
      two,
    ),
    bigints: await callsOf(
      made(({ n }) => ({ n: BigInt(Number(n)) })),
      one,
      two,
    ),
    holes: await callsOf(
      made(({ n }) => ({ n: n === 1 ? Array(1) : [null] })),
      one,
      two,
    ),
    halves: await callsOf(
      made(({ n }) => ({ n: n === 1 ? "\ud83d" : "\ud83e" })),
      one,
      two,
    ),
    lookAlikes: await callsOf(
      made(({ n }) => (n === 1 ? new Set() : { n: 1 })),
      one,
      two,
    ),
  };
  expect(seen).toEqual({
    plain: 2,
    defaults: 1,
    sets: 2,
    maps: 2,
    instances: 2,
    dates: 2,
    numbers: 2,
    absent: 2,
    symbols: 2,
    functions: 2,
    bigints: 2,
    holes: 2,
    halves: 2,
    lookAlikes: 2,
  });
});

test("big integers are told apart by where they stand", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { bigIntegers: "bigint" });
  const { tool } = new ToolRegistry().register({
    name: "it",
    description: "It.",
    schema: {},
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 10 } },
    handler: ({ a, b }) => `${a} ${b}`,
  });
  const results: unknown[] = [];
  for (const text of [
    '{"a": 9007199254740993, "b": 9007199254740992}',
    '{"a": 9007199254740992, "b": 9007199254740993}',
    '{"b": 9007199254740992, "a": 9007199254740993}',
  ]) {
    const result = await manager.execute(tool, "1", text);
    results.push(result.success && result.result);
  }
  const kept = manager.getExecutionsForToolCall("1").map(({ cached }) => cached);
  const seen = { results, kept };
  const [one, other] = ["9007199254740993 9007199254740992", "9007199254740992 9007199254740993"];
  expect(seen).toEqual({ results: [one, other, one], kept: [undefined, undefined, true] });
});

test("ids, names, results and messages with an unpaired surrogate stay apart, or are made whole", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: ({ how }, { reportProgress }) => {
      reportProgress("\ud83d");
      if (how === "throw") throw new Error("a\ud83db");
      if (how === "throw text") throw "a\ud83db";
      return how === "text" ? "a\ud83db" : { "k\ud83d": ["\udc00"] };
    },
  });
  const events = record(manager, "tool-execution-", ["progress"]);
  const textOf = async (how: string) => {
    const result = await manager.execute(tool, `call-${how}`, { how });
    return result.success ? result.result : result.error.message;
  };
  await manager.execute(tool, "\ud83d", "{}");
  await manager.execute(tool, "\ud83e", "{}");
  const controller = new AbortController();
  controller.abort("a\ud83db");
  const aborted = await manager.execute(tool, "x", "{}", { signal: controller.signal });
  const noTool = await manager.execute(
    {
      get name(): string {
        throw new Error("a\ud83db");
      },
    } as typeof tool,
    "x",
    "{}",
  );
  const seen = {
    ids: ["\ud83d", "\ud83e", "\uFFFD"].map((id) => manager.getExecutionsForToolCall(id).length),
    text: await textOf("text"),
    object: await textOf("object"),
    thrown: await textOf("throw"),
    thrownText: await textOf("throw text"),
    aborted: !aborted.success && aborted.error.message,
    noTool: !noTool.success && /[\ud800-\udfff]/.test(noTool.error.message),
    // The page's own value, which goes nowhere else.
    progress: JSON.stringify(events[0]?.detail.progress),
  };
  expect(seen).toEqual({
    ids: [1, 1, 0],
    text: "a\uFFFDb",
    object: '{"k\uFFFD":["\uFFFD"]}',
    thrown: "a\uFFFDb",
    thrownText: "a\uFFFDb",
    aborted: "The call was cancelled: a\uFFFDb",
    noTool: false,
    progress: String.raw`"\ud83d"`,
  });
});

test("keys that every object inherits are the arguments' own, however a page treats them", async () => {
  const text = '{"toString": "a", "constructor": {"prototype": 1}, "added": [2], "__proto__": "b"}';
  const told: unknown[] = [];
  Object.defineProperty(Object.prototype, "added", {
    set: (value) => told.push(value),
    get: () => "inherited",
    configurable: true,
  });
  const read = () => {
    const reader = new ArgumentsReader();
    for (const unit of text) {
      reader.push(unit);
      void reader.value;
    }
    reader.end();
    return JSON.stringify(reader.value);
  };
  const before = read();
  Reflect.deleteProperty(Object.prototype, "added");
  Object.freeze(Object.prototype);
  const seen = {
    told,
    wrong: [before, read()].filter((read) => read !== JSON.stringify(JSON.parse(text))),
  };
  expect(seen).toEqual({ told: [], wrong: [] });
});
