/** Steps that a page adds to the way of its calls: `manager.use()`. Those of an element are in tests/browser/call-steps.spec.ts. */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CallNext,
  type CallOrigin,
  type CallOutcome,
  type CallStep,
  type ToolDefinition,
  ToolExecutionManager,
  ToolFailure,
  ToolRegistry,
} from "ag-ui-lit";
import { toolEventStream } from "ag-ui-lit/text";
import { runTools } from "ag-ui-lit/toolbox";
import { Approvals } from "../../pkg/dist/element/answers/approval.js";
import { CallSteps } from "../../pkg/dist/execution/call-steps.js";
import { runBrowserCall } from "../../pkg/dist/web-mcp/browser-call.js";
import { turn } from "../support/observe.js";
import { call, context, executorOf } from "../support/server/executor.js";
import { deferred } from "./deferred.js";
import { call as callOf, Page, run } from "./loop/page.js";
import { expect, test } from "./test.js";
import { marker, ScriptedModel } from "./text/model.js";

function toolOf(definition: Partial<ToolDefinition> = {}) {
  const ran: unknown[] = [];
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "echo",
    description: "Says it again.",
    schema: {},
    handler: (args) => {
      ran.push(args);
      return args;
    },
    ...definition,
  });
  return { tool, registry, ran };
}

/** A step that notes each call, and how it ended. */
function audit(): {
  readonly step: CallStep;
  readonly seen: string[];
  readonly origins: CallOrigin[];
} {
  const seen: string[] = [];
  const origins: CallOrigin[] = [];
  const step: CallStep = async ({ toolName, argsText, origin }, next) => {
    const outcome = await next();
    const end = outcome.success ? outcome.result : (outcome.error.code ?? outcome.error.category);
    seen.push(`${origin.kind}/${origin.depth} ${toolName} ${argsText}: ${end}`);
    origins.push(origin);
    return outcome;
  };
  return { step, seen, origins };
}

const errorOf = (outcome: CallOutcome) => (outcome.success ? undefined : outcome.error);

test("a step sees every call of its manager, whoever asks for it", async () => {
  const { step, seen, origins } = audit();

  // The page.
  const { tool, registry } = toolOf();
  const manager = new ToolExecutionManager();
  manager.use(step);
  await manager.execute(tool, "p1", { n: 1 });

  // The agent of an element, with a call of no tool.
  const page = new Page((_input, round) =>
    round === 0 ? run(...callOf("c1", '{"n":2}'), ...namedCall("c2", "ehco")) : run(),
  );
  page.manager.use(step);
  await page.send("Go.");

  // A batch, and what it calls.
  for (const definition of runTools({ registry, manager })) registry.register(definition);
  const batch = registry.get("batch");
  if (!batch) throw new Error("There is no batch.");
  const calls = [{ tool: "echo", args: { n: 3 } }];
  await manager.execute(batch, "b1", { description: "One.", calls });

  // The browser's agent.
  const approvals = new Approvals(() => {});
  const browser = { tool, input: { n: 4 }, registry, manager, approvals, steps: new CallSteps() };
  await runBrowserCall({ ...browser, signal: undefined });

  // A model that writes its calls into text.
  const model = new ScriptedModel([marker("echo", { n: 5 }), "Done."]);
  const messages = [{ role: "user", content: "Go." }] as const;
  await toolEventStream({ stream: model.stream, registry, manager, messages }).text();

  // A server.
  const { executor } = executorOf(
    [{ name: "echo", metadata: { execution: "server" }, handler: (args) => args }],
    { manager },
  );
  await executor.execute(call("echo", { n: 6 }), context);

  expect(seen.map((each) => each.replace(/^(page\/0 batch).*/s, "$1"))).toEqual([
    'page/0 echo {"n":1}: {"n":1}',
    "agent/0 ehco {}: unknown_tool",
    'agent/0 echo {"n":2}: result 0',
    'page/0 echo {"n":3}: {"n":3}',
    "page/0 batch",
    'browser/0 echo {"n":4}: {"n":4}',
    'text/0 echo {"n":5}: {"n":5}',
    'server/0 echo {"n":6}: {"n":6}',
  ]);
  expect(origins.filter(({ parentExecutionId }) => parentExecutionId !== undefined)).toHaveLength(
    1,
  );
});

