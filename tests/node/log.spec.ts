/** `ag-ui-lit/log`: what a log says of executions. */

import { mock } from "node:test";
import { ToolExecutionManager, ToolFailure, ToolRegistry } from "ag-ui-lit";
import { consoleSink, logTools } from "ag-ui-lit/log";
import * as z from "zod";
import { logged, toolOf } from "../support/log.js";
import { deferred } from "./deferred.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a call is two lines of JSON with the keys of the format, in their order", async () => {
  const { manager, lines, all } = logged();
  const id = "flights-mcp::search-flights";
  const tool = toolOf(() => "zwölf", {}, { name: "search_flights", id });
  await manager.execute(tool, "call-1", { origin: "SFO", adults: 2 });

  const [started, ended] = await all();
  const [execution] = manager.getExecutionsForToolCall("call-1");
  expect(Object.keys(started ?? {})).toEqual([
    "correlationId",
    "operationId",
    "toolInvocationId",
    "event",
    "tool",
    "args",
    "timestamp",
  ]);
  expect(Object.keys(ended ?? {})).toEqual([
    "correlationId",
    "operationId",
    "toolInvocationId",
    "event",
    "tool",
    "args",
    "latency",
    "resultSize",
    "timestamp",
  ]);
  expect(started).toMatchObject({
    toolInvocationId: execution?.id,
    operationId: execution?.id,
    event: "tool_invocation_started",
    tool: id,
    args: { origin: "SFO", adults: 2 },
  });
  expect(started?.correlationId).toMatch(uuid);
  expect(ended).toMatchObject({
    event: "tool_invocation_success",
    correlationId: started?.correlationId,
    toolInvocationId: started?.toolInvocationId,
    args: { origin: "SFO", adults: 2 },
    // ö is two bytes.
    resultSize: 6,
  });
  expect(ended?.latency).toBeGreaterThanOrEqual(0);
  for (const record of [started, ended]) {
    const time = record?.timestamp ?? "";
    expect(new Date(time).toISOString()).toBe(time);
  }
  expect(lines.some((line) => line.includes("\n"))).toBe(false);
});

test("a tool without an id goes by its name", async () => {
  const { manager, all } = logged();
  await manager.execute(
    toolOf(() => 1),
    "1",
    {},
  );
  expect((await all()).map(({ tool }) => tool)).toEqual(["look_up", "look_up"]);
});

test("every way in which a call ends without a result is an error with its message", async () => {
  const { manager, all } = logged();
  const failing = toolOf(() => {
    throw new ToolFailure("No such flight.", { category: "permanent" });
  });
  const strict = toolOf(() => 1, {}, { schema: z.object({ origin: z.string() }) });
  const slow = toolOf(() => new Promise(() => {}));
  const late = toolOf(() => new Promise(() => {}), { timeout: 1 });
  await manager.execute(failing, "1", { a: 1 });
  await manager.execute(strict, "2", { origin: 5 });
  await manager.execute(strict, "3", '{"origin": "SF');
  const stop = new AbortController();
  const cancelled = manager.execute(slow, "4", {}, { signal: stop.signal });
  stop.abort();
  await cancelled;
  await manager.execute(late, "5", {});
  // One that never began.
  await manager.execute(slow, "6", {}, { signal: AbortSignal.abort() });

  const records = await all();
  const ends = records.filter(({ event }) => event !== "tool_invocation_started");
  expect(records).toHaveLength(12);
  expect(ends.map(({ event }) => event)).toEqual(Array(6).fill("tool_invocation_error"));
  const outcomes = ["1", "2", "3", "4", "5"].map(
    (call) => manager.getExecutionsForToolCall(call)[0]?.error?.message,
  );
  expect(ends.slice(0, 5).map(({ error }) => error)).toEqual(outcomes);
  expect(ends[3]?.error).toBe("The call was cancelled.");
  expect(ends[4]?.error).toContain("The tool did not finish within 1 ms.");
  for (const end of ends) {
    expect(end).not.toHaveProperty("resultSize");
    expect(end.latency).toBeGreaterThanOrEqual(0);
  }
});

test("arguments that could not be read are logged as the text they were, without its secrets", async () => {
  const { manager, all } = logged();
  await manager.execute(
    toolOf(() => 1),
    "1",
    '{"city": "Rome", "password": "hunter2", ',
  );
  const [started, ended] = await all();
  expect(started?.args).toBe('{"city": "Rome", "password": "[redacted]", ');
  expect(ended?.error).not.toContain("hunter2");
});

test("a retried call is one invocation; a call that another's handler answers is one of its own", async () => {
  const { manager, all } = logged();
  const tool = toolOf(
    (_args, { attemptNumber }) => {
      if (attemptNumber === 1) throw new ToolFailure("Again.", { category: "transient" });
      return "done";
    },
    { dedupe: "inflight", retryConfig: { baseDelay: 1, jitter: "none" } },
  );
  await Promise.all(["1", "2"].map((call) => manager.execute(tool, call, {})));
  const records = await all();
  expect(records.map(({ event }) => event).sort()).toEqual(
    [
      "tool_invocation_started",
      "tool_invocation_started",
      "tool_invocation_success",
      "tool_invocation_success",
    ].sort(),
  );
  expect(new Set(records.map(({ toolInvocationId }) => toolInvocationId)).size).toBe(2);
});

