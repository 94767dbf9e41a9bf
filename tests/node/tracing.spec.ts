/** `ag-ui-lit/otel` with OpenTelemetry's own SDK: what a span of an execution says. */
// In a process of its own: OpenTelemetry's provider is the process's.

import assert from "node:assert/strict";
import { beforeEach } from "node:test";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { FetchInstrumentation } from "@opentelemetry/instrumentation-fetch";
import {
  type RegisteredTool,
  type ToolDefinition,
  ToolExecutionManager,
  ToolFailure,
  type ToolMetadata,
  ToolRegistry,
} from "ag-ui-lit";
import { traceTools } from "ag-ui-lit/otel";
import { runTools } from "ag-ui-lit/toolbox";
import * as z from "zod";
import { eventsOf, headerServer, milliseconds, registerRecorder } from "../support/tracing.js";
import { deferred } from "./deferred.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

const recorder = registerRecorder();

beforeEach(() => recorder.clear());

const quick = { maxAttempts: 3, baseDelay: 1, maxDelay: 50, jitter: "none" } as const;

function toolOf(
  handler: ToolDefinition["handler"],
  metadata: ToolMetadata = {},
  rest: Partial<ToolDefinition> = {},
): RegisteredTool {
  const all = { name: "look_up", description: "Looks it up.", schema: {}, ...rest };
  return new ToolRegistry().register({ ...all, handler, metadata }).tool;
}

test("an execution is a span after the conventions for generative AI, under what is active when execute() is called", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const tool = toolOf(() => "found");

  const { execution, parent } = await recorder.tracer.startActiveSpan("page", async (parent) => {
    const done = manager.execute(tool, "call-1", { what: "secret" });
    parent.end();
    await done;
    return { execution: manager.getExecutionsForToolCall("call-1")[0], parent };
  });

  const [, span] = recorder.spans;
  expect(span?.name).toBe("execute_tool look_up");
  expect(span?.kind).toBe(SpanKind.INTERNAL);
  expect(span?.attributes).toEqual({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "look_up",
    "gen_ai.tool.description": "Looks it up.",
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": "call-1",
    "ag_ui_lit.attempts": 1,
  });
  expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
  expect(span?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
  expect(span?.instrumentationScope.name).toBe("ag-ui-lit");
  expect(span && eventsOf(span)).toEqual([["attempt", { "ag_ui_lit.attempt.number": 1 }]]);
  const { queuedAt = 0, completedAt = 0 } = execution?.timing ?? {};
  expect(span && milliseconds(span.startTime)).toBeCloseTo(queuedAt, 2);
  expect(span && milliseconds(span.endTime)).toBeCloseTo(completedAt, 2);
});

test("the handler runs inside the span's context, in every attempt: an instrumented fetch nests and sends traceparent", async () => {
  await using server = await headerServer();
  const uninstrument = registerInstrumentations({
    tracerProvider: recorder.provider,
    instrumentations: [new FetchInstrumentation({ propagateTraceHeaderCorsUrls: /.*/ })],
  });
  try {
    const manager = new ToolExecutionManager();
    traceTools(manager);
    const tool = toolOf(
      async (_args, { attemptNumber }) => {
        await undefined;
        const said = await fetch(server.url).then((response) => response.text());
        if (attemptNumber < 3) throw new ToolFailure("Again.", { category: "transient" });
        return said;
      },
      { retryConfig: quick },
    );
    const outcome = await manager.execute(tool, "1", {});
    expect(outcome).toMatchObject({ success: true, result: "ok" });
  } finally {
    uninstrument();
  }

  const span = recorder.spans.find(({ name }) => name === "execute_tool look_up");
  const { traceId, spanId } = span?.spanContext() ?? {};
  // The instrumentation ends its spans a moment later.
  await expect.poll(() => recorder.spans.length).toBe(4);
  const requests = recorder.spans.filter(({ name }) => name === "GET");
  expect(requests.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
    spanId,
    spanId,
    spanId,
  ]);
  expect(server.headers.map(({ traceparent }) => traceparent).sort()).toEqual(
    requests.map((request) => `00-${traceId}-${request.spanContext().spanId}-01`).sort(),
  );
});

