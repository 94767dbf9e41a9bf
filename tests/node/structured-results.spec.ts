/** What a page stores of executions, beside what the model read. */
import {
  DefaultToolExecutor,
  type RegisteredTool,
  type StructuredResultsOptions,
  structuredResult,
  structuredResults,
  type ToolDefinition,
  ToolExecutionManager,
  type ToolExecutor,
  ToolFailure,
  type ToolMetadata,
  ToolRegistry,
  toolResult,
  ValidatingToolExecutor,
} from "ag-ui-lit";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

function toolOf(
  handler: ToolDefinition["handler"],
  metadata: ToolMetadata = {},
  name = "look_up",
): RegisteredTool {
  return new ToolRegistry().register({ name, description: "It.", schema: {}, handler, metadata })
    .tool;
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("a finished execution has a structured result, whose metadata is what the tool gave for it", async () => {
  const manager = new ToolExecutionManager();
  const given = toolOf(() => toolResult("22 °C", { structured: { hours: [17, 22] } }));
  const plain = toolOf(() => ({ hours: [17, 22] }), {}, "plain");
  const content = toolOf(() => toolResult({ hours: [17] }), {}, "content");
  const none = toolOf(() => toolResult("a", { structured: undefined }), {}, "none");
  for (const tool of [given, plain, content, none]) await manager.execute(tool, "1", {});

  const results = structuredResults(manager);
  const timestamp = expect.stringMatching(iso);
  expect(results).toEqual([
    { toolName: "look_up", success: true, metadata: { hours: [17, 22] }, timestamp },
    { toolName: "plain", success: true, timestamp },
    { toolName: "content", success: true, timestamp },
    { toolName: "none", success: true, timestamp },
  ]);
  expect(JSON.parse(JSON.stringify(results))).toEqual(results);
  for (const result of results.slice(1)) expect("metadata" in result).toBe(false);
  const ended = manager.getExecutionsForToolCall("1")[0]?.timing.completedAt ?? 0;
  expect(results[0]?.timestamp).toBe(new Date(ended).toISOString());
});

test("a result that another half of the package has branded has metadata too", async () => {
  const manager = new ToolExecutionManager();
  // As tools written in Rust make theirs.
  const branded = { content: "read", structured: { rows: 3 } };
  Object.defineProperty(branded, Symbol.for("ag-ui-lit.ToolResult"), { value: true });
  await manager.execute(
    toolOf(() => branded),
    "1",
    {},
  );
  expect(structuredResults(manager)[0]?.metadata).toEqual({ rows: 3 });
});

test("what the model reads, the output and what they cost stay as they are", async () => {
  const manager = new ToolExecutionManager();
  let reads = 0;
  const structured = {
    get hours() {
      reads += 1;
      return [1];
    },
  };
  const tool = toolOf(() => toolResult("read me", { structured }));
  const outcome = await manager.execute(tool, "1", {});
  expect(outcome).toMatchObject({ success: true, result: "read me" });
  expect(outcome.success && outcome.output).toBe(structured);
  expect(reads).toBe(0);
  structuredResults(manager);
  expect(reads).toBe(1);
});

test("a failure may give metadata too: that of its last attempt, also from inside another error", async () => {
  const manager = new ToolExecutionManager();
  const failing = toolOf(
    (_args, { attemptNumber }) => {
      throw new ToolFailure("No such page.", {
        category: "transient",
        structured: { attemptNumber, status: 404 },
      });
    },
    { retryConfig: { maxAttempts: 2, baseDelay: 1 } },
  );
  const wrapped = toolOf(() => {
    const cause = new ToolFailure("inner", { structured: { inner: true } });
    throw new Error("outer", { cause });
  });
  const plain = toolOf(() => {
    throw new Error("plain");
  });
  for (const tool of [failing, wrapped, plain]) await manager.execute(tool, "1", {});
  const results = structuredResults(manager).map(({ timestamp, ...rest }) => rest);
  expect(results).toEqual([
    {
      toolName: "look_up",
      success: false,
      error: "No such page.",
      metadata: { attemptNumber: 2, status: 404 },
    },
    { toolName: "look_up", success: false, error: "outer", metadata: { inner: true } },
    { toolName: "look_up", success: false, error: "plain" },
  ]);
});

test("a timeout after a failure, and a cancellation, have none of its metadata", async () => {
  const manager = new ToolExecutionManager();
  const timing = toolOf(
    (_args, { attemptNumber }) => {
      if (attemptNumber > 1) return new Promise(() => {});
      throw new ToolFailure("Again.", { category: "transient", structured: { old: true } });
    },
    { timeout: 5, retryConfig: { maxAttempts: 2, baseDelay: 1 } },
  );
  await manager.execute(timing, "1", {});
  const running = manager.execute(
    toolOf(() => new Promise(() => {})),
    "2",
    {},
  );
  manager.cancelAll();
  await running;
  const refused = new ToolRegistry().register({
    name: "strict",
    description: "It.",
    schema: { type: "object", required: ["a"] },
    handler: () => 1,
  }).tool;
  await manager.execute(refused, "3", {});
  const results = structuredResults(manager).map(({ timestamp, ...rest }) => rest);
  expect(results).toEqual([
    {
      toolName: "look_up",
      success: false,
      error: expect.stringContaining("did not finish within 5 ms"),
    },
    { toolName: "look_up", success: false, error: "The call was cancelled." },
    { toolName: "strict", success: false, error: expect.stringContaining("a: is required") },
  ]);
});

test("executions that another one's handler or an earlier result answers have its metadata", async () => {
  const manager = new ToolExecutionManager();
  const free = deferred<unknown>();
  const shared = toolOf(() => free.promise, { dedupe: "inflight" }, "shared");
  const both = [manager.execute(shared, "1", {}), manager.execute(shared, "2", {})];
  free.resolve(toolResult("a", { structured: { shared: true } }));
  await Promise.all(both);
  const failure = deferred<unknown>();
  const failing = toolOf(() => failure.promise, { dedupe: "inflight" }, "failing");
  const failures = [manager.execute(failing, "1", {}), manager.execute(failing, "2", {})];
  failure.reject(new ToolFailure("no", { structured: { failed: true } }));
  await Promise.all(failures);
  const cache = { ttl: 60_000, maxEntries: 1 };
  const kept = () => toolResult("b", { structured: { cached: true } });
  const cached = toolOf(kept, { idempotent: true, cache }, "cached");
  for (const call of ["1", "2"]) await manager.execute(cached, call, {});
  expect(structuredResults(manager).map(({ metadata }) => metadata)).toEqual([
    { shared: true },
    { shared: true },
    { failed: true },
    { failed: true },
    { cached: true },
    { cached: true },
  ]);
});

test("an executor hands on the metadata of the handler, or gives its own", async () => {
  const plain = new DefaultToolExecutor();
  const own: ToolExecutor = {
    execute: (tool, args, context) =>
      tool.name === "own"
        ? { success: true, result: "a", metadata: { own: true } }
        : plain.execute(tool, args, context),
  };
  const give = () => toolResult("b", { structured: { given: true } });
  const fail = () => {
    throw new ToolFailure("c", { structured: { failed: true } });
  };
  for (const executor of [own, new ValidatingToolExecutor(own)]) {
    const manager = new ToolExecutionManager(executor);
    await manager.execute(
      toolOf(() => 1, {}, "own"),
      "1",
      {},
    );
    await manager.execute(toolOf(give), "2", {});
    await manager.execute(toolOf(fail), "3", {});
    const all = structuredResults(manager).map(({ metadata }) => metadata);
    expect(all).toEqual([{ own: true }, { given: true }, { failed: true }]);
  }
});

test("metadata is plain data whatever was given, and no integer is rounded", async () => {
  class Money {
    readonly amount = 3n;
  }
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const hostile: [unknown, unknown][] = [
    ["text", "text"],
    [0, 0],
    [null, null],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [
      { big: 9007199254740993n, small: 7n },
      { big: "9007199254740993", small: 7 },
    ],
    [10n ** 400n, `1${"0".repeat(400)}`],
    [new Map([["a", new Set([1])]]), { a: [1] }],
    [new Money(), { amount: 3 }],
    [cycle, { self: "[Circular]" }],
    [JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"__proto__": {"a": 1}}')],
    [
      {
        get a() {
          throw new Error("read");
        },
      },
      { a: "[Threw: read]" },
    ],
    [() => 1, "[Function structured]"],
    [Number.NaN, null],
    ["\ud800", "\ufffd"],
    [{ error: new RangeError("far") }, { error: { name: "RangeError", message: "far" } }],
  ];
  for (const [structured, metadata] of hostile) {
    const manager = new ToolExecutionManager();
    const given =
      typeof structured === "function"
        ? Object.defineProperty(structured, "name", { value: "structured" })
        : structured;
    await manager.execute(
      toolOf(() => toolResult("a", { structured: given })),
      "1",
      {},
    );
    expect(structuredResults(manager)[0]?.metadata).toEqual(metadata);
  }
  expect("a" in {}).toBe(false);
});

test("metadata is not cut to what the model may read, but it has a bound", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { maxResultLength: 10 });
  const long = { text: "x".repeat(1000) };
  await manager.execute(
    toolOf(() => toolResult("a", { structured: long })),
    "1",
    {},
  );
  const longer = "x".repeat(2 ** 24 + 5);
  await manager.execute(
    toolOf(() => toolResult("a", { structured: longer })),
    "2",
    {},
  );
  const [first, second] = structuredResults(manager);
  expect(first?.metadata).toEqual(long);
  expect(second?.metadata).toMatch(/^"x+… \[7 more characters were cut\]$/);
});

