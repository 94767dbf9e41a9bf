import {
  ArgumentsReader,
  DEFAULT_RETRY_CONFIG,
  ToolExecutionManager,
  type ToolExecutionManagerOptions,
  type ToolExecutor,
  ToolRegistry,
} from "ag-ui-lit";
import * as z from "zod";
import { eventTypes, record } from "../support/observe.js";
import { expect, test } from "./test.js";

/** What comes of arguments executed as text, or read in small pieces first: result, record, events, and what the handler got. */
async function executed(
  text: string,
  how: "text" | "reader",
  {
    tool: more,
    manager: options,
    make,
    reader,
  }: {
    tool?: object;
    manager?: ToolExecutionManagerOptions;
    make?: () => ToolExecutionManager;
    reader?: (manager: ToolExecutionManager) => ArgumentsReader;
  } = {},
): Promise<unknown> {
  const got: unknown[] = [];
  const { tool } = new ToolRegistry().register({
    name: "book",
    description: "Books a room.",
    schema: {
      type: "object",
      properties: { name: { type: "string" }, nights: { maximum: 30 }, tags: { maxItems: 2 } },
      required: ["name"],
    },
    handler: (args: unknown) => {
      got.push(structuredClone(args));
      return `booked ${Object.keys(args as object)}`;
    },
    ...more,
  } as never);
  const manager = make?.() ?? new ToolExecutionManager(undefined, undefined, options);
  const events = record(manager, "tool-execution-", eventTypes.execution);
  let args: string | ArgumentsReader = text;
  if (how === "reader") {
    args = reader?.(manager) ?? manager.readArguments(tool);
    for (let at = 0; at < text.length; at += 3) args.push(text.slice(at, at + 3));
  }
  const result = await manager.execute(tool, "call-1", args);
  const [execution] = manager.getExecutionsForToolCall("call-1");
  // Ids and times differ from run to run.
  const seen = { result, got, execution, events };
  return JSON.parse(
    JSON.stringify(seen, (key, value) => {
      if (["id", "executionId", "timing"].includes(key)) return undefined;
      return typeof value === "bigint" ? `big ${value}` : value;
    }),
  );
}

const texts: [what: string, text: string][] = [
  ["valid arguments", '{"name": "Ada", "nights": 3, "tags": ["a"], "more": {"x": [null, 1.5]}}'],
  ["arguments that break the schema", '{"nights": 31, "tags": [1, 2, 3]}'],
  ["a key that stands twice, the second mending the first", '{"name": 7, "name": "Ada"}'],
  ["a key that stands twice, the second breaking it", '{"name": "Ada", "name": 7}'],
  ["text that is no JSON", '{"name": "Ada", nights: 3}'],
  ["text that ends in the middle", '{"name": "Ad'],
  ["text after the end", '{"name": "Ada"} and more'],
  ["an array", '[{"name": "Ada"}]'],
  ["null", "null"],
  ["nothing", ""],
  ["`__proto__`", '{"name": "Ada", "__proto__": {"a": 1}}'],
  ["an unpaired surrogate as an escape", String.raw`{"name": "\ud83d and \ude00"}`],
  ["an integer that is too large", '{"name": "Ada", "id": 9007199254740993}'],
  ["a number out of range", '{"name": "Ada", "id": 1e400}'],
  ["many levels", `{"name": "Ada", "in": ${"[".repeat(140)}${"]".repeat(140)}}`],
];

for (const [what, text] of texts) {
  test(`${what}: read as they arrive, they come to the same result, record and events`, async () => {
    const pairs: unknown[][] = [];
    for (const manager of [{}, { bigIntegers: "bigint" }, { maxDepth: 200 }] as const) {
      pairs.push([
        await executed(text, "reader", { manager }),
        await executed(text, "text", { manager }),
      ]);
    }
    // Read by other rules, or for no tool or another one: read again.
    const { tool } = new ToolRegistry().register({
      name: "other",
      description: "Takes anything.",
      schema: { properties: { name: { const: "Bob" } } },
      handler: () => "",
    });
    const text2 = await executed(text, "text");
    const readers: ((manager: ToolExecutionManager) => ArgumentsReader)[] = [
      () => new ArgumentsReader({ maxDepth: 512, bigIntegers: "number" }),
      (manager) => manager.readArguments(),
      (manager) => manager.readArguments(tool),
    ];
    for (const reader of readers) {
      pairs.push([await executed(text, "reader", { reader }), text2]);
    }
    // As text: many levels can't be handed over.
    const seen = pairs.map((pair) => pair.map((one) => JSON.stringify(one)));
    for (const [read, whole] of seen) expect(read).toBe(whole);
  });
}