test("an executor of the page is inside the context as well", async () => {
  const seen: unknown[] = [];
  const manager = new ToolExecutionManager({
    execute: async () => {
      seen.push(trace.getActiveSpan()?.spanContext().spanId);
      return { success: true, result: "done" };
    },
  });
  traceTools(manager);
  await manager.execute(
    toolOf(() => {}),
    "1",
    {},
  );
  expect(seen).toEqual([recorder.span.spanContext().spanId]);
});

test("what a context holds at execute() reaches the handler, also in another attempt", async () => {
  const key = Symbol("page");
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const seen: unknown[] = [];
  const tool = toolOf(
    (_args, { attemptNumber }) => {
      seen.push(context.active().getValue(key));
      if (attemptNumber === 1) throw new ToolFailure("Again.", { category: "transient" });
    },
    { retryConfig: quick },
  );
  await context.with(context.active().setValue(key, "home"), () => manager.execute(tool, "1", {}));
  expect(seen).toEqual(["home", "home"]);
});

test("attempts and retries are events, and a failure has a type and a status", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const tool = toolOf(
    (_args, { attemptNumber }) => {
      if (attemptNumber < 3) throw new TypeError("Failed to fetch");
      throw new ToolFailure("No such page.", { category: "permanent", code: "no_page" });
    },
    { retryConfig: quick },
  );
  await manager.execute(tool, "1", {});

  const { span } = recorder;
  const failure = {
    "error.type": "transient",
    "ag_ui_lit.error.category": "transient",
    "ag_ui_lit.error.message": "Failed to fetch",
  };
  expect(eventsOf(span)).toEqual([
    ["attempt", { "ag_ui_lit.attempt.number": 1 }],
    ["retry", { "ag_ui_lit.attempt.number": 2, "ag_ui_lit.retry.delay_ms": 1, ...failure }],
    ["attempt", { "ag_ui_lit.attempt.number": 2 }],
    ["retry", { "ag_ui_lit.attempt.number": 3, "ag_ui_lit.retry.delay_ms": 2, ...failure }],
    ["attempt", { "ag_ui_lit.attempt.number": 3 }],
  ]);
  expect(span.attributes).toMatchObject({
    "error.type": "no_page",
    "ag_ui_lit.error.category": "permanent",
    "ag_ui_lit.attempts": 3,
  });
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: "No such page." });
  const times = [span.startTime, ...span.events.map(({ time }) => time), span.endTime];
  const sorted = times.map(milliseconds);
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
});

/** Calls back when an execution that has run already waits for a slot: no event tells of that. */
function whenWaiting(manager: ToolExecutionManager, waits: () => void): void {
  const watcher = (_execution: unknown, { tool }: { tool: RegisteredTool }) => ({
    heard() {},
    waits: () => tool.name === "flaky" && waits(),
    accepted() {},
    follows() {},
    around: (callee: unknown) => callee,
  });
  const method = Reflect.get(manager, Symbol.for("ag-ui-lit.watch-executions"));
  Reflect.apply(method, manager, [watcher]);
}

