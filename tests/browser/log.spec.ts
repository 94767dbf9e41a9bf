/** `ag-ui-lit/log` and an `<ag-ui-agent>`: the log of a conversation, and what its backend is told of it. */
import type { Page } from "@playwright/test";
import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

type Options = Omit<Parameters<typeof toolLog.logTools>[1], "sink">;

interface Logged {
  readonly lines: string[];
  readonly agent: ReturnType<typeof openAgent>;
  readonly log: ReturnType<typeof toolLog.logTools>;
}

/** An agent with the tools `search` and `book`, the second of which is refused by a shop; its log is kept. */
async function begin(page: Page, url: string, options: Options = {}): Promise<void> {
  await page.evaluate(
    async ({ url, options }) => {
      await load("toolLog", "otel");
      const lines: string[] = [];
      const agent = openAgent(url);
      const log = toolLog.logTools(agent.manager, {
        ...options,
        sink: (line) => void lines.push(line),
      });
      Object.assign(globalThis, { lines, agent, log });
      await agent.registerTool({
        id: "flights-mcp::search-flights",
        name: "search",
        description: "Searches.",
        schema: { type: "object", properties: { origin: { type: "string" } } },
        handler: () => ["BA112"],
      });
      await agent.registerTool({
        name: "book",
        description: "Books.",
        schema: {},
        handler: () => {
          throw new agUi.ToolFailure('Refused: {"card":"4111111111111111","token":"abc"}', {
            category: "permanent",
          });
        },
      });
    },
    { url, options },
  );
}

async function send(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { agent } = globalThis as unknown as Logged;
    const { outcome, error } = await agent.sendMessage("Hi");
    return error ? `${outcome}/${error.code}` : outcome;
  });
}

const recordsOf = (page: Page) =>
  page.evaluate(async () => {
    const { lines, log } = globalThis as unknown as Logged;
    await log.flush();
    return lines.map((line) => JSON.parse(line));
  });

test("a run that failed half way has a log that says what was done, and what was not", async ({
  harness,
  backend,
}) => {
  const { url, requests } = backend.script(
    run(...toolCall("call_0", "search", '{"origin":"SFO"}')),
    run(
      ...toolCall("call_0", "book", '{"flight":"BA112","card":"4111 1111 1111 1111"}'),
      ...toolCall("call_1", "search", '{"origin":5}'),
    ),
    eventsOnly([{ type: "RUN_STARTED", threadId: "t", runId: "r" }]),
    run(...text("again", "Hello again.")),
  );
  await begin(harness, url);
  expect(await send(harness)).toBe("failed/truncated");
  expect(await send(harness)).toBe("finished");
  const records = await recordsOf(harness);
  const [first, second, third, fourth] = requests;
  expect(requests).toHaveLength(4);
  const [search, id] = ["flights-mcp::search-flights", first?.runId];
  const [started, success, error] = ["started", "success", "error"].map(
    (event) => `tool_invocation_${event}`,
  );
  const told = records.map((record) => {
    const { event, tool, args, operationId, correlationId, resultSize, error } = record;
    return { event, tool, args, operationId, correlationId, resultSize, error };
  });
  const booking = { flight: "BA112", card: "[redacted]" };
  expect(told).toMatchObject([
    { event: started, tool: search, args: { origin: "SFO" }, operationId: id, correlationId: id },
    { event: success, tool: search, resultSize: 9, operationId: id, correlationId: id },
    { event: started, tool: "book", args: booking, operationId: second?.runId, correlationId: id },
    { event: error, tool: "book", args: booking, operationId: second?.runId, correlationId: id },
    { event: started, tool: search, operationId: second?.runId, correlationId: id },
    { event: error, tool: search, operationId: second?.runId, correlationId: id },
  ]);
  const failed = records.find(({ event, tool }) => event === error && tool === "book");
  expect(failed?.error).toBe('Refused: {"card":"[redacted]","token":"[redacted]"}');
  expect(JSON.stringify(records)).not.toContain("4111");
  expect(new Set(records.map(({ toolInvocationId }) => toolInvocationId)).size).toBe(3);
  // The backend hears nothing unless the page says so.
  for (const request of [first, second, third, fourth]) {
    expect(Object.keys(request?.headers ?? {})).not.toContain("x-correlation-id");
    expect(Object.keys(request?.headers ?? {})).not.toContain("traceparent");
  }
});

