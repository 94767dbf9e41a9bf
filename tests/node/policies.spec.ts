import {
  DEFAULT_RETRY_CONFIG,
  type RegisteredTool,
  ToolExecutionManager,
  type ToolExecutor,
  ToolFailure,
  ToolRegistry,
} from "ag-ui-lit";
import * as z from "zod";
import { eventOf, eventTypes, record, turn } from "../support/observe.js";
import { expect, test } from "./test.js";

/** Retries without waiting long: what is tested is what happens, not how late. */
const quick = { maxAttempts: 3, baseDelay: 1, maxDelay: 50, jitter: "none" } as const;

test("a transient failure is tried again, told before its delay, and may succeed", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const keys = new Set<string>();
  const { tool } = registry.register({
    name: "flaky",
    description: "Fails twice.",
    schema: {},
    metadata: { retryConfig: quick },
    handler: (_, { attemptNumber, idempotencyKey }) => {
      keys.add(idempotencyKey);
      if (attemptNumber < 3) throw new TypeError("Failed to fetch");
      return `attempt ${attemptNumber}`;
    },
  });
  const result = await manager.execute(tool, "1", "{}");
  const seen = { result, events, keys: keys.size, stats: registry.stats("flaky") };
  expect(seen.result).toMatchObject({ success: true, result: "attempt 3" });
  expect(seen.events.map((event) => event.type)).toEqual([
    "started",
    "validating",
    "executing",
    "retrying",
    "executing",
    "retrying",
    "executing",
    "succeeded",
  ]);
  expect(seen.events[3]?.detail).toMatchObject({
    attemptNumber: 2,
    maxAttempts: 3,
    delayMs: 1,
    error: { category: "transient", message: "Failed to fetch", retryable: true },
  });
  expect(seen.events[5]?.detail).toMatchObject({ attemptNumber: 3, delayMs: 2 });
  expect(seen.events[7]?.detail.execution.retry).toMatchObject({
    attemptNumber: 3,
    previousErrors: [{ category: "transient" }, { category: "transient" }],
  });
  expect(seen.keys).toBe(1);
  expect(seen.stats).toMatchObject({ executions: 1, successes: 1, failures: 0 });
});

test("a failure that another try can't mend, and a tool that must not run twice, end at once", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const runsOf = async (idempotent: boolean | undefined, thrown: unknown) => {
    let runs = 0;
    const { tool } = registry.register(
      {
        name: "it",
        description: "It.",
        schema: {},
        metadata: { retryConfig: quick, ...(idempotent !== undefined && { idempotent }) },
        handler: () => {
          runs += 1;
          throw thrown;
        },
      },
      { replace: true },
    );
    await manager.execute(tool, "1", "{}");
    return runs;
  };
  const passing = new TypeError("Failed to fetch");
  const seen = {
    permanent: await runsOf(undefined, Object.assign(new Error("no"), { status: 404 })),
    transient: await runsOf(undefined, passing),
    notIdempotent: await runsOf(false, passing),
  };
  expect(seen).toEqual({ permanent: 1, transient: 3, notIdempotent: 1 });
});

test("cancelling while it waits for a retry settles at once and starts no attempt", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const { tool } = registry.register({
    name: "flaky",
    description: "Fails.",
    schema: {},
    metadata: { retryConfig: { baseDelay: 60_000, maxDelay: 60_000, jitter: "none" } },
    handler: () => {
      throw new TypeError("Failed to fetch");
    },
  });
  manager.addEventListener("tool-execution-retrying", ({ detail }) => {
    status.push(manager.getExecution(detail.executionId)?.status);
    queueMicrotask(() => manager.cancel(detail.executionId));
  });
  const status: unknown[] = [];
  const result = await manager.execute(tool, "1", "{}");
  const seen = { result, status, types: events.map(({ type }) => type) };
  expect(seen.status).toEqual(["executing"]);
  expect(seen.result).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.types).toEqual(["started", "validating", "executing", "retrying", "cancelled"]);
});

const slow = { maxAttempts: 3, baseDelay: 60_000, maxDelay: 60_000, jitter: "none" } as const;

