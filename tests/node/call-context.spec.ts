import {
  type CallOrigin,
  DEFAULT_RETRY_CONFIG,
  type ExecuteOptions,
  type ToolDefinition,
  ToolExecutionManager,
  ToolFailure,
  ToolRegistry,
} from "ag-ui-lit";
import { originWith } from "../../pkg/dist/calls/origin.js";
import type { CallContext } from "../../pkg/dist/execution/call-context.js";
import { expect, test } from "./test.js";

const withContext = (fields: CallContext | undefined): ExecuteOptions => ({
  origin: originWith({ kind: "server", depth: 0 }, { fields }),
});

function toolOf(definition: Partial<ToolDefinition>) {
  const registry = new ToolRegistry();
  return registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: () => null,
    ...definition,
  }).tool;
}

test("what a call has of its own is in the handler's context, for every attempt the same", async () => {
  const seen: Record<string, unknown>[] = [];
  const tool = toolOf({
    handler: (_args, context) => {
      seen.push({ ...context });
      if (context.attemptNumber === 1) throw new ToolFailure("again", { retryable: true });
    },
  });
  const manager = new ToolExecutionManager(undefined, { ...DEFAULT_RETRY_CONFIG, baseDelay: 1 });
  let reads = 0;
  const given = {
    user: { id: "u" },
    get session() {
      reads += 1;
      return { id: `s${reads}` };
    },
  };
  await manager.execute(tool, "1", {}, withContext(given));
  expect(seen.map(({ user, session }) => ({ user, session }))).toEqual([
    { user: { id: "u" }, session: { id: "s1" } },
    { user: { id: "u" }, session: { id: "s1" } },
  ]);
  await manager.execute(tool, "2", {});
  expect(Object.keys(seen[2] ?? {})).not.toContain("user");
});

test("nothing takes the place of what every call has", async () => {
  let seen: Record<string, unknown> = {};
  const tool = toolOf({
    handler: (_args, context) => {
      seen = { ...context, prototype: Object.getPrototypeOf(context).constructor.name };
    },
  });
  const manager = new ToolExecutionManager();
  const ofEveryCall = {
    executionId: 1,
    toolCallId: 1,
    toolName: 1,
    idempotencyKey: 1,
    attemptNumber: 9,
    maxAttempts: 9,
    signal: 1,
    deadline: 1,
    reportProgress: 1,
  };
  const hostile = JSON.parse('{ "__proto__": { "isAdmin": true }, "constructor": 1, "ours": 1 }');
  await manager.execute(tool, "1", {}, withContext({ ...hostile, ...ofEveryCall }));
  expect(seen).toMatchObject({ toolCallId: "1", toolName: "it", attemptNumber: 1, ours: 1 });
  expect(seen.signal).toBeInstanceOf(AbortSignal);
  expect(seen.reportProgress).toBeInstanceOf(Function);
  expect(seen).not.toHaveProperty("deadline");
  expect(seen.prototype).toBe("ExecutionContext");
  expect((seen as { isAdmin?: true }).isAdmin).toBeUndefined();
});

test("it goes through an execute() and to an executor of the page's own", async () => {
  const seen: unknown[] = [];
  const manager = new ToolExecutionManager({
    execute(_tool, _args, context) {
      seen.push((context as { user?: unknown }).user);
      return { success: true, result: "done" };
    },
  });
  const own: typeof manager.execute = (tool, id, args, options) =>
    manager.execute(tool, id, args, { ...options, timeout: 1000 });
  await own(toolOf({}), "1", {}, withContext({ user: "u" }));
  expect(seen).toEqual(["u"]);
});

test("an origin that is none is refused, and nothing runs", async () => {
  let runs = 0;
  const tool = toolOf({
    handler: () => {
      runs += 1;
    },
  });
  const manager = new ToolExecutionManager();
  for (const bad of [null, "agent", [1], {}, { kind: "king", depth: 0 }, { kind: "agent" }]) {
    const origin = bad as unknown as CallOrigin;
    const { error } = (await manager.execute(tool, "1", {}, { origin })) as {
      error?: { message: string };
    };
    expect(error?.message).toContain("options.origin must be a CallOrigin");
  }
  expect(runs).toBe(0);
});

for (const [what, metadata] of [
  ["the core", { ttl: 60_000, maxEntries: 10 }],
  ["a key of the page", { ttl: 60_000, maxEntries: 10, key: () => "one" }],
] as const) {
  test(`calls of different people share neither a run nor a result kept by ${what}`, async () => {
    const tool = toolOf({
      metadata: { idempotent: true, dedupe: "inflight", cache: metadata },
      handler: async (_args, context) => {
        runs += 1;
        await Promise.resolve();
        return `of ${(context as unknown as { user?: string }).user}`;
      },
    });
    let runs = 0;
    const manager = new ToolExecutionManager();
    const of = async (user: string | undefined) => {
      const outcome = await manager.execute(
        tool,
        "1",
        {},
        user === undefined ? {} : withContext({ user }),
      );
      return outcome.success ? outcome.result : outcome.error;
    };
    expect(await Promise.all([of("ada"), of("bob"), of("ada")])).toEqual([
      "of ada",
      "of bob",
      "of ada",
    ]);
    expect(await of("bob")).toBe("of bob");
    expect(runs).toBe(4);
    // Those of nobody share with each other as ever, and have nothing of somebody's.
    expect(await of(undefined)).toBe("of undefined");
    expect(await of(undefined)).toBe("of undefined");
    expect(runs).toBe(5);
    expect(await of("ada")).toBe("of ada");
  });
}

test("a validator's output and a store of the page's are no way around it", async () => {
  const stored = new Map<string, unknown>();
  const tool = toolOf({
    schema: {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => ({ value: { same: true } }),
        jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
      },
    } as never,
    metadata: {
      idempotent: true,
      dedupe: "inflight",
      cache: {
        ttl: 60_000,
        maxEntries: 10,
        store: {
          get: async (key: string) => stored.get(key),
          set: async (key: string, value: unknown) => void stored.set(key, value),
          delete: async (key: string) => void stored.delete(key),
          clear: async () => stored.clear(),
        } as never,
      },
    },
    handler: (_args, context) => (context as unknown as { user: string }).user,
  });
  const manager = new ToolExecutionManager();
  const users = ["ada", "bob"];
  const results = await Promise.all(
    users.map((user) => manager.execute(tool, "1", { a: 1 }, withContext({ user }))),
  );
  expect(results.map((each) => each.success && each.result)).toEqual(users);
  expect(stored.size).toBe(0);
});
