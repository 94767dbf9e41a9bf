/** `manager.check`: what is wrong with arguments, without an execution. */
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import * as z from "zod";
import { eventTypes, record } from "../support/observe.js";
import { expect, test } from "./test.js";

test("arguments are checked as an execution would, and nothing is run, told or counted", async () => {
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "pay",
    description: "Pays.",
    schema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    handler: (args) => args,
    metadata: { maxConcurrency: 1, idempotent: true, cache: { ttl: 1000, maxEntries: 1 } },
  });
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const circle: Record<string, unknown> = {};
  circle.itself = circle;
  const given = ['{"amount": 5}', { amount: 6 }, "", '{"amount": "x"}', "[1]", '{"amount"', circle];
  const checks = await Promise.all(given.map((args) => manager.check(tool, args as never)));
  const before = { events: events.length, stats: registry.stats("pay")?.executions };
  const runs = await Promise.all(checks.map((args) => manager.execute(tool, "1", args)));
  const direct = await Promise.all(given.map((args) => manager.execute(tool, "1", args as never)));
  const seen = {
    args: checks.map(({ args }) => args),
    frozen: checks.every(({ args }) => Object.isFrozen(args)),
    errors: checks.map(({ error }) => error?.message),
    runs: runs.map((run) => (run.success ? undefined : run.error.message)),
    direct: direct.map((run) => (run.success ? undefined : run.error.message)),
    before,
    stats: registry.stats("pay"),
  };
  expect(seen.before).toEqual({ events: 0, stats: 0 });
  expect(seen.args).toEqual([{ amount: 5 }, { amount: 6 }, {}, { amount: "x" }, {}, {}, {}]);
  expect(seen.frozen).toBe(true);
  expect(seen.errors.map((error) => error === undefined)).toEqual([
    true,
    true,
    ...Array(5).fill(false),
  ]);
  expect(seen.runs, "the execution of what was checked says the same").toEqual(seen.errors);
  expect(seen.direct).toEqual(seen.errors);
  expect(seen.stats).toMatchObject({ executions: 14, failures: 10 });
});

test("an executor's own validate() is asked once, and gets its say", async () => {
  const { tool } = new ToolRegistry().register({
    name: "pay",
    description: "Pays.",
    schema: { type: "object", required: ["never asked for"] },
    handler: (args) => args,
  });
  let asked = 0;
  const manager = new ToolExecutionManager({
    validate: (_tool, args) => {
      asked += 1;
      return args.amount === 1
        ? { success: true, args: { ...args, checked: true } }
        : { success: false, error: new Error("one only") as never };
    },
    execute: (_tool, args) => ({ success: true, result: JSON.stringify(args) }),
  });
  const good = await manager.check(tool, { amount: 1 });
  const bad = await manager.check(tool, { amount: 2 });
  const run = await manager.execute(tool, "1", good);
  const refused = await manager.execute(tool, "2", bad);
  const seen = {
    asked,
    value: good.value,
    error: bad.error?.message,
    result: run.success && run.result,
    refused: !refused.success && refused.error.message,
  };
  expect(seen).toEqual({
    asked: 2,
    value: { amount: 1, checked: true },
    error: "one only",
    result: '{"amount":1,"checked":true}',
    refused: "one only",
  });
});

test("what one manager or tool has accepted, another checks itself; what was refused stays so", async () => {
  const registry = new ToolRegistry();
  let asked = 0;
  const define = (name: string) =>
    registry.register({
      name,
      description: "Counts.",
      schema: z.looseObject({}).refine(({ no }) => {
        asked += 1;
        return !no;
      }),
      handler: () => name,
    }).tool;
  const [one, other] = [define("one"), define("other")];
  const manager = new ToolExecutionManager();
  const accepted = await manager.check(one, {});
  const refused = await manager.check(one, { no: true });
  const counts = [asked];
  const count = async (run: Promise<{ success: boolean }>) => {
    const { success } = await run;
    counts.push(asked);
    return success;
  };
  const successes = [
    await count(manager.execute(one, "1", accepted)),
    await count(manager.execute(other, "2", accepted)),
    await count(new ToolExecutionManager().execute(one, "3", accepted)),
    await count(new ToolExecutionManager().execute(other, "4", refused)),
  ];
  const seen = { counts, successes };
  expect(seen).toEqual({ counts: [2, 2, 3, 4, 4], successes: [true, true, true, false] });
});

test("what is no tool, and a manager that was freed, are errors and no rejection", async () => {
  const manager = new ToolExecutionManager();
  const { tool } = new ToolRegistry().register({
    name: "it",
    description: "Is it.",
    schema: {},
    handler: () => 1,
  });
  const codes = [await manager.check({} as never, {}), await manager.check(null as never, "{}")];
  manager.free();
  codes.push(await manager.check(tool, {}));
  const seen = codes.map(({ error }) => error?.message);
  expect(seen[0]).toContain("can't be registered");
  expect(seen[1]).toBeTruthy();
  expect(seen[2]).toMatch(/free/i);
});