test("results are the caller's own, and made anew", async () => {
  const manager = new ToolExecutionManager();
  const structured = { hours: [1] };
  await manager.execute(
    toolOf(() => toolResult("a", { structured })),
    "1",
    {},
  );
  const [first] = structuredResults(manager).map(({ metadata }) => metadata as typeof structured);
  first?.hours.push(2);
  expect(structured.hours).toEqual([1]);
  expect(structuredResults(manager)[0]?.metadata).toEqual({ hours: [1] });
});

test("those of one call, and those that ended since a time, come oldest first, and running ones don't", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { maxHistory: 3 });
  const free = deferred<string>();
  const slow = manager.execute(
    toolOf(() => free.promise, {}, "slow"),
    "1",
    {},
  );
  void manager.execute(
    toolOf(() => new Promise(() => {}), {}, "never"),
    "1",
    {},
  );
  await manager.execute(
    toolOf(() => 1, {}, "quick"),
    "2",
    {},
  );
  const quick = manager.getExecutionsForToolCall("2")[0]?.timing.completedAt ?? 0;
  // So that the two can't have ended within the same millisecond.
  while (performance.timeOrigin + performance.now() < quick + 2);
  free.resolve("done");
  await slow;

  const names = (options?: StructuredResultsOptions) =>
    structuredResults(manager, options).map(({ toolName }) => toolName);
  expect(names()).toEqual(["quick", "slow"]);
  expect(names({ toolCallId: "1" })).toEqual(["slow"]);
  expect(names({ toolCallId: "3" })).toEqual([]);
  const [first, last] = structuredResults(manager);
  const { timestamp = "" } = last ?? {};
  for (const since of [timestamp, new Date(timestamp), Date.parse(timestamp), quick + 1]) {
    expect(names({ since })).toEqual(["slow"]);
  }
  expect(names({ since: first?.timestamp ?? "" })).toEqual(["quick", "slow"]);
  expect(names({ since: Number.POSITIVE_INFINITY })).toEqual([]);
  expect(names({ since: 0, toolCallId: "2" })).toEqual(["quick"]);

  for (const call of ["4", "5"])
    await manager.execute(
      toolOf(() => 1, {}, call),
      call,
      {},
    );
  expect(names()).toEqual(["slow", "4", "5"]);
  manager.free();
  expect(names()).toEqual([]);
});