test("steps run in the order in which they were added, and leave when they are removed", async () => {
  const { tool } = toolOf();
  const manager = new ToolExecutionManager();
  const seen: string[] = [];
  const named =
    (name: string): CallStep =>
    async (_call, next) => {
      seen.push(name);
      const outcome = await next();
      seen.push(`/${name}`);
      return outcome;
    };
  const outer = named("outer");
  const removeFirst = manager.use(outer);
  manager.use(named("inner"));
  manager.use(outer);
  await manager.execute(tool, "1", {});
  expect(seen.splice(0)).toEqual(["outer", "inner", "outer", "/outer", "/inner", "/outer"]);
  removeFirst();
  removeFirst();
  await manager.execute(tool, "2", {});
  expect(seen).toEqual(["inner", "outer", "/outer", "/inner"]);
});

test("a step changes arguments, which are validated, and the result", async () => {
  const { tool, ran } = toolOf({
    parameters: { properties: { n: { type: "integer" } } },
    schema: undefined as never,
  });
  const manager = new ToolExecutionManager();
  manager.use(async ({ args }, next) => {
    const outcome = await next({ args: { ...args, n: Number(args.n) } });
    return outcome.success ? { ...outcome, result: outcome.result.toUpperCase() } : outcome;
  });
  const seen: unknown[] = [];
  manager.use(({ args, argsText }, next) => {
    seen.push(args, argsText);
    return next();
  });
  expect(await manager.execute(tool, "1", { n: "7", by: "ada" })).toMatchObject({
    success: true,
    result: '{"N":7,"BY":"ADA"}',
  });
  expect(ran).toEqual([{ n: 7, by: "ada" }]);
  expect(seen).toEqual([{ n: 7, by: "ada" }, '{"n":7,"by":"ada"}']);
  expect(errorOf(await manager.execute(tool, "2", { n: "x" }))?.category).toBe("validation");
  expect(ran).toHaveLength(1);
});

test("a step refuses by a ToolFailure, or answers in the tool's place; the tool does not run", async () => {
  const { tool, ran } = toolOf();
  const manager = new ToolExecutionManager();
  const remove = manager.use(() => {
    throw new ToolFailure("Enough for today.", { category: "permanent", code: "quota" });
  });
  expect(errorOf(await manager.execute(tool, "1", {}))).toMatchObject({
    category: "permanent",
    code: "quota",
    message: "Enough for today.",
    retryable: false,
  });
  remove();
  manager.use(() => ({ success: true, result: "kept", output: "kept" }));
  expect(await manager.execute(tool, "2", {})).toMatchObject({ success: true, result: "kept" });
  expect(ran).toEqual([]);
});

test("a step that throws fails its call and no other; after the tool has run, the error says so", async () => {
  const { tool, ran } = toolOf({ metadata: { idempotent: true } });
  const manager = new ToolExecutionManager();
  manager.use(async ({ toolCallId }, next) => {
    if (toolCallId === "before") throw new Error("no notebook");
    const outcome = await next();
    if (toolCallId === "after") throw new Error("notebook full");
    return outcome;
  });
  expect(errorOf(await manager.execute(tool, "before", {}))).toMatchObject({
    code: "step_failed",
    message: "no notebook",
  });
  expect(ran).toHaveLength(0);
  expect(errorOf(await manager.execute(tool, "after", {}))).toMatchObject({
    code: "step_failed",
    message: "The tool ran, but a step after it failed: notebook full",
    retryable: false,
  });
  expect(ran).toHaveLength(1);
  expect(await manager.execute(tool, "fine", {})).toMatchObject({ success: true });
});