test("a waiting attempt begins at once when it is asked for, and once", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const { tool } = registry.register({
    name: "flaky",
    description: "Fails twice.",
    schema: {},
    metadata: { retryConfig: slow },
    handler: async (_, { attemptNumber, executionId }) => {
      said.push(manager.retryNow(executionId));
      await turn();
      if (attemptNumber < 3) throw new TypeError("Failed to fetch");
      return `attempt ${attemptNumber}`;
    },
  });
  const said: boolean[] = [];
  let id = "";
  manager.addEventListener("tool-execution-retrying", ({ detail }) => {
    id = detail.executionId;
    // At once, while the event is dispatched, and later.
    if (detail.attemptNumber === 2) said.push(manager.retryNow(id), manager.retryNow(id));
    else setTimeout(() => said.push(manager.retryNow(id), manager.retryNow(id)));
  });
  const result = await manager.execute(tool, "1", "{}");
  expect(result).toMatchObject({ success: true, result: "attempt 3" });
  // Each attempt asks as well, for itself: it does not wait.
  expect(said).toEqual([false, false, true, false, false, true, false]);
  expect(events.map(({ type }) => type)).toEqual([
    ...["started", "validating", "executing"],
    ...["retrying", "executing", "retrying", "executing", "succeeded"],
  ]);
  expect(manager.getExecution(id)?.retry).toMatchObject({ attemptNumber: 3 });
  expect([manager.retryNow(id), manager.retryNow("nobody"), manager.retryNow("")]).toEqual([
    false,
    false,
    false,
  ]);
  manager.free();
  expect(manager.retryNow(id)).toBe(false);
});

test("the time that was waited for is over: it starts no second attempt, and no deadline ends the new one", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "flaky",
    description: "Fails once.",
    schema: {},
    metadata: { retryConfig: { ...slow, baseDelay: 40 } },
    handler: async (_, { attemptNumber }) => {
      attempts.push(attemptNumber);
      if (attemptNumber === 1) throw new TypeError("Failed to fetch");
      // Longer than the delay.
      await new Promise((resolve) => setTimeout(resolve, 120));
    },
  });
  const attempts: number[] = [];
  manager.addEventListener("tool-execution-retrying", ({ detail }) =>
    queueMicrotask(() => manager.retryNow(detail.executionId)),
  );
  const result = await manager.execute(tool, "1", "{}");
  expect(result).toMatchObject({ success: true });
  expect(attempts).toEqual([1, 2]);
});

test("an attempt that is begun early waits for its slot, and one that was aborted does not begin", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager({ maxConcurrency: 1 });
  const { tool } = registry.register({
    name: "flaky",
    description: "Fails once.",
    schema: {},
    metadata: { retryConfig: slow },
    handler: (_, { attemptNumber }) => {
      if (attemptNumber === 1) throw new TypeError("Failed to fetch");
      return "second attempt";
    },
  });
  let release = (): void => {};
  const { tool: holder } = registry.register({
    name: "holder",
    description: "Keeps the slot.",
    schema: {},
    handler: () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  });
  const waiting = async (signal?: AbortSignal) => {
    const retrying = eventOf(manager, "tool-execution-retrying");
    const done = manager.execute(tool, "1", "{}", signal && { signal });
    return { done, id: (await retrying).detail.executionId };
  };
  const first = await waiting();
  const held = manager.execute(holder, "2", "{}");
  expect([manager.retryNow(first.id), manager.retryNow(first.id)]).toEqual([true, false]);
  await turn();
  expect(manager.getExecution(first.id)?.retry.attemptNumber).toBe(1);
  release();
  expect(await first.done).toMatchObject({ success: true, result: "second attempt" });
  await held;

  const controller = new AbortController();
  const second = await waiting(controller.signal);
  controller.abort();
  expect(manager.retryNow(second.id)).toBe(false);
  expect(await second.done).toMatchObject({ success: false, error: { category: "cancelled" } });
});

test("a shared run is begun early by the execution that leads, also after it was passed on", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "shared",
    description: "Fails once.",
    schema: {},
    metadata: { retryConfig: slow, dedupe: "inflight" },
    handler: (_, { attemptNumber }) => {
      if (attemptNumber === 1) throw new TypeError("Failed to fetch");
      return "shared";
    },
  });
  const retrying = eventOf(manager, "tool-execution-retrying");
  const started: string[] = [];
  manager.addEventListener("tool-execution-started", ({ detail }) => {
    started.push(detail.execution.id);
  });
  const outcomes = ["1", "2", "3"].map((id) => manager.execute(tool, id, "{}"));
  await retrying;
  const [leader = "", follower = "", last = ""] = started;
  expect(manager.retryNow(last)).toBe(false);
  manager.cancel(leader);
  expect([leader, last, follower].map((id) => manager.retryNow(id))).toEqual([false, false, true]);
  expect(await Promise.all(outcomes)).toMatchObject([
    { success: false },
    { success: true, result: "shared" },
    { success: true, result: "shared" },
  ]);
});