test("one execution's is found by its id, and by the detail of the event of its end", async () => {
  const manager = new ToolExecutionManager();
  const seen: unknown[] = [];
  manager.addEventListener("tool-execution-executing", ({ detail }) => {
    seen.push(structuredResult(manager, detail));
  });
  for (const end of ["succeeded", "failed"] as const) {
    manager.addEventListener(`tool-execution-${end}`, ({ detail }) => {
      seen.push(structuredResult(manager, detail)?.metadata);
      seen.push(structuredResult(manager, detail.execution.id)?.success);
    });
  }
  manager.addEventListener("tool-execution-cancelled", ({ detail }) => {
    seen.push(structuredResult(manager, detail)?.error);
    seen.push(structuredResults(manager).length);
  });
  await manager.execute(
    toolOf(() => toolResult("a", { structured: 1 })),
    "1",
    {},
  );
  await manager.execute(
    toolOf(() => {
      throw new ToolFailure("b", { structured: 2 });
    }),
    "2",
    {},
  );
  const running = manager.execute(
    toolOf(() => new Promise(() => {})),
    "3",
    {},
  );
  manager.cancelAll();
  await running;
  expect(seen).toEqual([
    undefined,
    1,
    true,
    undefined,
    2,
    false,
    undefined,
    "The call was cancelled.",
    3,
  ]);
  expect(structuredResult(manager, "exec-unknown")).toBeUndefined();
});