test("a step that throws without waiting for the tool fails the call once the tool has ended", async () => {
  const gate = deferred<string>();
  const { tool } = toolOf({ handler: () => gate.promise });
  const manager = new ToolExecutionManager();
  manager.use((_call, next) => {
    void next();
    throw new Error("hasty");
  });
  const outcome = manager.execute(tool, "1", {});
  let isOver = false;
  void outcome.then(() => {
    isOver = true;
  });
  await turn();
  expect(isOver).toBe(false);
  gate.resolve("done");
  expect(errorOf(await outcome)?.message).toBe("The tool ran, but a step after it failed: hasty");
});

for (const [what, returned] of [
  ["nothing", undefined],
  ["a text", "done"],
  ["an outcome without a result", { success: true }],
  ["a failure without an error", { success: false }],
  ["a failure without a message", { success: false, error: { category: "permanent" } }],
] as const) {
  test(`a step that returns ${what} has failed the call, and the model reads what is known`, async () => {
    const { tool, ran } = toolOf();
    const manager = new ToolExecutionManager();
    const remove = manager.use((() => returned) as unknown as CallStep);
    const before = errorOf(await manager.execute(tool, "1", {}));
    expect(before).toMatchObject({ category: "permanent", code: "invalid_outcome" });
    expect(before?.message).toContain(
      "The tool was not run, but a step of the page gave no outcome",
    );
    remove();
    manager.use((async (_call: unknown, next: CallNext) => {
      await next();
      return returned;
    }) as unknown as CallStep);
    const after = errorOf(await manager.execute(tool, "2", {}));
    expect(after?.message).toContain("The tool was called, but a step of the page gave no outcome");
    expect(ran).toHaveLength(1);
  });
}

test("a tool runs once, however often a step calls next(), and not after the step has ended", async () => {
  const { tool, ran } = toolOf();
  const manager = new ToolExecutionManager();
  const remove = manager.use(async (_call, next) => {
    const [first, second] = await Promise.all([next(), next()]);
    expect(second).toBe(first);
    return first;
  });
  await manager.execute(tool, "1", {});
  expect(ran).toHaveLength(1);
  remove();
  let late: Promise<CallOutcome> | undefined;
  const waited = deferred<void>();
  manager.use((_call, next) => {
    void waited.promise.then(() => {
      late = next();
    });
    return { success: false, error: { category: "permanent", message: "No.", retryable: false } };
  });
  await manager.execute(tool, "2", {});
  waited.resolve();
  await waited.promise;
  expect(errorOf((await late) as CallOutcome)).toMatchObject({
    category: "cancelled",
    code: "not_run",
  });
  expect(ran).toHaveLength(1);
});

test("a step that never ends is given up when its call is", async () => {
  const { tool, ran } = toolOf();
  const manager = new ToolExecutionManager();
  const aborts: unknown[] = [];
  manager.use(({ signal }) => {
    signal.addEventListener("abort", () => aborts.push(signal.reason));
    return new Promise(() => {});
  });
  const controller = new AbortController();
  const outcome = manager.execute(tool, "1", {}, { signal: controller.signal });
  await turn();
  controller.abort("enough");
  expect(errorOf(await outcome)).toMatchObject({ category: "cancelled" });
  expect(aborts).toEqual(["enough"]);
  expect(ran).toEqual([]);
  // One that was aborted before reaches no step.
  const early = await manager.execute(tool, "2", {}, { signal: controller.signal });
  expect(errorOf(early)).toMatchObject({ category: "cancelled" });
  expect(aborts).toHaveLength(1);
});

test("a call that is given up while its tool runs behind a step that never ends has the tool's own end", async () => {
  const { tool } = toolOf({ handler: () => new Promise(() => {}) });
  const manager = new ToolExecutionManager();
  manager.use((_call, next) => {
    void next();
    return new Promise(() => {});
  });
  const controller = new AbortController();
  const outcome = manager.execute(tool, "1", {}, { signal: controller.signal });
  await turn();
  const [execution] = manager.getExecutionsForToolCall("1");
  controller.abort();
  expect(errorOf(await outcome)?.category).toBe("cancelled");
  expect(manager.getExecution(execution?.id ?? "")?.status).toBe("cancelled");
});