test("a tool's own validator and an executor's are asked as for text, with a value of their own", async () => {
  const pairs: unknown[] = [];
  const zodTool = {
    schema: z.object({ name: z.string().trim(), nights: z.number().default(2) }),
  };
  const executor: ToolExecutor = {
    validate(_tool, args) {
      const name = (args as { name?: unknown }).name;
      // What a validator does to them must not reach what is shown.
      Object.assign(args as object, { name: "changed by the validator" });
      return name === "Bob"
        ? {
            success: false,
            error: { category: "validation", message: "No Bob.", retryable: false },
          }
        : { success: true, args };
    },
    execute: async (tool, args, context) => {
      const handler = tool.handler as (args: unknown, context: unknown) => unknown;
      const output = await handler(args, context);
      return { success: true, result: String(output), output };
    },
  };
  const make = () => new ToolExecutionManager(executor);
  for (const text of ['{"name": " Ada "}', '{"name": 7}', '{"name": "Bob"}', '{"name": "B']) {
    for (const options of [{ tool: zodTool }, { make }, { make, tool: zodTool }]) {
      const read = await executed(text, "reader", options);
      const whole = await executed(text, "text", options);
      if (JSON.stringify(read) !== JSON.stringify(whole)) pairs.push([text, read, whole]);
    }
  }
  const seen = { pairs, good: await executed('{"name": " Ada "}', "reader", { tool: zodTool }) };
  expect(seen.pairs).toEqual([]);
  expect(seen.good).toMatchObject({ got: [{ name: "Ada", nights: 2 }] });
});

test("the handler gets a value of its own, whatever the page did to the one it was shown", async () => {
  const got: unknown[] = [];
  const tries: unknown[] = [];
  const { tool } = new ToolRegistry().register({
    name: "save",
    description: "Saves.",
    schema: { type: "object", properties: { list: { type: "array" } } },
    handler: (args) => {
      tries.push(args);
      got.push(JSON.stringify(args));
      (args as { list: unknown[] }).list.push("of the handler");
      if (tries.length === 1) throw new TypeError("Failed to fetch");
      return "ok";
    },
  });
  const retries = { ...DEFAULT_RETRY_CONFIG, baseDelay: 1, jitter: "none" } as const;
  const manager = new ToolExecutionManager(undefined, {
    ...retries,
    retryableCategories: ["transient", "execution"],
  });
  const reader = manager.readArguments(tool);
  reader.push('{"list": [1, {"a": "b');
  const { list } = reader.value as { list: unknown[] };
  list.push("of the page");
  delete (reader.value as { list?: unknown }).list;
  reader.push('c"}]}');
  const result = await manager.execute(tool, "call-1", reader);
  const [record] = manager.getExecutionsForToolCall("call-1");
  const seen = {
    result: result.success,
    got,
    isShared: tries.includes(reader.value),
    args: record?.args,
  };
  const text = '{"list":[1,{"a":"bc"}]}';
  expect(seen).toEqual({
    result: true,
    got: [text, text],
    isShared: false,
    args: JSON.parse(text),
  });
});

test("a reader executed twice, or freed, or watched by one who executes or frees it, runs as its text would", async () => {
  const got: string[] = [];
  const { tool } = new ToolRegistry().register({
    name: "echo",
    description: "Echoes.",
    schema: { type: "object", properties: { a: { type: "string" } } },
    handler: (args) => {
      got.push(JSON.stringify(args));
      return "ok";
    },
  });
  const manager = new ToolExecutionManager();
  const outcomes: unknown[] = [];
  const execute = async (reader: ArgumentsReader, id = "1") => {
    const outcome = await manager.execute(tool, id, reader);
    outcomes.push(outcome.success || outcome.error.message);
  };
  const read = (text = '{"a": "twice"}') => {
    const reader = manager.readArguments(tool);
    reader.push(text);
    return reader;
  };
  const twice = read();
  await Promise.all([execute(twice), execute(twice)]);
  await execute(twice);
  twice.free();
  await execute(twice);

  const freed = read('{"a": "freed"}');
  freed.free();
  await execute(freed);

  // The end of a number is only known at the end, so that watchers are told within execute().
  const inside: Promise<void>[] = [];
  const executing = manager.readArguments();
  executing.on(["b"], () => inside.push(execute(executing)));
  executing.push('{"a": "inside", "b": 1');
  executing.push("}");
  await execute(executing);
  await Promise.all(inside);

  const blank = manager.readArguments(tool);
  blank.on([], () => inside.push(execute(blank)));
  await execute(blank);
  await Promise.all(inside);

  const freeing = manager.readArguments(tool);
  freeing.on([], () => freeing.free());
  await execute(freeing);
  const seen = {
    got,
    outcomes,
    values: [executing.value, blank.value, freeing.value, twice.value],
  };
  expect(seen.outcomes).toEqual(Array(11).fill(true));
  expect(seen.got).toEqual([
    ...Array(4).fill('{"a":"twice"}'),
    '{"a":"freed"}',
    ...Array(2).fill('{"a":"inside","b":1}'),
    ...Array(4).fill("{}"),
  ]);
  expect(seen.values).toEqual([{ a: "inside", b: 1 }, {}, {}, { a: "twice" }]);
});

