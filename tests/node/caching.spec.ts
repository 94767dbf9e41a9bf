/** A tool's cache with a store or a key of its own. */
import { mock } from "node:test";
import {
  type RegisteredTool,
  type ResultStore,
  type StoredResult,
  type ToolDefinition,
  type ToolDefinitionError,
  ToolExecutionManager,
  type ToolMetadata,
  ToolRegistry,
  toolResult,
} from "ag-ui-lit";
import { memoryStore } from "ag-ui-lit/log";
import * as z from "zod";
import { deferred } from "./deferred.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

type Cache = NonNullable<ToolMetadata["cache"]>;

/** A tool that counts its runs. */
function counting(cache: Partial<Cache>, rest: Partial<ToolDefinition> = {}) {
  const runs: unknown[] = [];
  const { metadata, ...others } = rest;
  const { tool } = new ToolRegistry().register({
    name: "search_flights",
    description: "Searches for flights.",
    schema: {},
    handler: (args) => {
      runs.push(args);
      return { run: runs.length };
    },
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 10, ...cache }, ...metadata },
    ...others,
  });
  return { tool, runs };
}

async function resultOf(
  tool: RegisteredTool,
  args: object | string = {},
  manager = new ToolExecutionManager(),
): Promise<unknown> {
  const outcome = await manager.execute(tool, "call", args as Record<string, unknown>);
  return outcome.success ? outcome.output : outcome.error;
}

/** A store that shows what is in it. */
function openStore(overrides: Partial<ResultStore> = {}) {
  const entries = new Map<string, unknown>();
  const store: ResultStore = {
    get: (key) => entries.get(key),
    set: (key, result) => void entries.set(key, structuredClone(result)),
    delete: (key) => void entries.delete(key),
    ...overrides,
  };
  return { store, entries };
}

/** What the package warned of. */
function warnings(): string[] {
  const said: string[] = [];
  mock.method(console, "warn", (first: unknown) => void said.push(String(first)));
  return said;
}

test("a result that is in the store answers another manager's call: started, succeeded, cached", async () => {
  const store = memoryStore();
  const { tool, runs } = counting({ store });
  const first = await new ToolExecutionManager().execute(tool, "1", { origin: "SFO" });
  const manager = new ToolExecutionManager();
  const seen: string[] = [];
  for (const type of ["started", "validating", "executing", "succeeded", "failed"]) {
    manager.addEventListener(
      `tool-execution-${type}` as "tool-execution-started",
      () => void seen.push(type),
    );
  }
  const second = await manager.execute(tool, "2", ' { "origin" : "SFO" } ');
  expect(second).toEqual(first);
  expect(seen).toEqual(["started", "succeeded"]);
  expect(runs).toHaveLength(1);
  expect(manager.getExecutionsForToolCall("2")[0]).toMatchObject({
    cached: true,
    status: "succeeded",
    result: '{"run":1}',
    retry: { attemptNumber: 0 },
  });
  await resultOf(tool, { origin: "JFK" });
  expect(runs).toHaveLength(2);
});

test("a miss has the whole life of an execution, and validates once", async () => {
  let validations = 0;
  const schema = z.object({ origin: z.string() }).transform((args) => {
    validations += 1;
    return args;
  });
  const parameters = { type: "object" };
  const { tool } = counting({ store: memoryStore() }, { schema, parameters });
  const manager = new ToolExecutionManager();
  const seen: string[] = [];
  for (const type of ["started", "validating", "executing", "succeeded"]) {
    manager.addEventListener(
      `tool-execution-${type}` as "tool-execution-started",
      () => void seen.push(type),
    );
  }
  await resultOf(tool, { origin: "SFO" }, manager);
  expect(seen).toEqual(["started", "validating", "executing", "succeeded"]);
  expect(validations).toBe(1);
});