test("a deadline fails the attempt, aborts its signal, and the late end is told as an orphan", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, { timeout: 20 });
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const orphan = new Promise((resolve) =>
    manager.addEventListener("tool-execution-orphan-settled", resolve, { once: true }),
  );
  let finish: (value: string) => void = () => {};
  let reason: unknown;
  const { tool } = registry.register({
    name: "slow",
    description: "Ignores its signal.",
    schema: {},
    handler: (_, { signal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason.name;
      });
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    },
  });
  const result = await manager.execute(tool, "1", "{}");
  finish("late");
  await orphan;
  const id = events[0]?.detail.execution.id;
  const seen = { result, reason, events, record: manager.getExecution(id) };
  expect(seen.result).toMatchObject({
    success: false,
    error: { category: "timeout", message: expect.stringContaining("outcome is unknown") },
  });
  expect(seen.reason).toBe("TimeoutError");
  expect(seen.events.map((event) => event.type)).toEqual([
    "started",
    "validating",
    "executing",
    "failed",
    "orphan-settled",
  ]);
  expect(seen.events[4]?.detail).toMatchObject({
    toolName: "slow",
    attemptNumber: 1,
    outcome: "succeeded",
    result: "late",
  });
  expect(seen.record?.status).toBe("failed");
});

test("an idempotent tool is tried again after its deadline, while the orphan still runs", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "slow",
    description: "Slow the first time.",
    schema: {},
    metadata: { idempotent: true, timeout: 20, retryConfig: quick },
    handler: (_, { attemptNumber }) =>
      attemptNumber === 1 ? new Promise(() => {}) : `attempt ${attemptNumber}`,
  });
  const seen = await manager.execute(tool, "1", "{}", { timeout: 15 });
  expect(seen).toMatchObject({ success: true, result: "attempt 2" });
});

test("a circuit opens after failures in a row and says when to come back", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, {
    circuitBreaker: { failureThreshold: 2, recoveryTimeout: 60_000 },
  });
  const events = record(manager, "tool-execution-", eventTypes.execution);
  let runs = 0;
  const { tool } = registry.register({
    name: "broken",
    description: "Broken.",
    schema: {},
    handler: () => {
      runs += 1;
      throw new Error("no");
    },
  });
  const results = [];
  for (let call = 0; call < 3; call++) results.push(await manager.execute(tool, "1", "{}"));
  const seen = { runs, last: results[2], types: events.slice(-2).map(({ type }) => type) };
  expect(seen.runs).toBe(2);
  expect(seen.last).toMatchObject({
    success: false,
    error: { category: "transient", code: "circuit_open" },
  });
  expect(seen.last?.success === false && seen.last.error.retryAfter).toBeGreaterThan(59_000);
  expect(seen.types).toEqual(["started", "failed"]);
});

test("no more run at once than allowed, and who waits is served in turn", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 2 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: { properties: { n: { type: "integer" } } },
    handler: async ({ n }) => {
      order.push(n as number);
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      return n;
    },
  });
  const calls = [0, 1, 2, 3, 4, 5].map((n) => manager.execute(tool, `c${n}`, { n }));
  const waiting = manager.getExecutionsForToolCall("c5")[0]?.status;
  const cancelled = manager.cancel(manager.getExecutionsForToolCall("c4")[0]?.id ?? "");
  const results = await Promise.all(calls);
  const seen = { most, order, waiting, cancelled, ok: results.map((result) => result.success) };
  expect(seen).toEqual({
    most: 2,
    order: [0, 1, 2, 3, 5],
    waiting: "pending",
    cancelled: true,
    ok: [true, true, true, true, false, true],
  });
});

