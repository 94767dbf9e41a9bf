/** `ag-ui-lit/otel`: tracers that come and go, and tracers, listeners and pages that get in the way. */
// In a process of its own: OpenTelemetry's provider is the process's.
import { beforeEach } from "node:test";
import {
  type Context,
  type ContextManager,
  context,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-base";
import {
  type RegisteredTool,
  type ToolDefinition,
  ToolExecutionManager,
  ToolFailure,
  type ToolMetadata,
  ToolRegistry,
} from "ag-ui-lit";
import { traceTools } from "ag-ui-lit/otel";
import { contextManagerOf, Recorder, registerRecorder } from "../support/tracing.js";
import { deferred } from "./deferred.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

const recorder = registerRecorder();

beforeEach(() => recorder.clear());

const quick = { maxAttempts: 2, baseDelay: 1, maxDelay: 50, jitter: "none" } as const;

function toolOf(handler: ToolDefinition["handler"], metadata: ToolMetadata = {}): RegisteredTool {
  const named = { name: "look_up", description: "Looks it up.", schema: {} };
  return new ToolRegistry().register({ ...named, handler, metadata }).tool;
}

const typesOf = ({ spans }: Recorder) => spans.map(({ attributes }) => attributes["error.type"]);

test("stopped in the middle, what is under way keeps its span and what begins later has none", async () => {
  const manager = new ToolExecutionManager();
  const stop = traceTools(manager);
  const free = deferred<string>();
  const running = manager.execute(
    toolOf(() => free.promise),
    "before",
    {},
  );
  stop();
  stop();
  await manager.execute(
    toolOf(() => "later"),
    "after",
    {},
  );
  expect(recorder.spans).toEqual([]);
  free.resolve("done");
  await running;
  expect(recorder.span.attributes["gen_ai.tool.call.id"]).toBe("before");
});

test("what was under way when tracing began has no span", async () => {
  const manager = new ToolExecutionManager();
  const free = deferred<string>();
  const running = manager.execute(
    toolOf(() => free.promise),
    "before",
    {},
  );
  traceTools(manager);
  free.resolve("done");
  await running;
  expect(recorder.spans).toEqual([]);
});

test("each of two on one manager makes a span, and one that stops leaves the other", async () => {
  const manager = new ToolExecutionManager();
  const other = new Recorder();
  const active: unknown[] = [];
  const tool = toolOf(() => void active.push(trace.getActiveSpan()?.spanContext().spanId));
  const stop = traceTools(manager);
  traceTools(manager, { tracer: other.tracer });
  await manager.execute(tool, "1", {});
  expect([recorder.spans.length, other.spans.length]).toEqual([1, 1]);
  expect(active).toEqual([other.span.spanContext().spanId]);
  stop();
  await manager.execute(tool, "2", {});
  expect([recorder.spans.length, other.spans.length]).toEqual([1, 2]);
});

test("without a provider nothing is recorded and everything runs", async () => {
  const manager = new ToolExecutionManager();
  trace.disable();
  try {
    traceTools(manager);
    const outcome = await manager.execute(
      toolOf(() => "done"),
      "1",
      {},
    );
    expect(outcome).toMatchObject({ success: true, result: "done" });
  } finally {
    trace.setGlobalTracerProvider(recorder.provider);
  }
  expect(recorder.spans).toEqual([]);
});

test("what nobody records is not built: no attributes, no events, nobody asked for attributes", async () => {
  const asked: string[] = [];
  const span: Span = new Proxy({} as Span, {
    get:
      (_, key) =>
      (...given: unknown[]) => {
        asked.push(String(key));
        if (key === "isRecording") return false;
        if (key === "spanContext") return known;
        return given.length;
      },
  });
  let known = { traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 };
  const tracer = { startSpan: () => span } as unknown as Tracer;
  const manager = new ToolExecutionManager();
  const active: (string | undefined)[] = [];
  const tool = toolOf(() => active.push(trace.getActiveSpan()?.spanContext().traceId), {
    tracing: () => ({ built: asked.push("metadata.tracing") }),
  });
  traceTools(manager, { tracer });
  await manager.execute(tool, "1", {});
  // One that was not sampled belongs to its trace all the same: what the handler requests must not begin another.
  known = { traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 0 };
  await manager.execute(tool, "2", {});
  expect(active).toEqual([undefined, "1".repeat(32)]);
  expect(new Set(asked)).toEqual(new Set(["isRecording", "spanContext", "end"]));
});

test("without a provider nothing is made of an execution, not even a span to throw away", async () => {
  const manager = new ToolExecutionManager();
  const tool = toolOf(() => "done", { tracing: () => ({ built: asked.push(1) }) });
  const asked: number[] = [];
  trace.disable();
  const provider = trace.getTracerProvider();
  const getTracer = provider.getTracer;
  provider.getTracer = (...given) => {
    asked.push(2);
    return getTracer.apply(provider, given);
  };
  try {
    traceTools(manager);
    await manager.execute(tool, "1", {});
  } finally {
    provider.getTracer = getTracer;
    trace.setGlobalTracerProvider(recorder.provider);
  }
  expect(asked).toEqual([]);
  await manager.execute(tool, "2", {});
  expect(recorder.spans.map(({ attributes }) => attributes.built)).toEqual([1]);
});

test("a provider that is registered later records from then on", async () => {
  const manager = new ToolExecutionManager();
  trace.disable();
  traceTools(manager);
  trace.setGlobalTracerProvider(recorder.provider);
  await manager.execute(
    toolOf(() => "done"),
    "1",
    {},
  );
  expect(recorder.spans).toHaveLength(1);
});

/** A tracer whose spans throw in a method, each time it is called. */
function tracerThat(breaks: keyof Tracer | keyof Span): Tracer {
  const broken = (): never => {
    throw new Error(`${breaks} is broken`);
  };
  const { tracer } = recorder;
  return {
    startSpan(...given) {
      if (breaks === "startSpan") broken();
      const span = tracer.startSpan(...given);
      return new Proxy(span, {
        get: (target, key) => {
          const value = Reflect.get(target, key);
          if (key === breaks) return broken;
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    },
    startActiveSpan: broken,
  };
}

for (const breaks of [
  "startSpan",
  "spanContext",
  "setAttributes",
  "setAttribute",
  "addEvent",
  "addLink",
  "setStatus",
  "end",
] as const) {
  test(`a tracer whose ${breaks} throws disturbs nothing, and is reported once`, async () => {
    const reported = collectReports();
    const manager = new ToolExecutionManager();
    traceTools(manager, { tracer: tracerThat(breaks) });
    const free = deferred<string>();
    const metadata = { retryConfig: quick, dedupe: "inflight", tracing: () => ({ a: 1 }) } as const;
    let calls = 0;
    const tool = toolOf(async (_args, { attemptNumber }) => {
      calls += 1;
      if (attemptNumber === 1) throw new ToolFailure("Again.", { category: "transient" });
      return free.promise;
    }, metadata);
    const failing = toolOf(() => {
      throw new Error("The tool's own.");
    });
    const shared = [manager.execute(tool, "1", {}), manager.execute(tool, "2", {})];
    const failed = await manager.execute(failing, "3", {});
    free.resolve("done");

    expect(failed).toMatchObject({ success: false, error: { message: "The tool's own." } });
    for (const outcome of await Promise.all(shared))
      expect(outcome).toMatchObject({ success: true, result: "done" });
    expect(calls).toBe(2);
    expect(reported).toHaveLength(1);
    expect(String(reported[0])).toContain("ag-ui-lit/otel: the tracer failed");
    expect((reported[0] as Error).cause).toMatchObject({ message: `${breaks} is broken` });
    // What still works ends.
    const isLost = breaks === "startSpan" || breaks === "end";
    expect(recorder.spans.length).toBe(isLost ? 0 : 3);
  });
}

const contexts: [string, (base: ContextManager) => ContextManager, number][] = [
  [
    "calls twice",
    (base) =>
      contextManagerOf(base, (_context: Context, call) => {
        call();
        return call();
      }),
    0,
  ],
  [
    "throws",
    (base) =>
      contextManagerOf(base, () => {
        throw new Error("no context");
      }),
    1,
  ],
  ["calls nothing", (base) => contextManagerOf(base, () => undefined), 0],
  [
    "throws afterwards",
    (base) =>
      contextManagerOf(base, (_context: Context, call) => {
        call();
        throw new Error("late");
      }),
    1,
  ],
  [
    "gives something else",
    (base) =>
      contextManagerOf(base, (_context: Context, call) => {
        call();
        return "else";
      }),
    0,
  ],
];
for (const [what, make, reports] of contexts) {
  test(`a context manager that ${what} keeps no handler from being called, once`, async () => {
    const reported = collectReports();
    const base = new AsyncLocalStorageContextManager().enable();
    context.disable();
    context.setGlobalContextManager(make(base));
    const manager = new ToolExecutionManager();
    // The SDK's own processors need a context to export.
    const ended: unknown[] = [];
    const spanProcessor: SpanProcessor = {
      onStart() {},
      onEnd: ({ attributes }) => void ended.push(attributes["error.type"]),
      forceFlush: async () => {},
      shutdown: async () => {},
    };
    const provider = new BasicTracerProvider({ spanProcessors: [spanProcessor] });
    traceTools(manager, { tracer: provider.getTracer("tests") });
    let calls = 0;
    const tool = toolOf(() => {
      calls += 1;
      return "done";
    });
    const failing = toolOf(() => {
      throw new Error("The tool's own.");
    });
    try {
      expect(await manager.execute(tool, "1", {})).toMatchObject({ success: true, result: "done" });
      expect(await manager.execute(failing, "1", {})).toMatchObject({
        success: false,
        error: { message: "The tool's own." },
      });
    } finally {
      context.disable();
      context.setGlobalContextManager(base);
    }
    expect(calls).toBe(1);
    expect(reported).toHaveLength(reports);
    expect(ended).toEqual([undefined, "execution"]);
  });
}

test("no listener of the page can keep a span from ending, whatever it does", async () => {
  const manager = new ToolExecutionManager();
  const stopping = (event: Event): void => event.stopImmediatePropagation();
  for (const type of ["started", "executing", "succeeded", "failed", "cancelled"] as const) {
    manager.addEventListener(`tool-execution-${type}`, stopping);
  }
  traceTools(manager);
  await manager.execute(
    toolOf(() => "done"),
    "1",
    {},
  );
  expect(recorder.spans).toHaveLength(1);
});

test("a listener that cancels in the first event finds a span that ends", async () => {
  const manager = new ToolExecutionManager();
  manager.addEventListener("tool-execution-started", ({ detail }) => {
    manager.cancel(detail.execution.id);
  });
  traceTools(manager);
  await manager.execute(
    toolOf(() => "done"),
    "1",
    {},
  );
  expect(typesOf(recorder)).toEqual(["cancelled"]);
});

test("a manager that is freed ends the spans of what was under way", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const running = manager.execute(
    toolOf(() => new Promise(() => {})),
    "1",
    {},
  );
  manager.free();
  await running;
  expect(typesOf(recorder)).toEqual(["cancelled"]);
  await manager.execute(
    toolOf(() => "done"),
    "2",
    {},
  );
  expect(recorder.spans).toHaveLength(1);
});

test("spans end where a page has put something else in the place of CustomEvent", async () => {
  const reported = collectReports();
  const { CustomEvent } = globalThis;
  const tool = toolOf(() => "done");
  const manager = new ToolExecutionManager();
  traceTools(manager);
  manager.addEventListener("tool-execution-succeeded", () => {});
  try {
    Object.assign(globalThis, {
      CustomEvent: class {
        constructor() {
          throw new Error("no events");
        }
      },
    });
    await manager.execute(tool, "1", {});
  } finally {
    Object.assign(globalThis, { CustomEvent });
  }
  expect(recorder.span.status.code).toBe(SpanStatusCode.UNSET);
  expect(reported.map(String)).toEqual(["Error: no events"]);
});

test("an execution that could not go on has a span that ends as it did", async () => {
  const manager = new ToolExecutionManager();
  traceTools(manager);
  const { parse } = JSON;
  const tool = toolOf(
    () => {
      JSON.parse = () => {
        throw new Error("no parser");
      };
      throw new ToolFailure("Again.", { category: "transient" });
    },
    { retryConfig: quick },
  );
  let outcome: unknown;
  try {
    outcome = await manager.execute(tool, "1", { a: 1 });
  } finally {
    JSON.parse = parse;
  }
  expect(outcome).toMatchObject({ success: false });
  expect(recorder.spans).toHaveLength(1);
  expect(recorder.span.status.code).toBe(SpanStatusCode.ERROR);
});

test("what is no manager and what is no option is refused by name", () => {
  const manager = new ToolExecutionManager();
  const tracing = (option: string, must: string) =>
    `ag-ui-lit: traceTools({ ${option} }) must be ${must}.`;
  const refused: [unknown, object, string][] = [
    [undefined, {}, "manager must be a ToolExecutionManager, but is undefined"],
    [{ execute() {} }, {}, "manager must be a ToolExecutionManager, but is [object Object]"],
    [manager, { tracer: {} }, tracing("tracer", "a Tracer of OpenTelemetry, but is an object")],
    [manager, { tracer: null }, tracing("tracer", "a Tracer of OpenTelemetry, but is null")],
    [
      manager,
      { recordArguments: "yes" },
      tracing("recordArguments", "true or false, but is a text"),
    ],
    [manager, { recordResults: 1 }, tracing("recordResults", "true or false, but is 1")],
    [
      manager,
      { recordErrorMessages: 0 },
      tracing("recordErrorMessages", "true or false, but is 0"),
    ],
    [manager, { measure: "all" }, tracing("measure", "true or false, but is a text")],
    [
      manager,
      { recordArgument: false },
      'ag-ui-lit: traceTools() has no option "recordArgument". Did you mean "recordArguments"? There are: tracer, recordArguments, recordResults, recordErrorMessages, measure.',
    ],
  ];
  for (const [first, options, message] of refused) {
    expect(() => traceTools(first as ToolExecutionManager, options)).toThrow(
      expect.objectContaining({ name: "TypeError", message, code: "invalid_option" }),
    );
  }
});