test("the key is made of validated arguments, defaults included, and of what is known of the call", async () => {
  const contexts: unknown[] = [];
  const schema = z.object({
    origin: z.string(),
    cabin: z.string().default("economy"),
    trace: z.string().optional(),
  });
  const { tool, runs } = counting(
    {
      store: memoryStore(),
      key: (args, context) => {
        contexts.push(context);
        const { origin, cabin } = args as { origin: string; cabin: string };
        return `flights:${origin}:${cabin}`;
      },
    },
    { schema, id: "flights-mcp::search-flights" },
  );
  const manager = new ToolExecutionManager();
  await resultOf(tool, { origin: "SFO", trace: "1" }, manager);
  await resultOf(tool, { origin: "SFO", cabin: "economy", trace: "2" }, manager);
  await resultOf(tool, { origin: "SFO", cabin: "first" }, manager);
  expect(runs).toHaveLength(2);
  expect(contexts[0]).toEqual({
    executionId: expect.stringMatching(/^exec-/),
    toolCallId: "call",
    toolName: "search_flights",
    toolId: "flights-mcp::search-flights",
  });
  // Arguments that are refused are never asked about.
  await resultOf(tool, { origin: 5 }, manager);
  expect(contexts).toHaveLength(3);
});

test("a key alone keeps results in the manager, as they are, for so long and so many", async () => {
  let time = 0;
  const clock = mock.method(performance, "now", () => time);
  const { tool, runs } = counting({
    ttl: 100,
    maxEntries: 2,
    key: (args) => String((args as { n: number }).n),
  });
  const manager = new ToolExecutionManager();
  const first = await resultOf(tool, { n: 1, other: 1 }, manager);
  expect(await resultOf(tool, { n: 1, other: 2 }, manager)).toBe(first);
  expect(await resultOf(tool, { n: 1 })).not.toBe(first);
  expect(runs).toHaveLength(2);
  await resultOf(tool, { n: 2 }, manager);
  await resultOf(tool, { n: 3 }, manager);
  expect(runs).toHaveLength(4);
  await resultOf(tool, { n: 1 }, manager);
  expect(runs).toHaveLength(5);
  time = 100;
  await resultOf(tool, { n: 3 }, manager);
  expect(runs).toHaveLength(6);
  clock.mock.restore();
});

test("a key that is no text, too long, or throws keeps nothing, and is reported; undefined keeps nothing", async () => {
  const reported = collectReports();
  const answers: unknown[] = [undefined, undefined, "", "", "x".repeat(5000), 5, null];
  const { store, entries } = openStore();
  const { tool, runs } = counting({
    store,
    key: () => {
      if (answers.length === 0) throw new Error("No key.");
      return answers.shift() as string;
    },
  });
  for (let call = 0; call < 8; call += 1) expect(await resultOf(tool)).toEqual({ run: call + 1 });
  expect(runs).toHaveLength(8);
  expect(entries.size).toBe(0);
  expect(reported).toHaveLength(6);
});

test("stale, corrupt and foreign entries are misses, and are taken away or overwritten", async () => {
  const { store, entries } = openStore();
  const { tool, runs } = counting({ store, ttl: 1000 });
  await resultOf(tool);
  const [[key, kept] = ["", undefined]] = entries as Map<string, StoredResult>;
  const good = structuredClone(kept) as StoredResult;
  expect(good).toMatchObject({
    version: 1,
    tool: "search_flights",
    text: '{"run":1}',
    output: { run: 1 },
  });
  const now = Date.now();
  const bad: unknown[] = [
    "text",
    5,
    [],
    {},
    Object.defineProperty({ ...good }, "text", {
      get: () => {
        throw new Error("no");
      },
    }),
    { ...good, version: 2 },
    { ...good, tool: "other" },
    { ...good, schema: "00000000" },
    { ...good, key: '{"a":1}' },
    { ...good, text: 5 },
    { ...good, expiresAt: now - 1 },
    { ...good, expiresAt: "never" },
    { ...good, storedAt: now - 2000, expiresAt: now + 5000 },
    { ...good, storedAt: now + 60_000, expiresAt: now + 61_000 },
    { ...good, storedAt: Number.NaN },
  ];
  for (const [at, entry] of bad.entries()) {
    entries.set(key, entry);
    const before = runs.length;
    expect(await resultOf(tool), `the entry ${at}`).toEqual({ run: before + 1 });
    expect((entries.get(key) as StoredResult).output).toEqual({ run: before + 1 });
  }
  expect(await resultOf(tool)).toEqual({ run: runs.length });
});

