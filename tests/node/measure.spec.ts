/** `ag-ui-lit/measure`: executions on the performance timeline. */
// In a process of its own: the performance timeline is the process's.
import { beforeEach } from "node:test";
import {
  type RegisteredTool,
  type ToolDefinition,
  ToolExecutionManager,
  ToolFailure,
  type ToolMetadata,
  ToolRegistry,
} from "ag-ui-lit";
import { measureTools } from "ag-ui-lit/measure";
import { traceTools } from "ag-ui-lit/otel";
import { deferred } from "./deferred.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

beforeEach(() => performance.clearMeasures());

function toolOf(
  handler: ToolDefinition["handler"],
  metadata: ToolMetadata = {},
  name = "look_up",
): RegisteredTool {
  return new ToolRegistry().register({ name, description: "It.", schema: {}, handler, metadata })
    .tool;
}

const measures = () =>
  (performance.getEntriesByType("measure") as PerformanceMeasure[]).map((entry) => {
    const { name, startTime, duration, detail } = entry;
    return { name, startTime, duration, devtools: detail?.devtools };
  });

test("an execution is an entry with its own times, on its tool's track of DevTools", async () => {
  const manager = new ToolExecutionManager();
  measureTools(manager);
  await manager.execute(
    toolOf(() => "secret"),
    "call-1",
    { what: "secret" },
  );
  const [entry, ...others] = measures();
  expect(others).toEqual([]);
  const { queuedAt = 0, completedAt = 0 } =
    manager.getExecutionsForToolCall("call-1")[0]?.timing ?? {};
  expect(entry?.name).toBe("execute_tool look_up");
  expect(entry?.startTime).toBeCloseTo(queuedAt - performance.timeOrigin, 2);
  expect(entry?.duration).toBeCloseTo(completedAt - queuedAt, 2);
  expect(entry?.devtools).toEqual({
    dataType: "track-entry",
    track: "look_up",
    trackGroup: "Agent tools",
    color: "primary",
    tooltipText: "execute_tool look_up",
    properties: [
      ["Call", "call-1"],
      ["Status", "succeeded"],
      ["Attempts", "1"],
    ],
  });
});

test("attempts and waits are entries inside that of their execution", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  measureTools(manager);
  const free = deferred<string>();
  const retryConfig = { maxAttempts: 2, baseDelay: 1, jitter: "none" } as const;
  const failing = toolOf(
    () => {
      throw new ToolFailure("Again.", { category: "transient", code: "busy" });
    },
    { retryConfig },
  );
  const held = manager.execute(
    toolOf(() => free.promise, {}, "held"),
    "1",
    {},
  );
  const failed = manager.execute(failing, "2", {});
  free.resolve("done");
  await Promise.all([held, failed]);

  const [first, whole, ...parts] = measures();
  expect(first?.name).toBe("execute_tool held");
  expect(whole?.devtools).toMatchObject({
    color: "error",
    properties: expect.arrayContaining([
      ["Status", "failed"],
      ["Attempts", "2"],
      ["Error", "busy"],
    ]),
  });
  expect(parts.map(({ name }) => name)).toEqual(["wait for a slot", "attempt 1", "attempt 2"]);
  for (const part of parts) {
    const end = part.startTime + part.duration;
    expect(part.startTime).toBeGreaterThanOrEqual(whole?.startTime ?? Number.NaN);
    expect(end).toBeLessThanOrEqual((whole?.startTime ?? 0) + (whole?.duration ?? 0) + 0.001);
    expect(part.devtools.track).toBe("look_up");
  }
});

test("shared, cached and cancelled executions say so", async () => {
  const manager = new ToolExecutionManager();
  measureTools(manager);
  const free = deferred<string>();
  const shared = toolOf(() => free.promise, { dedupe: "inflight" }, "shared");
  const cache = { ttl: 60_000, maxEntries: 1 };
  const cached = toolOf(() => "kept", { idempotent: true, cache }, "cached");
  const never = toolOf(() => new Promise(() => {}), {}, "never");
  const both = [manager.execute(shared, "1", {}), manager.execute(shared, "2", {})];
  free.resolve("once");
  await Promise.all(both);
  await manager.execute(cached, "3", {});
  await manager.execute(cached, "4", {});
  await manager.execute(never, "5", {}, { signal: AbortSignal.abort() });

  const said = measures().map(({ devtools }) =>
    devtools.properties.slice(1).map((property: string[]) => property.join(": ")),
  );
  expect(said).toEqual([
    ["Status: succeeded", "Attempts: 1"],
    ["Status: succeeded", "Attempts: 0", "Answered by: another execution's handler"],
    ["Status: succeeded", "Attempts: 1"],
    ["Status: succeeded", "Attempts: 0", "Answered by: an earlier result"],
    ["Status: cancelled", "Attempts: 0", "Error: cancelled"],
  ]);
});

test("no more than a thousand entries are kept", async () => {
  const manager = new ToolExecutionManager();
  measureTools(manager);
  performance.measure("the page's own", { start: 0, end: 1 });
  const tool = toolOf(() => "done");
  for (let count = 0; count < 1001; count += 1) await manager.execute(tool, "1", {});
  const names = measures().map(({ name }) => name);
  expect(names).toEqual(["the page's own", "execute_tool look_up"]);
});

test("it ends when it is told to, and a page's broken performance.measure is reported once", async () => {
  const reported = collectReports();
  const manager = new ToolExecutionManager();
  const stop = measureTools(manager);
  const tool = toolOf(() => "done");
  const { measure } = performance;
  try {
    performance.measure = () => {
      throw new Error("no measures");
    };
    for (const call of ["1", "2"])
      expect(await manager.execute(tool, call, {})).toMatchObject({ success: true });
  } finally {
    performance.measure = measure;
  }
  expect(reported.map((error) => (error as Error).cause)).toEqual([new Error("no measures")]);
  await manager.execute(tool, "3", {});
  stop();
  await manager.execute(tool, "4", {});
  expect(measures()).toHaveLength(1);
});

test("traceTools measures too where it is asked to, until it is stopped", async () => {
  const manager = new ToolExecutionManager();
  const tool = toolOf(() => "done");
  const stop = traceTools(manager, { measure: true });
  await manager.execute(tool, "1", {});
  expect(measures()).toHaveLength(1);
  stop();
  await manager.execute(tool, "2", {});
  expect(measures()).toHaveLength(1);
});

test("what is no manager is refused", () => {
  expect(() => measureTools({} as ToolExecutionManager)).toThrow(
    "manager must be a ToolExecutionManager, but is [object Object]",
  );
});

test("an option is refused: there are none, and one may be meant to keep something back", () => {
  const options = { recordArguments: false } as never;
  expect(() => measureTools(new ToolExecutionManager(), options)).toThrow(
    'ag-ui-lit: measureTools() has no option "recordArguments". There are none.',
  );
});