test("what is no manager, no execution and no option is refused by name", () => {
  const manager = new ToolExecutionManager();
  const refused: [() => unknown, string][] = [
    [
      () => structuredResults({} as never),
      "manager must be a ToolExecutionManager, but is [object Object]",
    ],
    [
      () => structuredResult(undefined as never, "1"),
      "manager must be a ToolExecutionManager, but is undefined",
    ],
    [
      () => structuredResults(manager, { toolCallId: 1 as never }),
      "toolCallId must be a string, but is 1",
    ],
    [
      () => structuredResults(manager, { since: "soon" }),
      "since must be a number of milliseconds, a Date or an ISO 8601 text, but is soon",
    ],
    [
      () => structuredResults(manager, { since: new Date(Number.NaN) }),
      "since must be a number of milliseconds, a Date or an ISO 8601 text, but is Invalid Date",
    ],
    [
      () => structuredResults(manager, { since: null as never }),
      "since must be a number of milliseconds, a Date or an ISO 8601 text, but is null",
    ],
    [
      () => structuredResults(manager, { since: true as never }),
      "since must be a number of milliseconds, a Date or an ISO 8601 text, but is true",
    ],
    [
      () => structuredResult(manager, 1 as never),
      "execution must be an id or the detail of an event, but is 1",
    ],
    [
      () => structuredResult(manager, {} as never),
      "execution must be an id or the detail of an event, but is [object Object]",
    ],
  ];
  for (const [call, message] of refused) {
    expect(call).toThrow(expect.objectContaining({ name: "TypeError", message }));
  }
});

test("a handler knows when its attempt will have timed out, and nothing of it without a timeout", async () => {
  const manager = new ToolExecutionManager();
  const contexts: object[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const tool = (metadata: ToolMetadata) =>
    toolOf((_args, context) => void contexts.push({ ...context }), metadata);
  await manager.execute(tool({}), "1", {});
  const before = now();
  await manager.execute(tool({ timeout: 60_000 }), "2", {});
  await manager.execute(tool({}), "3", {}, { timeout: 30_000 });
  const after = now();
  const [none, own, given] = contexts as { deadline?: number }[];
  expect(none && "deadline" in none).toBe(false);
  expect(own?.deadline).toBeGreaterThanOrEqual(before + 60_000);
  expect(own?.deadline).toBeLessThanOrEqual(after + 60_000);
  expect(given?.deadline).toBeLessThanOrEqual(after + 30_000);

  const deadlines: (number | undefined)[] = [];
  const flaky = toolOf(
    (_args, { deadline }) => {
      deadlines.push(deadline);
      throw new ToolFailure("Again.", { category: "transient" });
    },
    { timeout: 60_000, retryConfig: { maxAttempts: 2, baseDelay: 5, jitter: "none" } },
  );
  await manager.execute(flaky, "4", {});
  expect(deadlines[1]).toBeGreaterThan(deadlines[0] ?? Number.NaN);
});