test("waiting for a slot is an event that says how long, before the first attempt and before another", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  traceTools(manager);
  const free = deferred<void>();
  const held = toolOf(() => free.promise, {}, { name: "held" });
  const tool = toolOf(() => "done");
  const all = [manager.execute(held, "1", {}), manager.execute(tool, "2", {})];
  free.resolve();
  await Promise.all(all);
  const [, second] = recorder.spans;
  expect(second && eventsOf(second)).toEqual([
    ["wait", { "ag_ui_lit.wait.duration_ms": expect.any(Number) }],
    ["attempt", { "ag_ui_lit.attempt.number": 1 }],
  ]);
  const wait = second?.events[0]?.attributes?.["ag_ui_lit.wait.duration_ms"];
  expect(wait).toBeGreaterThan(0);

  // The second takes the slot while the first waits for its retry, and keeps it beyond that.
  recorder.clear();
  const taken = deferred<void>();
  const waits = deferred<void>();
  const flaky = toolOf(
    (_args, { attemptNumber }) => {
      if (attemptNumber === 1) throw new ToolFailure("Again.", { category: "transient" });
    },
    { retryConfig: quick },
    { name: "flaky" },
  );
  // It begins when the first gives its slot back, and keeps it until the first wants another.
  const keeping = toolOf(() => taken.promise, {}, { name: "keeping" });
  whenWaiting(manager, waits.resolve);
  const first = manager.execute(flaky, "1", {});
  const other = manager.execute(keeping, "2", {});
  await waits.promise;
  taken.resolve();
  await Promise.all([first, other]);
  const span = recorder.spans.find(({ name }) => name.endsWith("flaky"));
  expect(span && eventsOf(span).map(([name]) => name)).toEqual([
    "attempt",
    "retry",
    "wait",
    "attempt",
  ]);
});

test("neither arguments nor results are recorded unless asked, nor what refused arguments quote", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const schema = z.object({ pin: z.number(), note: z.string().optional() });
  const tool = toolOf(() => "the-result-is-secret", {}, { schema: schema as never });
  const plain = toolOf(
    () => {},
    {},
    {
      schema: {
        type: "object",
        properties: { pin: { type: "integer" } },
        additionalProperties: false,
      },
    },
  );
  await manager.execute(tool, "1", { pin: 4711, note: "secret" });
  await manager.execute(tool, "2", { pin: "secret-4711" });
  await manager.execute(plain, "3", { pin: "secret-4711", "secret-name": 1 });
  await manager.execute(plain, "4", '{"pin": secret-4711}');

  expect(recorder.spans).toHaveLength(4);
  expect(recorder.everything).not.toMatch(/secret|4711/);
  for (const { attributes, status } of recorder.spans.slice(1)) {
    expect(attributes["error.type"]).toBe("validation");
    expect(attributes["ag_ui_lit.attempts"]).toBe(0);
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
  }
});

test("with recordErrorMessages: false a failure's message is not recorded either", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager, { recordErrorMessages: false });
  const tool = toolOf(
    () => {
      throw new TypeError("Failed to fetch secret");
    },
    { retryConfig: quick },
  );
  await manager.execute(tool, "1", {});
  expect(recorder.everything).not.toContain("secret");
  expect(recorder.span.attributes["error.type"]).toBe("transient");
});

test("arguments and results are recorded on request, as JSON where they are", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager, { recordArguments: true, recordResults: true });
  const tool = toolOf(
    (args) => args,
    {},
    {
      schema: { type: "object", properties: { a: { type: "integer" } } },
    },
  );
  await manager.execute(tool, "1", { a: 1 });
  await manager.execute(tool, "2", '{ "a": 2 }');
  await manager.execute(tool, "3", "  ");
  await manager.execute(tool, "4", '{"a": "x"}');
  await manager.execute(tool, "5", '{"a": ');
  const seen = recorder.spans.map(({ attributes, status }) => [
    attributes["gen_ai.tool.call.arguments"],
    attributes["gen_ai.tool.call.result"],
    status.message,
  ]);
  expect(seen).toEqual([
    ['{"a":1}', '{"a":1}', undefined],
    ['{ "a": 2 }', '{"a":2}', undefined],
    ["{}", "{}", undefined],
    ['{"a": "x"}', undefined, expect.stringContaining('received "x"')],
    ['{"a": ', undefined, expect.stringContaining("not valid JSON")],
  ]);
});

test("a message longer than any backend takes is cut", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  await manager.execute(
    toolOf(() => {
      throw new Error("x".repeat(100_000));
    }),
    "1",
    {},
  );
  expect(recorder.span.status.message?.length).toBeLessThan(2100);
});

