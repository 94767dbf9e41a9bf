/** What `tests/node` tests at length works in a browser too: one of each. */
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

test("registry: what is registered is shown, announced, counted and taken away again", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const changes: unknown[] = [];
    registry.addEventListener("tool-registry-change", () => changes.push(registry.names));
    const { tool, unregister } = registry.register({
      name: "add",
      description: "Adds.",
      schema: { properties: { a: { type: "number" } }, required: ["a"] },
      handler: ({ a }) => Number(a) + 1,
    });
    await new agUi.ToolExecutionManager().execute(tool, "1", '{"a": 1}');
    const shown = registry.toAgUiTools();
    const stats = registry.stats("add");
    unregister();
    return { changes, shown, stats, isFrozen: Object.isFrozen(tool) };
  });
  expect(seen).toMatchObject({
    changes: [["add"], []],
    shown: [{ name: "add", parameters: { type: "object", required: ["a"] } }],
    stats: { executions: 1, successes: 1 },
    isFrozen: true,
  });
});

test("definition: every fault is said, and an instance of a class keeps its this", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    class Counter {
      #count = 0;
      readonly name = "count";
      readonly description = "Counts.";
      readonly schema = {};
      handler() {
        this.#count += 1;
        return this.#count;
      }
    }
    const { tool } = registry.register(new Counter());
    const result = await new agUi.ToolExecutionManager().execute(tool, "1", "{}");
    try {
      registry.register({ name: "a b", description: "", schema: { type: "array" } } as never);
    } catch (error) {
      const { issues } = error as InstanceType<typeof agUi.ToolDefinitionError>;
      return { result: result.success && result.output, paths: issues.map(({ path }) => path[0]) };
    }
    return undefined;
  });
  expect(seen?.result).toBe(1);
  expect(seen?.paths).toEqual(expect.arrayContaining(["name", "description", "schema", "handler"]));
});

test("execution: events in their order, a validated value, the words for what is wrong", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const manager = new agUi.ToolExecutionManager();
    const events = record(manager, "tool-execution-", eventTypes.execution);
    const { tool } = new agUi.ToolRegistry().register({
      name: "greet",
      description: "Greets.",
      schema: { properties: { name: { type: "string", minLength: 2 } }, required: ["name"] },
      handler: ({ name }) => `Hello ${name}`,
    });
    return {
      good: await manager.execute(tool, "1", '{"name": "Ada"}'),
      bad: await manager.execute(tool, "2", '{"name": "A"}'),
      broken: await manager.execute(tool, "3", '{"name": '),
      types: events.map(({ type }) => type),
    };
  });
  expect(seen.good).toMatchObject({ success: true, result: "Hello Ada" });
  expect(seen.bad).toMatchObject({
    error: { category: "validation", validationErrors: [{ path: ["name"], received: "A" }] },
  });
  expect(seen.broken).toMatchObject({ error: { category: "validation" } });
  expect(seen.types).toEqual([
    ...["started", "validating", "executing", "succeeded"],
    ...["started", "validating", "failed"],
    ...["started", "validating", "failed"],
  ]);
});

test("schema libraries: zod, valibot and arktype validate, and show their JSON Schema", async ({
  harness,
}) => {
  await harness.evaluate(() => load("v", "arktype"));
  const seen = await harness.evaluate(async () => {
    const manager = new agUi.ToolExecutionManager();
    const schemas = {
      zod: z.object({ n: z.number(), unit: z.string().default("C") }),
      valibot: v.toStandardJsonSchema(
        v.object({ n: v.number(), unit: v.optional(v.string(), "C") }),
      ),
      arktype: arktype({ n: "number", unit: "string = 'C'" }),
    };
    const seen: unknown[] = [];
    for (const [name, schema] of Object.entries(schemas)) {
      const { tool } = new agUi.ToolRegistry().register({
        name,
        description: "Answers what it gets.",
        schema: schema as never,
        handler: (args: unknown) => args,
      });
      const good = await manager.execute(tool, "1", '{"n": 1}');
      const bad = await manager.execute(tool, "2", '{"n": "one"}');
      seen.push([
        good.success && good.output,
        bad.success || bad.error.validationErrors?.map(({ path }) => path),
        tool.parameters.type,
        tool.parameters.required,
      ]);
    }
    return seen;
  });
  expect(seen).toEqual(Array(3).fill([{ n: 1, unit: "C" }, [["n"]], "object", ["n"]]));
});