test("no more begin in a time than a rate limit allows, and who waits is served in turn", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const order: number[] = [];
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: { properties: { n: { type: "integer" } } },
    metadata: { rateLimit: { limit: 1, interval: 500 }, timeout: 10_000 },
    handler: ({ n }) => void order.push(n as number),
  });
  const stop = new AbortController();
  const calls = [0, 1, 2, 3].map((n) =>
    manager.execute(tool, `c${n}`, { n }, n === 2 ? { signal: stop.signal } : {}),
  );
  const waiting = [1, 2, 3].map((n) => manager.getExecutionsForToolCall(`c${n}`)[0]?.status);
  const before = events.map(({ type }) => type);
  stop.abort();
  const results = await Promise.all(calls);
  expect({ order, waiting, ok: results.map(({ success }) => success) }).toEqual({
    order: [0, 1, 3],
    waiting: ["pending", "pending", "pending"],
    ok: [true, true, false, true],
  });
  expect(before).toEqual(["started", "validating", "executing", "started", "started", "started"]);
});

test("a manager's rate limit counts all tools, and all that wait are stopped together", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, {
    rateLimit: { limit: 1, interval: 60_000 },
  });
  let runs = 0;
  const tools = ["a", "b"].map((name) => {
    const handler = () => {
      runs += 1;
    };
    return registry.register({ name, description: "It.", schema: {}, handler }).tool;
  });
  const calls = tools.map((tool, at) => manager.execute(tool, `${at}`, {}));
  await calls[0];
  manager.cancelAll();
  const second = await calls[1];
  expect(second).toMatchObject({ success: false, error: { category: "cancelled" } });
  const third = manager.execute(tools[0] as RegisteredTool, "3", {});
  manager.free();
  expect(await third).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(runs).toBe(1);
});

test("a retry waits for a token while its signal can stop it", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "flaky",
    description: "Fails.",
    schema: {},
    metadata: { retryConfig: quick, rateLimit: { limit: 1, interval: 60_000 } },
    handler: () => {
      throw new TypeError("Failed to fetch");
    },
  });
  const stop = new AbortController();
  const retrying = eventOf(manager, "tool-execution-retrying");
  const call = manager.execute(tool, "1", {}, { signal: stop.signal });
  await retrying;
  const another = manager.execute(tool, "2", {}, { signal: stop.signal });
  stop.abort();
  const seen = await Promise.all([call, another]);
  expect(seen.map((each) => !each.success && each.error.category)).toEqual([
    "cancelled",
    "cancelled",
  ]);
  expect(registry.stats("flaky")).toMatchObject({ executions: 2, cancellations: 2 });
});

test("a rate limit that refuses says when to try again, and nothing is retried for it", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    metadata: { rateLimit: { limit: 1, interval: 60_000, onLimit: "refuse" } },
    handler: () => "ran",
  });
  await manager.execute(tool, "1", {});
  const refused = await manager.execute(tool, "2", {});
  expect(refused).toMatchObject({
    success: false,
    error: {
      category: "transient",
      code: "rate_limited",
      message: expect.stringMatching(
        /^The tool "it" is limited to 1 calls in 60000 ms; try again in \d+ ms\.$/,
      ),
    },
  });
  expect(events.slice(-2).map(({ type }) => type)).toEqual(["started", "failed"]);
});

test("a long queue of calls that fail at once does not use up the stack", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  let release: () => void = () => {};
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: { required: ["n"] },
    handler: () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  });
  const first = manager.execute(tool, "1", { n: 1 });
  const calls = Array.from({ length: 20_000 }, () => manager.execute(tool, "1", "{}"));
  await Promise.resolve();
  release();
  await first;
  const results = await Promise.all(calls);
  const failed = results.filter((result) => !result.success).length;
  expect(failed).toBe(20_000);
});

