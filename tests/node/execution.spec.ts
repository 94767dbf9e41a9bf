import {
  DEFAULT_RETRY_CONFIG,
  type RegisteredTool,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import * as z from "zod";
import { eventTypes, record } from "../support/observe.js";
import { expect, test } from "./test.js";

test("a valid call lives from started to succeeded, each event once and in order", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  const { tool } = registry.register({
    name: "add",
    description: "Adds.",
    schema: z.object({ a: z.number(), b: z.number().default(2) }),
    handler: async ({ a, b }, context) => ({ sum: a + b, ...context, signal: undefined }),
  });
  const result = await manager.execute(tool, "call-1", '{"a": 1}');
  const id = events[0]?.detail.execution.id;
  const seen = {
    result,
    events,
    kept: manager.getExecution(id),
    ofCall: manager.getExecutionsForToolCall("call-1").length,
  };
  expect(seen.events.map((event) => event.type)).toEqual([
    "started",
    "validating",
    "executing",
    "succeeded",
  ]);
  const [started, validating, executing, succeeded] = seen.events.map((event) => event.detail);
  expect(started.execution).toMatchObject({ status: "pending", args: { a: 1 }, toolName: "add" });
  expect(validating).toMatchObject({ args: { a: 1 }, argsText: '{"a": 1}', toolName: "add" });
  expect(executing).toMatchObject({ attemptNumber: 1 });
  expect(succeeded.execution).toMatchObject({ status: "succeeded", toolCallId: "call-1" });
  expect(succeeded.execution.timing.duration).toBeGreaterThanOrEqual(0);
  expect(seen.result).toMatchObject({
    success: true,
    output: { sum: 3, toolCallId: "call-1", toolName: "add", attemptNumber: 1, maxAttempts: 3 },
  });
  expect(succeeded.result).toBe(seen.result.success && seen.result.result);
  expect(seen.kept).toMatchObject({ id: started.execution.id, status: "succeeded" });
  expect(seen.ofCall).toBe(1);
});

test("arguments that break the schema never reach the handler, and say all that is wrong", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  let calls = 0;
  const handler = () => {
    calls += 1;
  };
  const plain = registry.register({
    name: "plain",
    description: "Plain.",
    schema: {
      type: "object",
      properties: { city: { type: "string", minLength: 3 }, days: { type: "integer" } },
      required: ["city", "unit"],
      additionalProperties: false,
    },
    handler,
  });
  const own = registry.register({
    name: "own",
    description: "Own.",
    schema: z.object({ city: z.string(), days: z.number().int() }),
    handler,
  });
  const args = '{"city": "ab", "days": "two", "x": 1}';
  const refusal = async (tool: RegisteredTool) => {
    const result = await manager.execute(tool, "1", args);
    return result.success ? undefined : result.error;
  };
  const [ofPlain, ofOwn] = [await refusal(plain.tool), await refusal(own.tool)];
  expect(calls).toBe(0);
  expect(ofPlain?.category).toBe("validation");
  expect(ofPlain?.validationErrors).toEqual(
    expect.arrayContaining([
      {
        ...{ path: ["city"], message: "expected at least 3 characters, received 2" },
        ...{ code: "minLength", expected: 3, received: "ab" },
      },
      {
        ...{ path: ["days"], message: 'expected an integer, received "two"' },
        ...{ code: "type", expected: "integer", received: "two" },
      },
      { path: ["unit"], message: "is required, but missing", code: "required" },
      {
        ...{ path: ["x"], message: "is not a known property" },
        ...{ code: "additionalProperties", received: 1 },
      },
    ]),
  );
  expect(ofPlain?.validationErrors).toHaveLength(4);
  expect(ofOwn?.category).toBe("validation");
  expect(ofOwn?.message).toContain("days: ");
});