test("each message has a correlation id of its own, which its requests carry if the page wants", async ({
  harness,
  backend,
}) => {
  const { url, requests } = backend.script(
    run(...toolCall("a", "search", "{}")),
    run(...text("a", "Done.")),
    run(...toolCall("b", "search", "{}")),
    run(...text("b", "Done.")),
    run(...text("c", "Done.")),
  );
  await begin(harness, url, { correlationHeader: "X-Correlation-Id" });
  await send(harness);
  await send(harness);
  const records = await recordsOf(harness);
  const sent = requests.map(({ headers }) => headers["x-correlation-id"]);
  expect(sent).toEqual([
    requests[0]?.runId,
    requests[0]?.runId,
    requests[2]?.runId,
    requests[2]?.runId,
  ]);
  expect(records.map(({ correlationId }) => correlationId)).toEqual([
    sent[0],
    sent[0],
    sent[2],
    sent[2],
  ]);
  await harness.evaluate(() => (globalThis as unknown as Logged).log());
  await send(harness);
  expect(requests[4]?.headers).not.toHaveProperty("x-correlation-id");
});

test("a page's own header counts, and what is no header's text is not sent", async ({
  harness,
  backend,
}) => {
  const { url, requests } = backend.script(run(...text("a", "Done.")), run(...text("b", "Done.")));
  await begin(harness, url, { correlationHeader: "x-correlation-id", correlationId: "order-1" });
  await send(harness);
  await harness.evaluate(() => {
    const { agent } = globalThis as unknown as Logged;
    agent.headers = { "X-Correlation-Id": "mine" };
  });
  await send(harness);
  expect(requests.map(({ headers }) => headers["x-correlation-id"])).toEqual(["order-1", "mine"]);
});

test("with traceparent the log, the backend and the spans of the calls are one trace", async ({
  harness,
  backend,
}) => {
  const { url, requests } = backend.script(
    run(...toolCall("a", "search", "{}")),
    run(...text("a", "Done.")),
  );
  await begin(harness, url, { correlationHeader: "traceparent" });
  const spans = await harness.evaluate(async () => {
    const { agent } = globalThis as unknown as Logged;
    const exporter = new otel.InMemorySpanExporter();
    const provider = new otel.WebTracerProvider({
      spanProcessors: [new otel.SimpleSpanProcessor(exporter)],
    });
    otel.traceTools(agent.manager, { tracer: provider.getTracer("page") });
    await agent.sendMessage("Hi");
    return exporter.getFinishedSpans().map((span) => ({
      trace: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
    }));
  });
  const [record] = await recordsOf(harness);
  const trace = requests[0]?.runId.replaceAll("-", "");
  const sent = requests.map(({ headers }) => String(headers.traceparent).split("-"));
  expect(sent.map(([version, id]) => [version, id])).toEqual([
    ["00", trace],
    ["00", trace],
  ]);
  expect(record?.correlationId.replaceAll("-", "")).toBe(trace);
  expect(spans).toEqual([{ trace, parent: sent[0]?.[2] }]);
});

test("the calls of a batch belong to the run that asked for the batch", async ({
  harness,
  backend,
}) => {
  const calls = { description: "Two.", calls: [{ tool: "search", args: {} }] };
  const { url, requests } = backend.script(
    run(...toolCall("a", "batch", JSON.stringify(calls))),
    run(...text("a", "Done.")),
  );
  await begin(harness, url);
  await harness.evaluate(async () => {
    const { agent } = globalThis as unknown as Logged;
    await load("toolbox");
    const { registry, manager } = agent;
    for (const tool of toolbox.runTools({ registry, manager })) await agent.registerTool(tool);
  });
  await send(harness);
  const records = await recordsOf(harness);
  expect(records.map(({ tool }) => tool)).toContain("flights-mcp::search-flights");
  for (const { operationId } of records) expect(operationId).toBe(requests[0]?.runId);
});
