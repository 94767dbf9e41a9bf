/** `ag-ui-lit/otel` and `ag-ui-lit/measure` in a page, with OpenTelemetry's own SDK for the web. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { headerServer } from "../support/tracing.js";

/** Registers the SDK in the page, with one of its context managers and an instrumented `fetch`. */
async function register(page: Page, manager: "stack" | "zone"): Promise<void> {
  await page.evaluate(async (manager) => {
    await load("otel", ...(manager === "zone" ? (["zone"] as const) : []));
    const exporter = new otel.InMemorySpanExporter();
    const provider = new otel.WebTracerProvider({
      spanProcessors: [new otel.SimpleSpanProcessor(exporter)],
    });
    provider.register({
      contextManager: manager === "zone" ? new zone() : new otel.StackContextManager(),
    });
    otel.registerInstrumentations({
      instrumentations: [new otel.FetchInstrumentation({ propagateTraceHeaderCorsUrls: /.*/ })],
    });
    Object.assign(globalThis, { exporter });
  }, manager);
}

/** The spans that have ended, as far as tests look at them. */
const spansOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { exporter: InstanceType<typeof otel.InMemorySpanExporter> }).exporter
      .getFinishedSpans()
      .map((span) => ({
        name: span.name,
        id: span.spanContext().spanId,
        trace: span.spanContext().traceId,
        parent: span.parentSpanContext?.spanId,
        attributes: span.attributes,
        events: span.events.map(({ name }) => name),
      })),
  );

for (const manager of ["stack", "zone"] as const) {
  test(`with the ${manager} context manager an instrumented fetch of a handler nests under its span, in every attempt, and sends traceparent`, async ({
    harness,
    complaints,
  }) => {
    await using server = await headerServer();
    await register(harness, manager);
    const outcome = await harness.evaluate(async (url) => {
      const manager = new agUi.ToolExecutionManager();
      otel.traceTools(manager);
      const { tool } = new agUi.ToolRegistry().register({
        name: "look_up",
        description: "Looks it up.",
        schema: z.object({}),
        metadata: { retryConfig: { maxAttempts: 2, baseDelay: 1 } },
        handler: async (_args, { attemptNumber }) => {
          const said = await (await fetch(url)).text();
          if (attemptNumber === 1) throw new agUi.ToolFailure("Again.", { category: "transient" });
          return said;
        },
      });
      return manager.execute(tool, "call-1", {});
    }, server.url);
    expect(outcome).toMatchObject({ success: true, result: "ok" });

    // The instrumentation ends its spans a moment later.
    await expect.poll(async () => (await spansOf(harness)).length).toBe(3);
    const spans = await spansOf(harness);
    const execution = spans.find(({ name }) => name === "execute_tool look_up");
    expect(execution?.events).toEqual([
      "ag_ui_lit.attempt",
      "ag_ui_lit.retry",
      "ag_ui_lit.attempt",
    ]);
    const requests = spans.filter(({ name }) => name === "GET");
    expect(requests.map(({ parent }) => parent)).toEqual([execution?.id, execution?.id]);
    const sent = server.headers.map(({ traceparent }) => traceparent).filter(Boolean);
    expect(sent.sort()).toEqual(requests.map(({ id }) => `00-${execution?.trace}-${id}-01`).sort());
    expect(complaints).toEqual([]);
  });
}

for (const manager of ["stack", "zone"] as const) {
  test(`with the ${manager} context manager what tools of the toolbox request and call nests under their own calls, however these overlap`, async ({
    harness,
  }) => {
    await using server = await headerServer();
    await register(harness, manager);
    await harness.evaluate(async (url) => {
      await load("toolbox");
      const manager = new agUi.ToolExecutionManager();
      otel.traceTools(manager);
      const registry = new agUi.ToolRegistry();
      registry.register({ name: "echo", description: "It.", schema: {}, handler: () => "echo" });
      const host = new URL(url).host;
      for (const tool of toolbox.webTools({ allow: [host] })) registry.register(tool);
      for (const tool of toolbox.runTools({ registry, manager })) registry.register(tool);
      const run = (name: string, id: string, args: object) => {
        const tool = registry.get(name);
        if (!tool) throw new Error(`There is no ${name}.`);
        return manager.execute(tool, id, args as Record<string, unknown>);
      };
      const calls = [1, 2, 3].map((n) => run("web_fetch", `fetch-${n}`, { url: `${url}/${n}` }));
      const batch = { description: "x", calls: [{ tool: "echo", args: {} }] };
      for (const n of [1, 2]) calls.push(run("batch", `batch-${n}`, batch));
      await Promise.all(calls);
    }, server.url);
    // Three requests, three calls of web_fetch, two batches and what these call; and those of the files of the two modules.
    await expect.poll(async () => (await spansOf(harness)).length).toBe(12);
    const spans = await spansOf(harness);
    const parentOf = (span: (typeof spans)[number]) => spans.find(({ id }) => id === span.parent);
    const callId = (span: (typeof spans)[number] | undefined) =>
      span?.attributes["gen_ai.tool.call.id"];
    for (const request of spans.filter(({ name }) => name === "GET")) {
      const address = String(request.attributes["http.url"] ?? request.attributes["url.full"]);
      if (address.endsWith(".wasm")) continue;
      const n = address.at(-1);
      expect(callId(parentOf(request))).toBe(`fetch-${n}`);
    }
    for (const echo of spans.filter(({ name }) => name === "execute_tool echo")) {
      expect(callId(echo)).toBe(`${callId(parentOf(echo))}/1`);
    }
  });
}