test("a log that is ended still logs what is under way, and nothing that begins later", async () => {
  const { manager, log, all } = logged();
  const gate = deferred<string>();
  const running = manager.execute(
    toolOf(() => gate.promise),
    "1",
    {},
  );
  log();
  log[Symbol.dispose]?.();
  await manager.execute(
    toolOf(() => 1),
    "2",
    {},
  );
  gate.resolve("late");
  await running;
  expect((await all()).map(({ event }) => event)).toEqual([
    "tool_invocation_started",
    "tool_invocation_success",
  ]);
});

test("several logs of one manager each have all, and end by themselves", async () => {
  const manager = new ToolExecutionManager();
  const [one, two] = [logged({}, manager), logged({}, manager)];
  const tool = toolOf(() => 1);
  await manager.execute(tool, "1", {});
  one.log();
  await manager.execute(tool, "2", {});
  expect(await one.all()).toHaveLength(2);
  expect(await two.all()).toHaveLength(4);
});

test("the correlation id is the page's, if it says one; what it says wrongly is reported once and does not count", async () => {
  const reported = collectReports();
  const tool = toolOf(() => 1);
  const fixed = logged({ correlationId: "order-4711" });
  await fixed.manager.execute(tool, "1", {});
  expect((await fixed.all()).map(({ correlationId }) => correlationId)).toEqual([
    "order-4711",
    "order-4711",
  ]);
  const asked: unknown[] = [];
  const answers: unknown[] = ["a", undefined, "two words", 5, "x".repeat(201)];
  const rule = logged({
    correlationId: (run) => {
      asked.push(run);
      if (answers.length === 0) throw new Error("no more");
      return answers.shift() as string;
    },
  });
  for (let call = 0; call < 3; call += 1) await rule.manager.execute(tool, String(call), {});
  const ids = (await rule.all()).map(({ correlationId }) => correlationId);
  expect(asked).toEqual(Array(6).fill(undefined));
  expect(ids[0]).toBe("a");
  expect(ids.slice(1).every((id) => uuid.test(id) && id === ids[1])).toBe(true);
  expect(reported).toHaveLength(1);
});

test("a call of a tool that freed its manager has its end logged all the same", async () => {
  const manager = new ToolExecutionManager();
  const { all } = logged({}, manager);
  const tool = toolOf(() => manager.free());
  await manager.execute(tool, "1", {});
  const [started, ended] = await all();
  expect([started?.event, ended?.event]).toEqual([
    "tool_invocation_started",
    "tool_invocation_error",
  ]);
});

test("every option is checked, and one that nobody knows is refused", () => {
  const manager = new ToolExecutionManager();
  const sink = () => {};
  const refused: [object | undefined, string][] = [
    [undefined, "takes an object of options"],
    [{}, "sink }) is needed: it must be a function or a WritableStream"],
    [{ sink: "console" }, "sink }) must be a function or a WritableStream"],
    [{ sink, redact: "password" }, "redact }) must be a function, or an object"],
    [
      { sink, redact: { key: ["a"] } },
      'no option "key". Did you mean "keys"? There are: keys, patterns, emails, values',
    ],
    [
      { sink, redact: { keys: [5] } },
      "redact.keys }) must be a list of texts and regular expressions",
    ],
    [
      { sink, redact: { patterns: ["a"] } },
      "redact.patterns }) must be a list of regular expressions",
    ],
    [{ sink, redact: { values: "a" } }, "redact.values }) must be a function"],
    [{ sink, correlationId: "" }, "correlationId }) must be a text of 1 to 200"],
    [{ sink, correlationId: "a b" }, "correlationId }) must be"],
    [{ sink, correlationHeader: "two words" }, "correlationHeader }) must be"],
    [{ sink, correlationHeader: "Content-Type" }, "correlationHeader }) must be"],
    [{ sink, onLost: 1 }, "onLost }) must be a function"],
    [{ sink, redacted: true }, 'no option "redacted"'],
  ];
  for (const [options, message] of refused) {
    expect(() => logTools(manager, options as never), message).toThrow(message);
  }
  expect(() => logTools(new ToolRegistry() as never, { sink })).toThrow(
    "manager must be a ToolExecutionManager",
  );
});

test("consoleSink shows lines in the console, failures as warnings", async () => {
  const [log, warn] = (["log", "warn"] as const).map((level) =>
    mock.method(console, level, () => {}),
  );
  const { manager, log: ending } = logged({ sink: consoleSink() });
  await manager.execute(
    toolOf(() => {
      throw new Error("Broken.");
    }),
    "1",
    {},
  );
  await ending.flush();
  const said = [log, warn].map((level) =>
    level?.mock.calls.map(({ arguments: [line] }) => JSON.parse(line).event),
  );
  mock.restoreAll();
  expect(said).toEqual([["tool_invocation_started"], ["tool_invocation_error"]]);
});