test("a tool whose schema has changed since has none of the results of before; nor has a tool of another name", async () => {
  const store = memoryStore();
  const named = (schema: object, name = "search_flights") =>
    counting({ store }, { schema: schema as never, name });
  await resultOf(named({ type: "object", properties: { a: {} } }).tool);
  for (const other of [
    named({ type: "object", properties: { b: {} } }),
    named({ type: "object", properties: { a: {} } }, "other"),
  ]) {
    await resultOf(other.tool);
    expect(other.runs).toHaveLength(1);
  }
  const same = named({ type: "object", properties: { a: {} } });
  await resultOf(same.tool);
  expect(same.runs).toHaveLength(0);
});

test("arguments that are refused by now are not served from a store that is older", async () => {
  const store = memoryStore();
  const parameters = { type: "object" };
  const loose = counting({ store }, { schema: z.object({ n: z.number() }), parameters });
  await resultOf(loose.tool, { n: 5 });
  const strict = counting({ store }, { schema: z.object({ n: z.number().max(3) }), parameters });
  expect(await resultOf(strict.tool, { n: 5 })).toMatchObject({ category: "validation" });
  expect(strict.runs).toHaveLength(0);
});

test("a store that throws, rejects or has no room is a miss, and is warned of once", async () => {
  const full = () => {
    throw new DOMException("No room.", "QuotaExceededError");
  };
  const fails: Partial<ResultStore>[] = [
    { get: full },
    { set: full },
    {
      get: () => Promise.reject(new Error("closed")),
      set: () => Promise.reject(new Error("closed")),
    },
    { get: () => ({}), delete: full },
  ];
  for (const failing of fails) {
    const said = warnings();
    const { store } = openStore(failing);
    const { tool } = counting({ store });
    for (let call = 1; call <= 3; call += 1) {
      expect(await resultOf(tool)).toHaveProperty("run");
    }
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('the store of the tool "search_flights" failed');
    mock.restoreAll();
  }
});

test("a store that hangs holds a call up for a second and no other; when it answers it is asked again", async () => {
  const said = warnings();
  const elapse: (() => void)[] = [];
  mock.method(globalThis, "setTimeout", (late: () => void) => elapse.push(late));
  try {
    const gate = deferred<undefined>();
    let asked = 0;
    const { store } = openStore({
      get: () => {
        asked += 1;
        return asked === 1 ? gate.promise : undefined;
      },
      set: () => new Promise(() => {}),
    });
    const { tool, runs } = counting({ store });
    const slow = resultOf(tool);
    while (asked === 0) await new Promise((next) => setImmediate(next));
    for (const late of elapse) late();
    expect(await slow).toEqual({ run: 1 });
    expect(await resultOf(tool)).toEqual({ run: 2 });
    expect(asked).toBe(1);
    gate.resolve(undefined);
    await gate.promise;
    await new Promise((next) => setImmediate(next));
    expect(await resultOf(tool)).toEqual({ run: 3 });
    expect(asked).toBe(2);
    expect(runs).toHaveLength(3);
    expect(said.filter((line) => line.includes("does not answer"))).toHaveLength(1);
  } finally {
    mock.restoreAll();
  }
});

test("a store that never takes a result is handed no more of them to hold, and is asked again when it has", async () => {
  const said = warnings();
  const elapse: (() => void)[] = [];
  mock.method(globalThis, "setTimeout", (late: () => void) => elapse.push(late));
  try {
    const gate = deferred<undefined>();
    let taken = 0;
    const { store } = openStore({
      get: () => undefined,
      set: () => {
        taken += 1;
        return gate.promise;
      },
    });
    const { tool } = counting({ store });
    await resultOf(tool);
    expect(taken).toBe(1);
    for (const late of elapse) late();
    await resultOf(tool);
    await resultOf(tool);
    expect(taken).toBe(1);
    gate.resolve(undefined);
    await gate.promise;
    await new Promise((next) => setImmediate(next));
    await resultOf(tool);
    expect(taken).toBe(2);
    expect(said.filter((line) => line.includes("does not answer"))).toHaveLength(1);
  } finally {
    mock.restoreAll();
  }
});