test("argument text that is no JSON object fails with the place of the fault", async () => {
  const texts = ['{"a": }', '{"a": 1', "[1]", "null", '{"n": 9007199254740993}', '{"n": 1e400}'];
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "any",
    description: "Takes anything.",
    schema: {},
    handler: (args) => args,
  });
  const results = await Promise.all(texts.map((text) => manager.execute(tool, "1", text)));
  const messages = results.map((result) => (result.success ? result.result : result.error.message));
  expect(messages).toEqual([
    "The arguments are not valid JSON: expected a value, found '}' at position 6.",
    "The arguments are not valid JSON: expected ',' or '}', but the text ends at position 7.",
    "The arguments must be a JSON object, not an array.",
    "The arguments must be a JSON object, not null.",
    expect.stringContaining("9007199254740993 can't be held exactly"),
    expect.stringContaining("1e400 is out of range"),
  ]);
});

test("argument text is read as the model meant it", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const { tool } = registry.register({
    name: "any",
    description: "Takes anything.",
    schema: {},
    handler: (args) => args,
  });
  const output = async (text: string) => {
    const result = await manager.execute(tool, "1", text);
    return result.success ? (result.output as Record<string, unknown>) : result.error.message;
  };
  const proto = await output('{"__proto__": {"polluted": true}}');
  const seen = {
    blank: await output("  \n"),
    last: await output('{"a": 1, "a": 2}'),
    surrogate: await output('{"a": "x\\ud800y", "b": "\\ud83d\\ude00"}'),
    protoIsOwn: Object.hasOwn(proto as object, "__proto__"),
    polluted: "polluted" in {},
  };
  expect(seen).toEqual({
    blank: {},
    last: { a: 2 },
    surrogate: { a: "x\uFFFDy", b: "😀" },
    protoIsOwn: true,
    polluted: false,
  });
});

test("whatever a handler throws or returns becomes a clear result", async () => {
  const registry = new ToolRegistry();
  const once = { ...DEFAULT_RETRY_CONFIG, maxAttempts: 1 };
  const manager = new ToolExecutionManager(undefined, once, { circuitBreaker: false });
  const outcomeOf = async (handler: () => unknown) => {
    const { tool } = registry.register(
      { name: "it", description: "It.", schema: {}, handler },
      { replace: true },
    );
    const result = await manager.execute(tool, "1", "{}");
    return result.success ? result.result : `${result.error.category}: ${result.error.message}`;
  };
  const raise = (value: unknown) => () => {
    throw value;
  };
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const seen = {
    string: await outcomeOf(() => "done"),
    nothing: await outcomeOf(() => undefined),
    nil: await outcomeOf(() => null),
    object: await outcomeOf(async () => ({ a: [1] })),
    cyclic: await outcomeOf(() => cyclic),
    throwsError: await outcomeOf(raise(new Error("no luck"))),
    throwsString: await outcomeOf(raise("just text")),
    throwsEmpty: await outcomeOf(raise("")),
    throwsNothing: await outcomeOf(raise(undefined)),
    throwsObject: await outcomeOf(raise({ message: "an object" })),
    throwsRevoked: await outcomeOf(() => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      throw proxy;
    }),
    rejects: await outcomeOf(() => Promise.reject(new TypeError("Failed to fetch"))),
    badThenable: await outcomeOf(() => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      get then() {
        throw new Error("bad then");
      },
    })),
    timeout: await outcomeOf(raise(new DOMException("too slow", "TimeoutError"))),
  };
  expect(seen).toEqual({
    string: "done",
    nothing: "null",
    nil: "null",
    object: '{"a":[1]}',
    cyclic: '{"self":"[Circular]"}',
    throwsError: "execution: no luck",
    throwsString: "execution: just text",
    throwsEmpty: "execution: The tool threw an empty string.",
    throwsNothing: "execution: The tool threw undefined.",
    throwsObject: "execution: an object",
    throwsRevoked: expect.stringContaining("execution: "),
    rejects: "transient: Failed to fetch",
    badThenable: "execution: bad then",
    timeout: "timeout: too slow",
  });
});

test("execute never throws, also for something that is no tool", async () => {
  const manager = new ToolExecutionManager();
  const things = [undefined, null, 5, {}, () => 0, { name: "x" }];
  const results = await Promise.all(
    things.map((thing) => manager.execute(thing as never, "1", {})),
  );
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const registry = new ToolRegistry();
  const tool = { name: "any", description: "Any.", schema: {}, handler: () => "ran" };
  registry.register(tool);
  const copy = { ...(registry.get("any") as object) };
  const seen = {
    results: results.map((result) => (result.success ? "ran" : result.error.code)),
    cyclic: await manager.execute(registry.get("any") as never, "1", cyclic),
    copy: await manager.execute(copy as never, "1", {}),
  };
  expect(seen.results).toEqual(Array(6).fill("not_a_tool"));
  expect(seen.cyclic).toMatchObject({ success: false, error: { category: "validation" } });
  expect(seen.copy).toMatchObject({ success: true, result: "ran" });
});