test("calls in flight with the same arguments share one run, and only the last abort stops it", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  let runs = 0;
  let finish: (value: unknown) => void = () => {};
  let signal: AbortSignal | undefined;
  const { tool } = registry.register({
    name: "search",
    description: "Searches.",
    schema: z.object({ q: z.string(), limit: z.number().default(10) }),
    metadata: { dedupe: "inflight" },
    handler: (_, context) => {
      runs += 1;
      signal = context.signal;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  const leader = new AbortController();
  const first = manager.execute(tool, "1", '{"q": "a"}', { signal: leader.signal });
  const second = manager.execute(tool, "2", '{"limit": 10, "q": "a"}');
  // zod answers in a promise, so let it.
  await turn();
  leader.abort();
  const cancelled = await first;
  const stillRuns = signal?.aborted === false;
  finish({ found: 1 });
  const shared = await second;

  const third = manager.execute(tool, "3", '{"q": "b"}');
  const fourth = manager.execute(tool, "4", '{"q": "b"}');
  await turn();
  manager.cancelAll();
  await Promise.all([third, fourth]);
  const seen = {
    runs,
    cancelled,
    stillRuns,
    shared,
    stopped: signal?.aborted,
    ofSecond: events
      .filter(({ detail }) => detail.execution?.toolCallId === "2")
      .map(({ type }) => type),
  };
  expect(seen.runs).toBe(2);
  expect(seen.cancelled).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.stillRuns).toBe(true);
  expect(seen.shared).toMatchObject({ success: true, output: { found: 1 } });
  expect(seen.stopped).toBe(true);
  expect(seen.ofSecond).toEqual(["started", "succeeded"]);
});

test("a kept result answers the same arguments until it is too old", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  let runs = 0;
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 1 } },
    handler: () => ({ run: ++runs }),
  });
  const outputs = [];
  for (const args of ['{"a": 1, "b": 2}', '{"b": 2, "a": 1}', '{"a": 2}', '{"a": 1, "b": 2}']) {
    const result = await manager.execute(tool, "1", args);
    outputs.push(result.success && result.output);
  }
  const seen = { outputs, hit: events.slice(4, 6) };
  expect(seen.outputs).toEqual([{ run: 1 }, { run: 1 }, { run: 2 }, { run: 3 }]);
  expect(seen.hit.map(({ type }) => type)).toEqual(["started", "succeeded"]);
  expect(seen.hit[1]?.detail).toMatchObject({ result: '{"run":1}', execution: { cached: true } });
});

test("a call that waited for a slot has the result that was kept meanwhile", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  let runs = 0;
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    metadata: { idempotent: true, cache: { ttl: 60_000, maxEntries: 1 } },
    handler: () => ({ run: ++runs }),
  });
  const calls = ["1", "2", "3"].map((id) => manager.execute(tool, id, {}));
  const results = await Promise.all(calls);
  expect(results.map((result) => result.success && result.result)).toEqual([
    '{"run":1}',
    '{"run":1}',
    '{"run":1}',
  ]);
  expect(manager.getExecutionsForToolCall("3")[0]?.cached).toBe(true);
});

test("progress is told while the handler runs, and not after", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", ["progress"]);
  let report: (value: unknown) => void = () => {};
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: (_, { reportProgress }) => {
      report = reportProgress;
      report({ percent: 50 });
      return "done";
    },
  });
  await manager.execute(tool, "1", "{}");
  report({ percent: 100 });
  const progress = events.map(({ detail }) => detail);
  expect(progress).toEqual([
    { executionId: expect.any(String), toolName: "it", progress: { percent: 50 } },
  ]);
});

test("big integers are refused, kept or rounded, as the manager says", async () => {
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: ({ ids }) => String((ids as unknown[])[1]),
  });
  const results = [];
  for (const bigIntegers of ["error", "bigint", "number"] as const) {
    const manager = new ToolExecutionManager(undefined, undefined, { bigIntegers });
    const result = await manager.execute(tool, "1", '{"ids": [1, 9007199254740993]}');
    results.push(result.success ? result.result : result.error.category);
  }
  const seen = results;
  expect(seen).toEqual(["validation", "9007199254740993", "9007199254740992"]);
});