test("executed before the end of the text, they are refused as the text so far would be", async () => {
  const { tool } = new ToolRegistry().register({
    name: "echo",
    description: "Echoes.",
    schema: {},
    handler: () => "ran",
  });
  const manager = new ToolExecutionManager();
  const reader = manager.readArguments(tool);
  reader.push('{"a": "b');
  const executing = manager.execute(tool, "call-1", reader);
  reader.push('c"}');
  const [early, text] = [await executing, await manager.execute(tool, "call-1", '{"a": "b')];
  const seen = { early, text, reader: [reader.text, reader.value, reader.error] };
  expect(seen.early).toEqual(seen.text);
  expect(seen.early).toMatchObject({ success: false, error: { category: "validation" } });
  expect(seen.reader).toEqual([
    '{"a": "b',
    { a: "b" },
    expect.stringContaining("ends at position 8"),
  ]);
});

test("calls that were read share a run and a cached result with calls that were not", async () => {
  const registry = new ToolRegistry();
  const ran: string[] = [];
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const shared = registry.register({
    name: "shared",
    description: "Shared.",
    schema: {},
    handler: async () => {
      ran.push("shared");
      await gate;
      return "one";
    },
    metadata: { dedupe: "inflight" },
  }).tool;
  const cached = registry.register({
    name: "cached",
    description: "Cached.",
    schema: {},
    handler: () => {
      ran.push("cached");
      return "kept";
    },
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 5 } },
  }).tool;
  const manager = new ToolExecutionManager();
  const reading = (tool: typeof shared, text: string) => {
    const reader = manager.readArguments(tool);
    for (const unit of text) reader.push(unit);
    return reader;
  };
  const together = [
    manager.execute(shared, "1", '{"a": 1, "b": [2]}'),
    manager.execute(shared, "2", reading(shared, '{"b":[2.0],"a":1}')),
    manager.execute(shared, "3", reading(shared, '{"a": 2}')),
  ];
  release();
  const results = await Promise.all(together);
  await manager.execute(cached, "4", reading(cached, '{"a": "x"}'));
  await manager.execute(cached, "5", '{ "a" : "\\u0078" }');
  await manager.execute(cached, "6", reading(cached, '{"a":"x"}'));
  const seen = { results: results.map((one) => one.success), ran };
  expect(seen).toEqual({ results: [true, true, true], ran: ["shared", "shared", "cached"] });
});

test("a freed manager, and a core that counts nothing, refuse a reader as they refuse text", async () => {
  const { tool } = new ToolRegistry().register({
    name: "echo",
    description: "Echoes.",
    schema: {},
    handler: () => "ran",
  });
  const manager = new ToolExecutionManager();
  const reader = manager.readArguments(tool);
  reader.push("{}");
  manager.free();
  const refused = await manager.execute(tool, "1", reader);
  // The reader was not used up by it.
  const other = await new ToolExecutionManager().execute(tool, "1", reader);
  const checked = await new ToolExecutionManager().check(tool, reader as never);
  const seen = [refused.success || refused.error.code, other.success, checked.error];
  expect(seen).toEqual(["freed", true, undefined]);
});

test("a value that is looked at only after the execution or free() is that of the text", async () => {
  const { tool } = new ToolRegistry().register({
    name: "x",
    description: "x",
    schema: {},
    handler: () => "ran",
  });
  const text = '{"list": [1, "é"], "__proto__": {"a": "\\ud83d\\ude00"}}';
  const read = () => {
    const reader = new ArgumentsReader({ tool });
    for (const unit of text) reader.push(unit);
    return reader;
  };
  const executed = read();
  const outcome = await new ToolExecutionManager().execute(tool, "c", executed);
  const freed = read();
  freed.free();
  const looks = [executed, freed].map((reader) => [
    JSON.stringify(reader.value) === JSON.stringify(JSON.parse(text)),
    reader.isComplete(["list"]),
  ]);
  const seen = { ran: outcome.success, looks };
  expect(seen).toEqual({
    ran: true,
    looks: [
      [true, true],
      [true, true],
    ],
  });
});
