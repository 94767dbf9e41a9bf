import {
  DEFAULT_MAX_RESULT_LENGTH,
  DEFAULT_RETRY_CONFIG,
  ToolExecutionManager,
  ToolFailure,
  ToolRegistry,
  toolResult,
} from "ag-ui-lit";
import { resultOf } from "../support/observe.js";
import { randomCases } from "../support/random.js";
import { expect, test } from "./test.js";

test("a handler's result is written by one rule for each kind of value", async () => {
  class Point {
    x = 1;
    readonly #hidden = 2;
    get sum() {
      return this.x + this.#hidden;
    }
    move() {}
  }
  class Store extends EventTarget {
    items = [1];
  }
  const twice = { n: 1 };
  const round: Record<string, unknown> = { n: 1 };
  round.self = round;
  round.list = [round];
  const failed = Object.assign(new Error("boom", { cause: new TypeError("inner") }), {
    code: "E_BOOM",
    config: { token: "secret" },
    toJSON: () => "secret",
  });
  const values: Record<string, unknown> = {
    string: 'as "it" is',
    undefined: undefined,
    null: null,
    number: 1.5,
    numbers: [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e21],
    boolean: false,
    bigint: 9007199254740993n,
    bigints: { n: [-1n] },
    date: new Date(0),
    badDate: [new Date(Number.NaN)],
    map: new Map<unknown, unknown>([
      ["a", 1],
      ["__proto__", new Map()],
    ]),
    pairs: new Map<unknown, unknown>([
      [1, "a"],
      [{ k: 1 }, "b"],
    ]),
    set: new Set([1, "a"]),
    bytes: new Uint8Array([1, 255]),
    floats: new Float64Array([0.5, Number.NaN]),
    bigBytes: new BigUint64Array([18446744073709551615n]),
    buffer: new Uint8Array([1, 2]).buffer,
    view: new DataView(new Uint8Array([1, 2, 3]).buffer, 1),
    manyBytes: { data: new Uint16Array(1001) },
    error: failed,
    aggregate: new AggregateError([new Error("a"), "b"], "all"),
    exception: new DOMException("stopped", "AbortError"),
    regexp: /a"b/g,
    url: new URL("http://a/b?c"),
    query: new URLSearchParams({ a: "1" }),
    blob: new Blob(["abc"], { type: "text/plain" }),
    file: new File(["abc"], "a.txt", { type: "text/plain" }),
    function: function greet() {},
    symbol: Symbol("sign"),
    inside: { f() {}, s: Symbol(), u: undefined, a: [() => 0, Symbol(), undefined] },
    boxed: [Object(1), Object("s"), Object(false), Object(1n)],
    instance: new Point(),
    store: new Store(),
    bare: Object.assign(Object.create(null), { a: 1 }),
    symbolKey: { [Symbol("k")]: 1, a: 1 },
    sparse: Object.assign([], { 1: "b" }),
    twice: { a: twice, b: [twice] },
    round,
    toJson: { at: { toJSON: (key: string) => ({ key }) } },
    toJsonNothing: { a: { toJSON() {} }, b: [{ toJSON() {} }] },
    surrogates: { "\ud800": ["\udc00", "😀"] },
    controls: "\u0000\u2028".split(""),
  };
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) texts[name] = (await resultOf(value)).result;
  const seen = texts;
  expect(seen).toEqual({
    string: 'as "it" is',
    undefined: "null",
    null: "null",
    number: "1.5",
    numbers: "[null,null,0,1e+21]",
    boolean: "false",
    bigint: "9007199254740993",
    bigints: '{"n":[-1]}',
    date: '"1970-01-01T00:00:00.000Z"',
    badDate: "[null]",
    map: '{"a":1,"__proto__":{}}',
    pairs: '[[1,"a"],[{"k":1},"b"]]',
    set: '[1,"a"]',
    bytes: "[1,255]",
    floats: "[0.5,null]",
    bigBytes: "[18446744073709551615]",
    buffer: "[1,2]",
    view: "[2,3]",
    manyBytes: '{"data":"[Uint16Array: 2002 bytes]"}',
    error:
      '{"name":"Error","message":"boom","code":"E_BOOM","cause":{"name":"TypeError","message":"inner"}}',
    aggregate:
      '{"name":"AggregateError","message":"all","errors":[{"name":"Error","message":"a"},"b"]}',
    exception: '{"name":"AbortError","message":"stopped"}',
    regexp: '"/a\\"b/g"',
    url: '"http://a/b?c"',
    query: '"a=1"',
    blob: '{"type":"text/plain","size":3}',
    file: '{"type":"text/plain","size":3,"name":"a.txt"}',
    function: '"[Function greet]"',
    symbol: '"[Symbol(sign)]"',
    inside: '{"a":[null,null,null]}',
    boxed: '[1,"s",false,1]',
    instance: '{"x":1}',
    store: '{"items":[1]}',
    bare: '{"a":1}',
    symbolKey: '{"a":1}',
    sparse: '[null,"b"]',
    twice: '{"a":{"n":1},"b":[{"n":1}]}',
    round: '{"n":1,"self":"[Circular]","list":["[Circular]"]}',
    toJson: '{"at":{"key":"at"}}',
    toJsonNothing: '{"b":[null]}',
    surrogates: '{"\uFFFD":["\uFFFD","😀"]}',
    controls: '["\\u0000","\u2028"]',
  });
});