test("a step executes tools itself: with the call's origin past all steps, without it through them", async () => {
  const { tool, registry, ran } = toolOf();
  const { tool: note } = registry.register({
    name: "note",
    description: "Notes.",
    schema: {},
    handler: () => ran.push("note"),
  });
  const manager = new ToolExecutionManager();
  const seen: string[] = [];
  manager.use(async (call, next) => {
    seen.push(call.toolName);
    if (call.toolName === "echo") {
      await manager.execute(note, "n1", {}, { origin: call.origin });
      await manager.execute(note, "n2", {});
    }
    return next();
  });
  await manager.execute(tool, "1", {});
  expect(seen).toEqual(["echo", "note"]);
  expect(ran).toEqual(["note", "note", {}]);
});

test("a step that calls itself without end is refused, and the page goes on", async () => {
  const { tool } = toolOf();
  const manager = new ToolExecutionManager();
  let calls = 0;
  const remove = manager.use(async () => {
    calls += 1;
    return manager.execute(tool, `${calls}`, {});
  });
  expect(errorOf(await manager.execute(tool, "0", {}))?.message).toContain(
    "a step that executes a tool must pass { origin: call.origin }",
  );
  expect(calls).toBe(10_000);
  remove();
  expect(await manager.execute(tool, "1", {})).toMatchObject({ success: true });
});

test("a call with steps begins at once, in the context it was made in", async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const { tool } = toolOf({ handler: () => seen.push(context.getStore()) });
  const manager = new ToolExecutionManager();
  manager.use((_call, next) => next());
  const outcome = context.run("a span", () => manager.execute(tool, "1", {}));
  expect(manager.getExecutionsForToolCall("1")).toHaveLength(1);
  await outcome;
  expect(seen).toEqual(["a span"]);
});

test("steps that are added or removed by a step count from the next call", async () => {
  const { tool } = toolOf();
  const manager = new ToolExecutionManager();
  const seen: string[] = [];
  const remove = manager.use((_call, next) => {
    seen.push("first");
    remove();
    manager.use((_inner, goOn) => {
      seen.push("second");
      return goOn();
    });
    return next();
  });
  await manager.execute(tool, "1", {});
  expect(seen.splice(0)).toEqual(["first"]);
  await manager.execute(tool, "2", {});
  expect(seen).toEqual(["second"]);
});

test("use() refuses what is not a function", () => {
  const manager = new ToolExecutionManager();
  for (const bad of [undefined, null, {}, "audit"]) {
    expect(() => manager.use(bad as unknown as CallStep)).toThrow("use() needs a step");
  }
});

test("a handler's context says who asked, and a tool that it calls is known to come from there", async () => {
  const origins: unknown[] = [];
  const { tool, registry } = toolOf({ handler: (_args, { origin }) => origins.push(origin) });
  const { tool: outer } = registry.register({
    name: "outer",
    description: "Calls echo.",
    schema: {},
    handler: (_args, { origin }) => manager.execute(tool, "2", {}, { origin }),
  });
  const manager = new ToolExecutionManager();
  const { step, seen } = audit();
  manager.use(step);
  await manager.execute(outer, "1", {});
  expect(origins).toEqual([{ kind: "page", depth: 0 }]);
  expect(seen).toHaveLength(1);

  const page = new Page((_input, round) => (round === 0 ? run(...namedCall("c1", "who")) : run()));
  page.registry.register({
    name: "who",
    description: "Says who asked.",
    schema: {},
    handler: (_args, { origin }) => origins.push(origin),
  });
  await page.send("Who?");
  expect(origins[1]).toMatchObject({ kind: "agent", depth: 0, run: { threadId: "t" } });
  expect(Object.keys(origins[1] as object)).toEqual(["kind", "depth", "run"]);
});

function namedCall(toolCallId: string, toolCallName: string): object[] {
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}