test("a cancelled execution has a span, wherever it was stopped", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  traceTools(manager);
  const never = toolOf(() => new Promise(() => {}));
  const aborted = AbortSignal.abort(new Error("left"));
  await manager.execute(never, "before", {}, { signal: aborted });
  const running = manager.execute(never, "running", {});
  const waiting = manager.execute(never, "waiting", {});
  manager.cancelAll();
  await Promise.all([running, waiting]);

  const seen = recorder.spans.map(({ attributes, status, ...span }) => ({
    call: attributes["gen_ai.tool.call.id"],
    type: attributes["error.type"],
    status,
    events: eventsOf(span as never).map(([name]) => name),
  }));
  const status = { code: SpanStatusCode.ERROR, message: "The call was cancelled." };
  expect(seen).toEqual([
    {
      call: "before",
      type: "cancelled",
      status: { ...status, message: "The call was cancelled: Error: left" },
      events: [],
    },
    { call: "running", type: "cancelled", status, events: ["attempt"] },
    { call: "waiting", type: "cancelled", status, events: ["wait"] },
  ]);
});

test("an execution that its circuit refuses has a span without an attempt", async () => {
  const manager = new ToolExecutionManager();
  const tool = toolOf(
    () => {
      throw new Error("broken");
    },
    { circuitBreaker: { failureThreshold: 1 } },
  );
  traceTools(manager);
  await manager.execute(tool, "1", {});
  await manager.execute(tool, "2", {});
  const [, refused] = recorder.spans;
  expect(refused?.attributes).toMatchObject({
    "error.type": "circuit_open",
    "ag_ui_lit.error.category": "transient",
    "ag_ui_lit.attempts": 0,
  });
  expect(refused?.events).toEqual([]);
});

test("an execution that shares another's handler is linked to its span, and has no attempt of its own", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager, { recordResults: true });
  const free = deferred<string>();
  const tool = toolOf(() => free.promise, { dedupe: "inflight" });
  const all = [manager.execute(tool, "1", {}), manager.execute(tool, "2", {})];
  free.resolve("once");
  await Promise.all(all);
  const [leader, follower] = recorder.spans;
  expect(leader?.links).toEqual([]);
  expect(leader?.attributes).not.toHaveProperty("ag_ui_lit.shared");
  expect(follower?.links.map(({ context }) => context.spanId)).toEqual([
    leader?.spanContext().spanId,
  ]);
  expect(follower?.attributes).toMatchObject({
    "ag_ui_lit.shared": true,
    "ag_ui_lit.attempts": 0,
    "gen_ai.tool.call.result": "once",
  });
  expect(follower?.events).toEqual([]);
});

test("who takes over the handler of an execution that was cancelled has a span of its own to the end", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const free = deferred<string>();
  const tool = toolOf(() => free.promise, { dedupe: "inflight" });
  const controller = new AbortController();
  const first = manager.execute(tool, "1", {}, { signal: controller.signal });
  const second = manager.execute(tool, "2", {});
  controller.abort();
  free.resolve("once");
  expect(await first).toMatchObject({ success: false });
  expect(await second).toMatchObject({ success: true, result: "once" });
  expect(recorder.spans.map(({ attributes }) => attributes["error.type"])).toEqual([
    "cancelled",
    undefined,
  ]);
});

test("an execution that an earlier result answers says so", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const metadata = { idempotent: true, cache: { ttl: 60_000, maxEntries: 2 } };
  const tool = toolOf(() => "kept", metadata);
  await manager.execute(tool, "1", {});
  await manager.execute(tool, "2", {});
  const [made, cached] = recorder.spans;
  expect(made?.attributes).not.toHaveProperty("ag_ui_lit.cached");
  expect(cached?.attributes).toMatchObject({ "ag_ui_lit.cached": true, "ag_ui_lit.attempts": 0 });
  expect(cached?.events).toEqual([]);
});