test("options that make no sense are refused by name", async () => {
  const message = (options: object, retry?: object) => {
    try {
      new ToolExecutionManager(undefined, retry as never, options);
      return "accepted";
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  const seen = [
    message({ timeout: 0 }),
    message({ maxConcurrency: 1.5 }),
    message({ maxDepth: 1000 }),
    message({ bigIntegers: "no" }),
    message({ circuitBreaker: { failureThreshold: -1 } }),
    message({}, { maxAttempts: "3" }),
    message({ rateLimit: { limit: 0, interval: 1000 } }),
    message({ rateLimit: { limit: 1, interval: 2 ** 31 } }),
    message({ rateLimit: { limit: 1 } }),
    message({ rateLimit: { limit: 1, interval: 1000, burst: 1.5 } }),
    message({ rateLimit: { limit: 1, interval: 1000, onLimit: "drop" } }),
    message({ rateLimit: { limit: 1, interval: 1000, perSecond: 1 } }),
    message({ rateLimit: { limit: 1, interval: 0.5, burst: 2 ** 32 - 1, onLimit: "refuse" } }),
    message({ circuitBreaker: false }),
    message({ timeout: Number.POSITIVE_INFINITY, maxConcurrency: Number.POSITIVE_INFINITY }),
  ];
  expect(seen).toEqual([
    "TypeError: timeout must be a number above 0, but is 0",
    "TypeError: maxConcurrency must be a whole number of at least 1, but is 1.5",
    "TypeError: maxDepth must be a whole number from 1 to 512, but is 1000",
    "TypeError: bigIntegers must be one of error, bigint, number, but is no",
    "TypeError: circuitBreaker.failureThreshold must be a whole number of at least 1, but is -1",
    "TypeError: maxAttempts must be a whole number of at least 1, but is 3",
    "TypeError: ag-ui-lit: ToolExecutionManager({ rateLimit.limit }) must be a whole number from 1 to 4294967295, but is 0.",
    "TypeError: ag-ui-lit: ToolExecutionManager({ rateLimit.interval }) must be a number of milliseconds above 0 and at most 2147483647, but is 2147483648.",
    "TypeError: ag-ui-lit: ToolExecutionManager({ rateLimit.interval }) is needed: it must be a number of milliseconds above 0 and at most 2147483647.",
    "TypeError: ag-ui-lit: ToolExecutionManager({ rateLimit.burst }) must be a whole number from 1 to 4294967295, but is 1.5.",
    "TypeError: ag-ui-lit: ToolExecutionManager({ rateLimit.onLimit }) must be one of wait, refuse, but is a text.",
    'TypeError: ag-ui-lit: ToolExecutionManager({ rateLimit }) has no option "perSecond". There are: limit, interval, burst, onLimit.',
    "accepted",
    "accepted",
    "accepted",
  ]);
});

test("a manager takes its options in one object, the executor and retries among them", async () => {
  const registry = new ToolRegistry();
  let attempts = 0;
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: () => {
      attempts += 1;
      throw new ToolFailure("Later.", { category: "transient" });
    },
  });
  const ran: string[] = [];
  const executor: ToolExecutor = {
    async execute({ name }) {
      ran.push(name);
      return { success: true, result: "by the page" };
    },
  };
  const retryConfig = { ...DEFAULT_RETRY_CONFIG, maxAttempts: 2, baseDelay: 1 };
  await new ToolExecutionManager({ retryConfig }).execute(tool, "1", {});
  expect(attempts).toBe(2);
  const own = new ToolExecutionManager({ executor, maxHistory: 0 });
  expect(await own.execute(tool, "2", {})).toMatchObject({ success: true, result: "by the page" });
  expect(own.getExecutionsForToolCall("2")).toEqual([]);
  expect(ran).toEqual(["it"]);
});

test("what is given in the wrong place is refused with the right one", async () => {
  const misplaced = [null, { execute: 5 }, { executor: {} }, { maxAttempts: 2 }].map((given) => {
    try {
      return String(new ToolExecutionManager(given as never));
    } catch (error) {
      return (error as Error).message;
    }
  });
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: () => "ran",
  });
  const outcome = async (options: unknown) => {
    const result = await manager.execute(tool, "1", "{}", options as never);
    return result.success ? result.result : `${result.error.code}: ${result.error.message}`;
  };
  const seen = {
    misplaced,
    outcomes: [
      await outcome({ timeout: -5 }),
      await outcome({ timeout: "x" }),
      await outcome({ signal: {} }),
      await outcome(null),
      await outcome({ timeout: Number.POSITIVE_INFINITY }),
    ],
  };
  const noExecutor = expect.stringContaining("executor must have an execute() method");
  expect(seen.misplaced).toEqual([
    ...[noExecutor, noExecutor, noExecutor],
    expect.stringContaining('has no option "maxAttempts"'),
  ]);
  expect(seen.outcomes).toEqual([
    "invalid_option: options.timeout must be a number above 0, but is -5",
    "invalid_option: options.timeout must be a number above 0, but is x",
    "invalid_option: options.signal must be an AbortSignal",
    "ran",
    "ran",
  ]);
});