test("a call that is cancelled while the store is asked settles at once, and what the store says is not used", async () => {
  const gate = deferred<unknown>();
  const { store } = openStore({ get: () => gate.promise });
  const { tool, runs } = counting({ store });
  const manager = new ToolExecutionManager();
  const seen: string[] = [];
  for (const type of ["succeeded", "executing", "cancelled"]) {
    manager.addEventListener(
      `tool-execution-${type}` as "tool-execution-started",
      () => void seen.push(type),
    );
  }
  const stop = new AbortController();
  const calls = [
    manager.execute(tool, "1", {}, { signal: stop.signal }),
    manager.execute(tool, "2", {}),
    manager.execute(tool, "3", {}),
  ];
  stop.abort();
  expect(await calls[0]).toMatchObject({ success: false, error: { category: "cancelled" } });
  manager.cancelAll();
  const rest = await Promise.all(calls);
  expect(rest.map(({ success }) => success)).toEqual([false, false, false]);
  gate.resolve(undefined);
  await gate.promise;
  await new Promise((next) => setImmediate(next));
  expect(runs).toHaveLength(0);
  expect(seen).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("a manager that is freed while a store is asked ends, and is left alone afterwards", async () => {
  const gate = deferred<unknown>();
  const { store } = openStore({ get: () => gate.promise });
  const { tool, runs } = counting({ store });
  const manager = new ToolExecutionManager();
  const call = manager.execute(tool, "1", {});
  await new Promise((next) => setImmediate(next));
  manager.free();
  expect(await call).toMatchObject({ success: false });
  gate.resolve(undefined);
  await new Promise((next) => setImmediate(next));
  expect(runs).toHaveLength(0);
});

test("what a clone would not say all of is not stored, which is said once", async () => {
  class Flight {
    readonly code = "BA112";
  }
  const shared = { a: 1 };
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const storable: unknown[] = [
    { run: new Date(0), map: new Map([[1, new Set(["a"])]]), big: 10n, none: undefined, nul: null },
    new Uint8Array([1, 2]),
    [shared, shared],
    cycle,
    toolResult("text", { structured: { n: 1 } }),
    undefined,
  ];
  const not: unknown[] = [
    () => 1,
    { handler: () => 1 },
    [Symbol("a")],
    new Flight(),
    { flights: [new Flight()] },
    Object.defineProperty({}, "lazy", { get: () => 1, enumerable: true }),
    Object.defineProperty({}, "hidden", { value: 1 }),
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    ),
    new Map([["a", () => 1]]),
    new Error("an error"),
    new WeakMap(),
    new WeakSet(),
  ];
  for (const [values, isStored] of [
    [storable, true],
    [not, false],
  ] as const) {
    for (const value of values) {
      const said = warnings();
      const { store, entries } = openStore();
      let runs = 0;
      const { tool } = counting(
        { store },
        {
          handler: () => {
            runs += 1;
            return value;
          },
        },
      );
      const first = await resultOf(tool);
      const again = await resultOf(tool);
      expect(runs, String(runs)).toBe(isStored ? 1 : 2);
      expect(entries.size).toBe(isStored ? 1 : 0);
      if (isStored) expect(again).toEqual(first);
      else expect(said.filter((line) => line.includes("not plain data"))).toHaveLength(1);
      mock.restoreAll();
    }
  }
});

test("failures and refused arguments are not kept, and a run that calls share is stored once", async () => {
  const { store, entries } = openStore();
  let runs = 0;
  const { tool } = counting(
    { store },
    {
      metadata: {
        dedupe: "inflight",
        idempotent: true,
        cache: { ttl: 60_000, maxEntries: 5, store },
      },
      schema: z.object({ n: z.number() }),
      handler: () => {
        runs += 1;
        if (runs === 1) throw new Error("Broken.");
        return runs;
      },
    },
  );
  const manager = new ToolExecutionManager();
  await resultOf(tool, { n: 1 }, manager);
  await resultOf(tool, { n: "1" }, manager);
  expect(entries.size).toBe(0);
  const stored = mock.method(store, "set");
  expect(await Promise.all([1, 2, 3].map(() => resultOf(tool, { n: 1 }, manager)))).toEqual([
    2, 2, 2,
  ]);
  expect(stored.mock.callCount()).toBe(1);
  expect(await resultOf(tool, { n: 1 }, manager)).toBe(2);
});

test("a memory store keeps so many of a tool, forgets by name or id, and not what began before it forgot", async () => {
  const store = memoryStore();
  const id = "flights-mcp::search-flights";
  const { tool, runs } = counting({ store, maxEntries: 2 }, { id });
  const other = counting({ store, maxEntries: 2 }, { name: "other" });
  await resultOf(other.tool);
  for (const n of [1, 2, 3]) await resultOf(tool, { n });
  await resultOf(tool, { n: 3 });
  expect(runs).toHaveLength(3);
  await resultOf(tool, { n: 1 });
  expect(runs).toHaveLength(4);
  for (const word of ["search_flights", id, undefined]) {
    await new Promise((next) => setImmediate(next));
    const before = runs.length;
    store.clear(word);
    // The clock has to go on: a call of the same millisecond may have begun before.
    const cleared = Date.now();
    while (Date.now() === cleared);
    await resultOf(tool, { n: 1 });
    expect(runs).toHaveLength(before + 1);
    await resultOf(tool, { n: 1 });
    expect(runs).toHaveLength(before + 1);
  }
  await resultOf(other.tool);
  expect(other.runs).toHaveLength(2);

  const gate = deferred<string>();
  const slow = counting({ store }, { name: "slow", handler: () => gate.promise });
  const call = resultOf(slow.tool);
  await new Promise((next) => setImmediate(next));
  store.clear("slow");
  gate.resolve("stale");
  expect(await call).toBe("stale");
  const after = counting({ store }, { name: "slow", handler: () => "fresh" });
  expect(await resultOf(after.tool)).toBe("fresh");
});

test("what a page does to a result it was served is its own", async () => {
  const { tool } = counting({ store: memoryStore() });
  const first = (await resultOf(tool)) as { run: number };
  first.run = 99;
  const second = (await resultOf(tool)) as { run: number };
  expect(second).toEqual({ run: 1 });
  second.run = 98;
  expect(await resultOf(tool)).toEqual({ run: 1 });
});

test("a manager that shows the model less cuts a stored text, too", async () => {
  const store = memoryStore();
  const { tool } = counting({ store }, { handler: () => "x".repeat(100) });
  await resultOf(tool);
  const manager = new ToolExecutionManager(undefined, undefined, { maxResultLength: 10 });
  const outcome = await manager.execute(tool, "1", {});
  expect(outcome).toMatchObject({
    success: true,
    result: `${"x".repeat(10)}… [90 more characters were cut]`,
  });
});

test("arguments that could be others have no key: nothing is kept of them", async () => {
  const { store, entries } = openStore();
  const { tool, runs } = counting({ store });
  for (let call = 0; call < 2; call += 1) await resultOf(tool, '{"a": "\\ud800"}');
  await resultOf(tool, { long: "x".repeat(5000) });
  expect(runs).toHaveLength(3);
  expect(entries.size).toBe(0);
});

test("a store and a key are checked with the definition, each fault by its place", () => {
  const faultsOf = (cache: object) => {
    try {
      counting(cache as never);
      return [];
    } catch (thrown) {
      return (thrown as ToolDefinitionError).issues.map(
        ({ path, message }) => `${path.join(".")}: ${message}`,
      );
    }
  };
  for (const store of [{}, { get() {}, set() {} }, "indexeddb", 5]) {
    expect(faultsOf({ store })).toEqual([
      expect.stringMatching(/^metadata\.cache\.store: must have the functions get, set and delete/),
    ]);
  }
  expect(faultsOf({ key: "n", ttl: 0 })).toEqual([
    expect.stringMatching(/^metadata\.cache\.key: must be a function of the arguments, but is n/),
    expect.stringMatching(/^metadata\.cache\.ttl/),
  ]);
  expect(faultsOf({ store: null, key: undefined })).toEqual([]);
  expect(() =>
    new ToolRegistry().register({
      name: "a",
      description: "A.",
      schema: {},
      handler: () => 1,
      metadata: { cache: { ttl: 1, maxEntries: 1, store: memoryStore() } },
    }),
  ).toThrow("needs idempotent: true");
});

test("a cache that is an instance of a class has its own `this`, and a word of the core's is no word of the page's", async () => {
  class Flights {
    readonly ttl = 1000;
    readonly maxEntries = 5;
    readonly byPage = true;
    readonly #prefix = "flights";
    key(args: unknown): string {
      return `${this.#prefix}:${JSON.stringify(args)}`;
    }
  }
  const { tool, runs } = counting({}, { metadata: { idempotent: true, cache: new Flights() } });
  const manager = new ToolExecutionManager();
  for (let call = 0; call < 2; call += 1) await resultOf(tool, { a: 1 }, manager);
  expect(runs).toHaveLength(1);
  expect(() => counting({ byPage: true } as never)).toThrow(
    "metadata.cache.byPage: is not a field of metadata.cache.",
  );
});