test("a handler that goes on after its deadline has a span of its own from then on, under that of its execution", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager, { recordResults: true });
  const settled: unknown[] = [];
  const orphans = deferred<void>();
  manager.addEventListener("tool-execution-orphan-settled", ({ detail }) => {
    if (settled.push(detail.outcome) === 2) orphans.resolve();
  });
  const late = [deferred<string>(), deferred<string>()];
  const tool = toolOf((_args, { attemptNumber }) => late[attemptNumber - 1]?.promise, {
    timeout: 5,
    idempotent: true,
    retryConfig: { ...quick, maxAttempts: 2 },
  });
  await manager.execute(tool, "1", {});
  late[0]?.resolve("late");
  late[1]?.reject(new Error("too late"));
  await orphans.promise;

  const [execution, first, second] = recorder.spans;
  expect(execution?.attributes["error.type"]).toBe("timeout");
  expect(first?.name).toBe("orphaned_attempt look_up");
  expect(first?.attributes).toEqual({
    "gen_ai.tool.name": "look_up",
    "ag_ui_lit.attempt.number": 1,
    "ag_ui_lit.outcome": "succeeded",
    "gen_ai.tool.call.result": "late",
  });
  expect(second?.attributes).toMatchObject({
    "ag_ui_lit.attempt.number": 2,
    "ag_ui_lit.outcome": "failed",
    "error.type": "execution",
  });
  for (const orphan of [first, second]) {
    expect(orphan?.parentSpanContext?.spanId).toBe(execution?.spanContext().spanId);
    expect(orphan && milliseconds(orphan.startTime)).toBeGreaterThan(
      execution ? milliseconds(execution.startTime) : 0,
    );
  }
  expect(second?.startTime).toEqual(execution?.endTime);
});

test("metadata.tracing adds attributes, of the arguments that the handler gets", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const seen: unknown[] = [];
  class Metadata {
    readonly prefix = "shop";
    readonly retryConfig = quick;
    tracing(args: { city: string; days: number }) {
      seen.push(args);
      return {
        [`${this.prefix}.city`]: args.city,
        [`${this.prefix}.days`]: args.days,
        "shop.tags": ["a", "b"],
        "shop.isNew": false,
        "shop.absent": undefined,
        "gen_ai.tool.type": "datastore",
      };
    }
  }
  const schema = z.object({ city: z.string().trim(), days: z.number().default(3) });
  const { tool } = new ToolRegistry().register({
    name: "forecast",
    description: "Forecasts.",
    schema,
    metadata: new Metadata(),
    handler: (_args, { attemptNumber }) => {
      if (attemptNumber === 1) throw new ToolFailure("Again.", { category: "transient" });
    },
  });
  await manager.execute(tool, "1", { city: " Rome " });
  await manager.execute(tool, "2", { city: 1 });
  expect(seen).toEqual([{ city: "Rome", days: 3 }]);
  expect(recorder.spans[0]?.attributes).toMatchObject({
    "shop.city": "Rome",
    "shop.days": 3,
    "shop.tags": ["a", "b"],
    "shop.isNew": false,
    "gen_ai.tool.type": "datastore",
  });
  expect(recorder.spans[0]?.attributes).not.toHaveProperty("shop.absent");
});

test("metadata.tracing is asked once for whoever watches, and never when nobody does", async () => {
  const manager = new ToolExecutionManager();
  let asked = 0;
  const tool = toolOf(() => {}, {
    tracing: () => {
      asked += 1;
      return undefined;
    },
  });
  await manager.execute(tool, "1", {});
  expect(asked).toBe(0);
  const stop = traceTools(manager);
  await manager.execute(tool, "2", {});
  expect(asked).toBe(1);
  stop();
  await manager.execute(tool, "3", {});
  expect(asked).toBe(1);
});

const wrongTracing = ["city", { attributes: () => ({}) }, 42];
for (const tracing of wrongTracing) {
  test(`metadata.tracing that is ${JSON.stringify(tracing)} is refused with the definition`, () => {
    expect(() => toolOf(() => {}, { tracing: tracing as never })).toThrow(
      /metadata\.tracing: must be a function of the arguments, but is/,
    );
  });
}