test("a value that throws when it is looked at is still a success", async () => {
  const raise = (): never => {
    throw new Error("no");
  };
  const trap = (name: keyof ProxyHandler<object>, target: object = {}) =>
    new Proxy(target, { [name]: raise });
  class Liar {
    get [Symbol.toStringTag]() {
      return "Map";
    }
    a = 1;
  }
  const overflow = {
    toJSON(): unknown {
      return this.toJSON();
    },
  };
  const values: unknown[] = [
    {
      get bad() {
        return raise();
      },
      good: 1,
    },
    { toJSON: raise },
    {
      get toJSON() {
        return raise();
      },
    },
    trap("get"),
    trap("ownKeys"),
    trap("getPrototypeOf"),
    trap("get", [1]),
    trap("get", new Error("x")),
    trap("getOwnPropertyDescriptor"),
    new Proxy([1], {
      get: (target, key) => (key === "length" ? 1e308 : Reflect.get(target, key)),
    }),
    new Proxy(new Map(), {}),
    new Liar(),
    overflow,
    {
      get bad() {
        throw undefined;
      },
    },
  ];
  const texts: string[] = [];
  for (const value of values) {
    const { result } = await resultOf([value]);
    texts.push(result.slice(0, 60));
  }
  const seen = texts;
  expect(seen.slice(0, 6)).toEqual([
    '[{"bad":"[Threw: no]","good":1}]',
    '["[Threw: no]"]',
    '["[Threw: no]"]',
    '["[Threw: no]"]',
    '["[Threw: no]"]',
    '["[Threw: no]"]',
  ]);
  expect(seen[6]).toBe('["[Threw: no]"]');
  expect(seen[7]).toBe('["[Threw: no]"]');
  expect(seen[8]).toMatch(/^\[("\[Threw: no\]"|\{\})\]$/);
  expect(seen[9]).toMatch(/^\[\[1,null,null/);
  expect(seen[10]).toBe('["[Map]"]');
  expect(seen[11]).toBe('[{"a":1}]');
  expect(seen[12]).toMatch(/^\["\[Threw: Maximum call stack/);
  expect(seen[13]).toBe('[{"bad":"[Threw: undefined]"}]');
});

test("a long result is cut at a whole character, and says how much is missing", async () => {
  const limit = DEFAULT_MAX_RESULT_LENGTH;
  const fits = await resultOf("x".repeat(limit));
  const long = await resultOf("x".repeat(limit + 1));
  const pair = await resultOf(`${"x".repeat(limit - 1)}😀`);
  const json = await resultOf(["x".repeat(limit)]);
  const ten = "x".repeat(10_000_000);
  const seen = {
    fits: fits.result.length === limit,
    long: long.result.slice(limit),
    longOutput: (long.output as string).length - limit,
    pair: pair.result.slice(limit - 2),
    json: json.result.slice(limit),
    content: (await resultOf(toolResult(ten, { structured: 1 }))).result.length < limit + 60,
  };
  expect(seen).toEqual({
    fits: true,
    long: "… [1 more character was cut]",
    longOutput: 1,
    pair: "x… [2 more characters were cut]",
    json: "… [4 more characters were cut]",
    content: true,
  });
});

test("a result without end is given up soon after the limit", async () => {
  const endOf = async (value: unknown) => (await resultOf(value)).result.slice(-60);
  let doubled: unknown = { x: 1 };
  for (let level = 0; level < 100; level++) doubled = [doubled, doubled];
  const grows = (): object => ({ toJSON: () => ({ a: grows(), b: grows() }) });
  let nested: unknown = 1;
  for (let level = 0; level < 100_000; level++) nested = [nested];
  const seen = {
    array: await endOf(new Array(4_000_000_000)),
    string: await endOf({ text: "\n".repeat(200_000_000) }),
    doubled: await endOf(doubled),
    grows: await endOf(grows()),
    silent: await endOf(new Map(Array.from({ length: 1_100_000 }, (_, n) => [`${n}`, undefined]))),
    nested: (await resultOf(nested)).result.length,
  };
  const givenUp = expect.stringMatching(/… \[at least \d+ more characters were cut\]$/);
  expect(seen).toEqual({
    array: givenUp,
    string: givenUp,
    doubled: givenUp,
    grows: givenUp,
    silent: "{}… [the rest was cut]",
    nested: 2 * 128 + '"[Too deep]"'.length,
  });
});

test("toolResult gives the model one thing and the page another", async () => {
  const structured = { rows: [1, 2] };
  const both = await resultOf(toolResult("2 rows", { structured }));
  const copy = { content: "c", structured: 5, [Symbol.for("ag-ui-lit.ToolResult")]: true };
  const seen = {
    both: [both.result, both.output === structured],
    written: (await resultOf(toolResult({ n: 1n }, { structured }))).result,
    alone: await resultOf(toolResult("alone")),
    nothing: await resultOf(toolResult("x", { structured: undefined })),
    copy: await resultOf(copy),
    lookalike: await resultOf({ content: "x", structured: 1 }),
    nested: (await resultOf([toolResult("x", { structured: 1 })])).result,
    later: (await resultOf(Promise.resolve(toolResult("late", { structured: 1 })))).result,
  };
  expect(seen).toEqual({
    both: ["2 rows", true],
    written: '{"n":1}',
    alone: { success: true, result: "alone", output: "alone" },
    nothing: { success: true, result: "x", output: undefined },
    copy: { success: true, result: "c", output: 5 },
    lookalike: {
      success: true,
      result: '{"content":"x","structured":1}',
      output: { content: "x", structured: 1 },
    },
    nested: '[{"content":"x","structured":1}]',
    later: "late",
  });
});

test("what JSON can hold is written as JSON.stringify does", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const leaves = [1, -0, 1e-7, 1e21, "", 'a\u2028"\\\n😀', null, true];
  const keys = ["z", "9", "1", "__proto__", "é", "constructor"];
  const any = (depth: number): unknown => {
    const kind = depth > 5 ? 0 : random(3);
    if (kind === 0) return leaves[random(leaves.length)];
    const items = Array.from({ length: random(5) }, () => any(depth + 1));
    if (kind === 1) return items;
    return Object.fromEntries(items.map((item, index) => [keys[index], item]));
  };
  for (let count = 0; count < randomCases(300); count++) {
    const value = [any(0)];
    const { result } = await resultOf(value);
    expect(result).toBe(JSON.stringify(value));
  }
});

test("a manager's limit holds for results, an executor's text, and errors", async () => {
  const textWith = async (handler: () => unknown, executor?: { execute(): unknown }) => {
    const { tool } = new ToolRegistry().register({
      name: "it",
      description: "It.",
      schema: {},
      handler,
    });
    const options = { maxResultLength: 8 };
    const manager = new ToolExecutionManager(executor as never, undefined, options);
    const result = await manager.execute(tool, "1", "{}");
    return result.success ? result.result : result.error.message;
  };
  const seen = [
    await textWith(() => "12345678"),
    await textWith(() => "1234567😀"),
    await textWith(() => ({ text: "too long" })),
    await textWith(() => toolResult("123456789", { structured: 1 })),
    await textWith(() => 0, { execute: () => ({ success: true, result: "123456789" }) }),
    await textWith(() => {
      throw new Error("123456789");
    }),
  ];
  expect(seen).toEqual([
    "12345678",
    "1234567… [2 more characters were cut]",
    '{"text":… [11 more characters were cut]',
    "12345678… [1 more character was cut]",
    "12345678… [1 more character was cut]",
    "12345678… [1 more character was cut]",
  ]);
});

test("a ToolFailure decides about another try, also as a cause", async () => {
  const count = async (thrown: unknown, idempotent?: boolean) => {
    let calls = 0;
    const { tool } = new ToolRegistry().register({
      name: "it",
      description: "It.",
      schema: {},
      metadata: { ...(idempotent !== undefined && { idempotent }) },
      handler: () => {
        calls += 1;
        throw thrown;
      },
    });
    const config = { ...DEFAULT_RETRY_CONFIG, baseDelay: 1, maxDelay: 10 };
    await new ToolExecutionManager(undefined, config).execute(tool, "1", "{}");
    return calls;
  };
  const again = new ToolFailure("x", { category: "permanent", retryable: true });
  const attempts = [
    await count(new ToolFailure("x")),
    await count(new ToolFailure("x", { category: "transient" })),
    await count(new ToolFailure("x", { category: "transient", retryable: false })),
    await count(again),
    await count(again, false),
    await count(new Error("outer", { cause: again })),
    await count(new ToolFailure("x", { category: "transient", retryAfter: 1000 })),
  ];
  expect(attempts).toEqual([1, 3, 1, 3, 3, 3, 1]);
});