test("cancelling settles at once, aborts the signal, and announces nothing afterwards", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", eventTypes.execution);
  let finish: (value: string) => void = () => {};
  let signal: AbortSignal | undefined;
  const { tool } = registry.register({
    name: "slow",
    description: "Ignores its signal.",
    schema: {},
    handler: (_, context) => {
      signal = context.signal;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    },
  });
  const running = manager.execute(tool, "1", "{}");
  const id = events[0]?.detail.execution.id;
  const cancelled = [manager.cancel(id), manager.cancel(id), manager.cancel("nothing")];
  const result = await running;
  finish("too late");
  await Promise.resolve();
  const seen = {
    cancelled,
    result,
    aborted: signal?.aborted,
    types: events.map((event) => event.type),
    status: manager.getExecution(id)?.status,
  };
  expect(seen.cancelled).toEqual([true, false, false]);
  expect(seen.result).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.aborted).toBe(true);
  expect(seen.types).toEqual(["started", "validating", "executing", "cancelled"]);
  expect(seen.status).toBe("cancelled");
});

for (const moment of ["before", "started", "validating", "executing", "validator", "handler"]) {
  test(`an execution aborted ${moment === "before" ? "before it begins" : `in its ${moment}`} is cancelled once`, async () => {
    const registry = new ToolRegistry();
    const manager = new ToolExecutionManager();
    const events = record(manager, "tool-execution-", eventTypes.execution);
    const controller = new AbortController();
    const abortAt = (here: string) => {
      if (here === moment) controller.abort();
    };
    for (const type of ["started", "validating", "executing"] as const) {
      manager.addEventListener(`tool-execution-${type}`, () => abortAt(type));
    }
    let ran = false;
    const { tool } = registry.register({
      name: "it",
      description: "It.",
      schema: z.object({}).refine(() => {
        abortAt("validator");
        return true;
      }),
      handler: () => {
        ran = true;
        abortAt("handler");
        return "done";
      },
    });
    abortAt("before");
    const result = await manager.execute(tool, "1", {}, { signal: controller.signal });
    const terminal = events.filter(({ type }) =>
      ["succeeded", "failed", "cancelled"].includes(type),
    );
    const seen = { result, ran, terminal: terminal.map(({ type }) => type) };
    expect(seen.result).toMatchObject({ success: false, error: { category: "cancelled" } });
    expect(seen.terminal).toEqual(["cancelled"]);
    expect(seen.ran).toBe(moment === "handler");
  });
}

test("a record in an event is a snapshot that nobody can change", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", ["started", "succeeded"]);
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: (args) => {
      (args.list as number[]).push(4);
      return "done";
    },
  });
  await manager.execute(tool, "1", { list: [1] });
  const [started, succeeded] = events.map((event) => event.detail.execution);
  const seen = {
    started,
    succeeded,
    frozen: Object.isFrozen(started) && Object.isFrozen(started.args.list),
  };
  expect(seen.started).toMatchObject({ status: "pending", args: { list: [1] } });
  expect(seen.succeeded).toMatchObject({ status: "succeeded", args: { list: [1] } });
  expect(seen.frozen).toBe(true);
});

test("the last thousand finished executions are kept", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const ids: string[] = [];
  manager.addEventListener("tool-execution-started", ({ detail }) => ids.push(detail.execution.id));
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: {},
    handler: () => 1,
  });
  for (let count = 0; count < 1005; count++) await manager.execute(tool, "1", "{}");
  const kept = ids.filter((id) => manager.getExecution(id));
  const seen = { kept: kept.length, oldest: kept[0] === ids[5], unique: new Set(ids).size };
  expect(seen).toEqual({ kept: 1000, oldest: true, unique: 1005 });
});