test("a broken answer of metadata.tracing is reported, and spoils neither span nor result", async () => {
  const reported = collectReports();
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const broken: [unknown, string | undefined, object][] = [
    ["city", "it gave city", {}],
    [null, "it gave null", {}],
    [new Map([["a", 1]]), "it gave [object Map]", {}],
    [["a"], "it gave a", {}],
    [Promise.resolve({ a: 1 }), "it gave [object Promise]", {}],
    [{ a: { deep: 1 }, b: 1 }, '"a" is [object Object]', { b: 1 }],
    [{ a: Number.NaN, b: 1n, c: null, d: ["x", 1], "": 1, e: true }, '"a" is NaN', { e: true }],
    [
      {
        get a() {
          throw new Error("read");
        },
      },
      undefined,
      {},
    ],
    [{ a: () => 1 }, '"a" is ', {}],
    [
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("keys");
          },
        },
      ),
      undefined,
      {},
    ],
  ];
  for (const [answer, said, attributes] of broken) {
    recorder.clear();
    reported.length = 0;
    const tool = toolOf(() => "done", { tracing: () => answer as never });
    expect(await manager.execute(tool, "1", {})).toMatchObject({ success: true, result: "done" });
    expect(reported).toHaveLength(1);
    if (said !== undefined) expect(String(reported[0])).toContain(said);
    const { attributes: all } = recorder.span;
    const own = Object.entries(all).filter(([name]) => !/^(gen_ai|ag_ui_lit)\./.test(name));
    expect(Object.fromEntries(own)).toEqual(attributes);
  }
  reported.length = 0;
  const throwing = toolOf(() => "done", {
    tracing: () => {
      throw new Error("of the page");
    },
  });
  expect(await manager.execute(throwing, "1", {})).toMatchObject({ success: true });
  expect(reported.map(String)).toEqual(["Error: of the page"]);
  expect(recorder.spans.at(-1)?.status.code).toBe(SpanStatusCode.UNSET);
});

test("metadata.tracing can't change what the handler gets of a JSON Schema's arguments, and may cancel", async () => {
  const reported = collectReports();
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const calls: unknown[] = [];
  const changing = toolOf((args) => void calls.push(args), {
    tracing: (args) => {
      (args as { a: number }).a = 2;
      return {};
    },
  });
  await manager.execute(changing, "1", { a: 1 });
  expect(calls).toEqual([{ a: 1 }]);
  expect(reported).toHaveLength(1);

  const cancelling = toolOf(() => void calls.push("called"), {
    tracing: () => {
      manager.cancelAll();
      return {};
    },
  });
  expect(await manager.execute(cancelling, "1", {})).toMatchObject({
    success: false,
    error: { category: "cancelled" },
  });
  expect(calls).toHaveLength(1);
  expect(recorder.spans.at(-1)?.attributes["error.type"]).toBe("cancelled");
});

test("what a batch calls nests under its own call, also while another call's runs in the same module", async () => {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const gates = [deferred<void>(), deferred<void>()];
  registry.register({
    name: "wait",
    description: "Waits.",
    parameters: { properties: { n: { type: "integer" } } },
    handler: ({ n }) => gates[n as number]?.promise,
  });
  for (const tool of runTools({ registry, manager })) registry.register(tool);
  const batch = (n: number) => {
    const call = (tool: string) => ({ tool, args: { n } });
    const args = { description: "Some.", calls: [call("wait"), call("wait")] };
    return manager.execute(registry.get("batch") as RegisteredTool, `b${n}`, args);
  };
  const [first, second] = [batch(0), batch(1)];
  gates[1]?.resolve();
  await second;
  gates[0]?.resolve();
  await first;
  const spans = recorder.spans;
  const idOf = (span: (typeof spans)[number]) => span.attributes["gen_ai.tool.call.id"];
  for (const inner of spans.filter(({ name }) => name === "execute_tool wait")) {
    const parent = spans.find(
      (span) => span.spanContext().spanId === inner.parentSpanContext?.spanId,
    );
    assert.ok(parent, `${idOf(inner)} has a parent`);
    expect(idOf(parent)).toBe(String(idOf(inner)).split("/")[0]);
  }
  expect(spans.filter(({ name }) => name === "execute_tool wait")).toHaveLength(4);
});