test("an agent's calls are spans, and the model reads the same", async ({ harness, backend }) => {
  const { url, requests } = backend.script(
    run(...toolCall("call-1", "greet", '{"name":"Ada"}')),
    run(...text("answer", "Done.")),
  );
  await register(harness, "stack");
  await harness.evaluate(async (url) => {
    const agent = openAgent(url);
    otel.traceTools(agent.manager);
    agent.registerTool({
      name: "greet",
      description: "Greets.",
      schema: z.object({ name: z.string() }),
      metadata: { tracing: (args: { name: string }) => ({ "page.letters": args.name.length }) },
      handler: ({ name }) => `Hello, ${name}!`,
    });
    await agent.sendMessage("Hi");
  }, url);
  const spans = (await spansOf(harness)).filter(({ name }) => name.startsWith("execute_tool"));
  expect(spans.map(({ attributes }) => attributes)).toEqual([
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "greet",
      "gen_ai.tool.description": "Greets.",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "call-1",
      "page.letters": 3,
      "ag_ui_lit.attempts": 1,
    },
  ]);
  expect(requests[1]?.messages.at(-1)?.content).toBe("Hello, Ada!");
});

test("a manager of another copy of the package is traced too", async ({ harness, backend }) => {
  await register(harness, "stack");
  await harness.route("**/copy/**", async (route) => {
    const path = new URL(route.request().url()).pathname.replace("/copy/", "");
    await route.fulfill({ path: new URL(`../../pkg/dist/${path}`, import.meta.url).pathname });
  });
  const seen = await harness.evaluate(async (origin) => {
    const copy = await import(`${origin}/copy/standalone.js`);
    await copy.init();
    const manager = new copy.ToolExecutionManager();
    otel.traceTools(manager, { measure: true });
    const { tool } = new copy.ToolRegistry().register({
      name: "far",
      description: "Of another copy.",
      schema: {},
      handler: () => copy.toolResult("read", { structured: { kept: true } }),
    });
    await manager.execute(tool, "call-1", {});
    return {
      stored: agUi.structuredResults(manager),
      measured: performance.getEntriesByType("measure").map(({ name }) => name),
    };
  }, backend.origin);
  expect(seen).toMatchObject({
    stored: [{ toolName: "far", success: true, metadata: { kept: true } }],
    measured: ["execute_tool far"],
  });
  // The copy's files were fetched meanwhile.
  const spans = (await spansOf(harness)).filter(({ name }) => name !== "GET");
  expect(spans.map(({ name }) => name)).toEqual(["execute_tool far"]);
});

test("DevTools gets an entry on the tool's track, and observers of the page too", async ({
  harness,
}) => {
  const entries = await harness.evaluate(async () => {
    await load("otel");
    const manager = new agUi.ToolExecutionManager();
    const observed = new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: "measure" });
    });
    otel.measureTools(manager);
    const { tool } = new agUi.ToolRegistry().register({
      name: "look_up",
      description: "Looks it up.",
      schema: z.object({}),
      handler: () => "done",
    });
    await manager.execute(tool, "call-1", {});
    return ((await observed) as PerformanceMeasure[]).map(({ name, detail }) => {
      return { name, devtools: detail.devtools };
    });
  });
  expect(entries).toEqual([
    {
      name: "execute_tool look_up",
      devtools: {
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
      },
    },
  ]);
});