test("arguments that arrive in pieces: values, watchers, a check, and the execution", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const manager = new agUi.ToolExecutionManager();
    const { tool } = new agUi.ToolRegistry().register({
      name: "write",
      description: "Writes.",
      schema: { properties: { text: { type: "string" } }, required: ["text"] },
      handler: ({ text }) => text,
    });
    const reader = manager.readArguments(tool);
    const parts: unknown[] = [];
    reader.on(["text"], ({ value }) => parts.push(value));
    const values: unknown[] = [];
    for (const piece of ['{"text": "a', "\\ud83d", "\\ude00", '\ud83d"}']) {
      reader.push(piece);
      values.push(structuredClone(reader.value));
    }
    const { error: refusal } = await manager.check(tool, '{"text": 1}');
    const result = await manager.execute(tool, "1", reader);
    const partial = new agUi.ArgumentsReader();
    partial.push('{"text": tru');
    partial.push("x");
    return { values, parts, refusal: refusal?.message, result, error: partial.error };
  });
  expect(seen.values).toEqual([
    { text: "a" },
    { text: "a" },
    { text: "a😀" },
    { text: "a😀\uFFFD" },
  ]);
  expect(seen.parts.at(-1)).toBe("a😀\uFFFD");
  expect(seen.refusal).toContain("text: ");
  expect(seen.result).toMatchObject({ success: true, result: "a😀\uFFFD" });
  expect(seen.error).toContain("not valid JSON");
});

test("policies: a retry, a deadline, an open circuit, a shared run, a kept result", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager(undefined, undefined, {
      circuitBreaker: { failureThreshold: 1, recoveryTimeout: 60_000, successThreshold: 1 },
    });
    let runs = 0;
    const add = (name: string, metadata: object, handler: (attempt: number) => unknown) =>
      registry.register({
        name,
        description: "It.",
        schema: {},
        metadata,
        handler: (_, { attemptNumber }) => {
          runs += 1;
          return handler(attemptNumber);
        },
      }).tool;
    const execute = async (tool: ReturnType<typeof add>) => {
      const result = await manager.execute(tool, "1", "{}");
      return result.success ? result.result : (result.error.code ?? result.error.category);
    };
    const retryConfig = { maxAttempts: 2, baseDelay: 1, maxDelay: 1, jitter: "none" };
    const retried = await execute(
      add("retried", { retryConfig }, (attempt) => {
        if (attempt === 1) throw new TypeError("Failed to fetch");
        return attempt;
      }),
    );
    const slow = add("slow", { timeout: 5 }, () => new Promise(() => {}));
    const late = [await execute(slow), await execute(slow)];
    runs = 0;
    const shared = add("shared", { dedupe: "inflight" }, () => "one");
    await Promise.all([execute(shared), execute(shared)]);
    const kept = add("kept", { idempotent: true, cache: { ttl: 60_000, maxEntries: 1 } }, () => 1);
    await execute(kept);
    await execute(kept);
    return { retried, late, runs };
  });
  expect(seen).toEqual({ retried: "2", late: ["timeout", "circuit_open"], runs: 2 });
});

test("stopping: what waits never begins, and everything settles as cancelled", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const manager = new agUi.ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
    let begun = 0;
    const { tool } = new agUi.ToolRegistry().register({
      name: "hang",
      description: "Hangs.",
      schema: {},
      handler: () => {
        begun += 1;
        return new Promise(() => {});
      },
    });
    const calls = ["1", "2", "3"].map((id) => manager.execute(tool, id, "{}"));
    manager.addEventListener("tool-execution-cancelled", () => manager.cancelAll());
    manager.cancelAll();
    const ends = await Promise.all(calls);
    return { begun, ends: ends.map((end) => !end.success && end.error.category) };
  });
  expect(seen.begun).toBeLessThanOrEqual(1);
  expect(seen.ends).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("an executor of the page's own, results of every kind, and errors by their category", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const manager = new agUi.ToolExecutionManager({
      execute: async (tool, args) => ({
        success: true,
        result: `${tool.name} ${JSON.stringify(args)}`,
      }),
    });
    const { tool } = new agUi.ToolRegistry().register({
      name: "mine",
      description: "Mine.",
      schema: {},
      handler: () => "never",
    });
    const executed = await manager.execute(tool, "1", '{"a": 1}');
    const values = [new Date(0), 1n, new Map([["a", new Set([1])]]), undefined];
    const results = await Promise.all(values.map(async (value) => (await resultOf(value)).result));
    const thrown = [
      new DOMException("no", "AbortError"),
      Object.assign(new Error("no"), { status: 503 }),
      new agUi.ToolFailure("no", { category: "permanent" }),
    ];
    return { executed, results, categories: thrown.map((error) => errorOf(error).category) };
  });
  expect(seen.executed).toMatchObject({ success: true, result: 'mine {"a":1}' });
  expect(seen.results).toEqual(['"1970-01-01T00:00:00.000Z"', "1", '{"a":[1]}', "null"]);
  expect(seen.categories).toEqual(["cancelled", "transient", "permanent"]);
});
