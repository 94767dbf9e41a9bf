import { mock } from "node:test";
import {
  DEFAULT_RETRY_CONFIG,
  DefaultToolExecutor,
  ToolExecutionManager,
  type ToolExecutor,
  ToolRegistry,
  ValidatingToolExecutor,
} from "ag-ui-lit";
import * as z from "zod";
import { expect, test } from "./test.js";

test("an executor of the page's own runs every attempt, with all policies around it", async () => {
  const registry = new ToolRegistry();
  const calls: unknown[] = [];
  const manager = new ToolExecutionManager(
    {
      async execute(tool, args, context) {
        calls.push([tool.name, args, context.attemptNumber]);
        if (context.attemptNumber === 1) {
          const error = { category: "transient", message: "later", retryable: true } as const;
          return { success: false, error };
        }
        return { success: true, result: "from the executor", output: 7 };
      },
    },
    { ...DEFAULT_RETRY_CONFIG, baseDelay: 1 },
  );
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: { required: ["a"] },
    handler: () => "from the handler",
  });
  const seen = { result: await manager.execute(tool, "1", { b: 1 }), calls };
  expect(seen.result).toEqual({ success: true, result: "from the executor", output: 7 });
  // Without `validate` nobody checks the arguments.
  expect(seen.calls).toEqual([
    ["it", { b: 1 }, 1],
    ["it", { b: 1 }, 2],
  ]);
});

test("arguments are validated exactly once, whoever validates them", async () => {
  const registry = new ToolRegistry();
  let checks = 0;
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: z
      .object({ n: z.number() })
      .refine(() => {
        checks += 1;
        return true;
      })
      .transform(({ n }) => ({ doubled: n * 2 })),
    parameters: { type: "object", properties: { n: { type: "number" } } },
    handler: (args) => args,
  });
  class Subclass extends ValidatingToolExecutor {
    override execute(...args: Parameters<(typeof ValidatingToolExecutor)["prototype"]["execute"]>) {
      return super.execute(...args);
    }
  }
  const executors = {
    none: undefined,
    validating: new ValidatingToolExecutor(),
    nested: new ValidatingToolExecutor(new DefaultToolExecutor()),
    subclass: new Subclass(),
    unchecked: new DefaultToolExecutor({ unchecked: true }),
  };
  const outcomes: Record<string, unknown> = {};
  for (const [name, executor] of Object.entries(executors)) {
    checks = 0;
    const manager = new ToolExecutionManager(executor);
    const good = await manager.execute(tool, "1", '{"n": 2}');
    const goodChecks = checks;
    const bad = await manager.execute(tool, "1", '{"n": "x"}');
    outcomes[name] = [good.success && good.output, goodChecks, bad.success];
  }
  const seen = outcomes;
  expect(seen).toEqual({
    none: [{ doubled: 4 }, 1, false],
    validating: [{ doubled: 4 }, 1, false],
    nested: [{ doubled: 4 }, 1, false],
    subclass: [{ doubled: 4 }, 1, false],
    unchecked: [{ n: 2 }, 0, true],
  });
});

test("a manager warns once of an executor that checks nothing, unless that is meant", () => {
  const warn = mock.method(console, "warn", () => {});
  const warned = (executor: ToolExecutor) => {
    new ToolExecutionManager(executor).free();
    return warn.mock.callCount();
  };
  expect(warned(new DefaultToolExecutor({ unchecked: true }))).toBe(0);
  expect(warned(new ValidatingToolExecutor())).toBe(0);
  expect(warned({ execute: () => ({ success: true, result: "" }) })).toBe(0);
  expect(warned(new DefaultToolExecutor())).toBe(1);
  expect(warned(new DefaultToolExecutor())).toBe(1);
  const [message] = warn.mock.calls[0]?.arguments ?? [];
  expect(message).toContain("new DefaultToolExecutor({ unchecked: true })");
});

test("the package's executors work by themselves, and stop when their signal is aborted", async () => {
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "slow",
    description: "Ignores its signal.",
    schema: { type: "object", required: ["n"] },
    handler: ({ n }) => (n === 0 ? new Promise(() => {}) : `n is ${n}`),
  });
  const controller = new AbortController();
  const context = {
    executionId: "e",
    toolCallId: "c",
    toolName: "slow",
    idempotencyKey: "e",
    attemptNumber: 1,
    maxAttempts: 1,
    origin: { kind: "page", depth: 0 } as const,
    signal: controller.signal,
    reportProgress: () => {},
  };
  const executor = new ValidatingToolExecutor();
  const valid = await executor.execute(tool, { n: 1 }, context);
  const invalid = await executor.execute(tool, {}, context);
  const pending = executor.execute(tool, { n: 0 }, context);
  controller.abort();
  const seen = { valid, invalid, stopped: await pending };
  expect(seen.valid).toEqual({ success: true, result: "n is 1", output: "n is 1" });
  expect(seen.invalid).toMatchObject({ success: false, error: { category: "validation" } });
  expect(seen.stopped).toMatchObject({ success: false, error: { category: "cancelled" } });
});

test("an executor that throws or answers nonsense fails its execution, and nothing else", async () => {
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: () => "ran",
  });
  const outcome = async (executor: object) => {
    const manager = new ToolExecutionManager(executor as never);
    const result = await manager.execute(tool, "1", "{}");
    return result.success ? result.result : `${result.error.category}: ${result.error.message}`;
  };
  const seen = [
    await outcome({
      execute() {
        throw new Error("broken");
      },
    }),
    await outcome({ execute: () => "a string" }),
    await outcome({ execute: () => null }),
    await outcome({ execute: () => ({ success: true, result: 5 }) }),
    await outcome({ execute: () => ({ success: false, error: "why" }) }),
    await outcome({ execute: () => ({ success: true, result: "ok" }), validate: () => 5 }),
    await outcome({
      execute: () => ({ success: true, result: "ok" }),
      validate: () => ({ success: true, args: { checked: true } }),
    }),
  ];
  expect(seen).toEqual([
    "execution: broken",
    expect.stringContaining("execution: The executor's result must be"),
    expect.stringContaining("execution: The executor's result must be"),
    expect.stringContaining("execution: The executor's result must be"),
    "execution: why",
    expect.stringContaining("validate() gave no result"),
    "ok",
  ]);
});
