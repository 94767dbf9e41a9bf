/** `toolEventStream()` and `readToolEvents()`: the server's half and the client's, over HTTP and without. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { after } from "node:test";
import { ToolExecutionManager, ToolFailure, ToolRegistry } from "ag-ui-lit";
import {
  ModelFailure,
  readToolEvents,
  type StreamText,
  type ToolEvent,
  type ToolEventStreamOptions,
  toolEventStream,
} from "ag-ui-lit/text";
import { logged } from "../../support/log.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";
import { marker, ScriptedModel } from "./model.js";

type Given = Partial<ToolEventStreamOptions> & Pick<ToolEventStreamOptions, "stream">;

function registryWith(tools: Record<string, () => unknown> = {}): ToolRegistry {
  const registry = new ToolRegistry();
  for (const [name, handler] of Object.entries({ list_events: () => [], ...tools })) {
    registry.register({ name, description: "A tool.", schema: {}, handler });
  }
  return registry;
}

const respond = (options: Given): Response =>
  toolEventStream({
    registry: registryWith(),
    messages: [{ role: "user", content: "Go" }],
    messageId: "m",
    ...options,
  });

/** All events, with pieces of text that follow each other put together. */
async function eventsOf(source: Parameters<typeof readToolEvents>[0]): Promise<ToolEvent[]> {
  const events: ToolEvent[] = [];
  for await (const event of readToolEvents(source)) {
    const last = events.at(-1);
    if (event.type === "token" && last?.type === "token") {
      events[events.length - 1] = { type: "token", token: last.token + event.token };
    } else events.push(event);
  }
  return events;
}

const bodyOf = (...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
      }
      controller.close();
    },
  });

const done: ToolEvent = { type: "done", message_id: "m" };
const user = { role: "user", content: "Go" } as const;

test("the events of the design's example, in its order", async () => {
  const model = new ScriptedModel([
    `Let me search for flights... ${marker("search_flights", { origin: "SFO" })}`,
    "I found 1 flight...",
  ]);
  const registry = registryWith({ search_flights: () => ({ data: [{ id: "off_1" }] }) });
  const response = respond({ stream: model.stream, registry });

  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await eventsOf(response)).toEqual([
    { type: "token", token: "Let me search for flights... " },
    { type: "tool_call", name: "search_flights", args: { origin: "SFO" } },
    { type: "tool_result", result: { data: [{ id: "off_1" }] } },
    { type: "token", token: "I found 1 flight..." },
    done,
  ]);
  expect(model.last.slice(1)).toEqual([
    user,
    {
      role: "assistant",
      content: `Let me search for flights... ${marker("search_flights", { origin: "SFO" })}`,
    },
    {
      role: "user",
      content: '<tool_result name="search_flights">{"data":[{"id":"off_1"}]}</tool_result>',
    },
  ]);
});

test("each call is followed by what came of it: nothing found, a failure, text, no such tool", async () => {
  const names = ["list_events", "broken", "greet", "wipe"];
  const model = new ScriptedModel([names.map((name) => marker(name)).join(""), "Done."]);
  const registry = registryWith({
    greet: () => "Hello",
    broken: () => {
      throw new ToolFailure("It broke.");
    },
  });

  const events = await eventsOf(respond({ stream: model.stream, registry }));

  expect(events.map(({ type }) => type)).toEqual([
    ...names.flatMap(() => ["tool_call", "tool_result"]),
    "token",
    "done",
  ]);
  const results = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
  expect(results).toEqual([
    { data: [] },
    { error: expect.stringContaining("It broke."), category: expect.any(String) },
    { data: "Hello" },
    {
      error: expect.stringContaining('no tool named "wipe". Available tools: list_events'),
      category: "permanent",
    },
  ]);
});

test("a tool that needs a person's approval does not run where there is nobody to ask", async () => {
  const registry = new ToolRegistry();
  let runs = 0;
  registry.register({
    name: "pay",
    description: "Pays.",
    schema: {},
    metadata: { approval: "always" },
    handler: () => {
      runs += 1;
    },
  });
  const events = await eventsOf(
    respond({ stream: new ScriptedModel([marker("pay"), "I can't."]).stream, registry }),
  );

  expect(runs).toBe(0);
  expect(events[1]).toMatchObject({ result: { error: expect.stringContaining("approval") } });
});

test("a broken marker is text and an error, and the answer goes on", async () => {
  const model = new ScriptedModel([
    `<tool_call name="a" args={b}></tool_call>${marker("list_events")}`,
    "Yes.",
  ]);

  const events = await eventsOf(respond({ stream: model.stream }));

  expect(events.map(({ type }) => type)).toEqual([
    "token",
    "error",
    "tool_call",
    "tool_result",
    "token",
    "done",
  ]);
  expect(model.last.at(-1)?.content).toMatch(/^One of your tool calls was not run\./);
});

test("it stops at its limits", async () => {
  const always: StreamText = async function* () {
    yield marker("list_events");
  };
  const rounds = await eventsOf(respond({ stream: always, maxRounds: 3 }));
  expect(rounds.filter(({ type }) => type === "tool_call")).toHaveLength(3);
  expect(rounds.at(-1)).toEqual({
    type: "error",
    error: "The model still called tools when it had been asked 3 times.",
  });

  const endless: StreamText = async function* () {
    for (;;) yield marker("list_events");
  };
  const calls = await eventsOf(respond({ stream: endless, maxCalls: 5 }));
  expect(calls.filter(({ type }) => type === "tool_call")).toHaveLength(5);
  expect(calls.at(-1)).toMatchObject({ error: "The model called more than 5 tools at once." });
});

test("what the model's function throws is the last event", async () => {
  const stream: StreamText = async function* () {
    yield "Wait";
    throw new ModelFailure("The model is off.");
  };
  expect(await eventsOf(respond({ stream }))).toEqual([
    { type: "token", token: "Wait" },
    { type: "error", error: "The model is off." },
  ]);
});

test("a client that goes away stops the model's function and the tool under way", async () => {
  const stopped = deferred<void>();
  const running = deferred<AbortSignal>();
  const registry = new ToolRegistry();
  registry.register({
    name: "slow",
    description: "Waits.",
    schema: {},
    handler: (_args, { signal }) => {
      running.resolve(signal);
      return new Promise(() => signal.addEventListener("abort", () => stopped.resolve()));
    },
  });
  const signals: AbortSignal[] = [];
  const response = respond({
    registry,
    stream: async function* ({ signal }) {
      signals.push(signal);
      yield marker("slow");
    },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await running.promise;

  await reader.cancel();

  await stopped.promise;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

for (const how of ["cancels", "is said to have gone by a signal"]) {
  test(`a client that ${how} while nothing is read lets go of the model's stream`, async () => {
    const cancelled = deferred<void>();
    const client = new AbortController();
    const stream: StreamText = () =>
      new ReadableStream<string>({
        start: (controller) => controller.enqueue("Hello "),
        cancel: () => cancelled.resolve(),
      });
    const { body } = respond({ stream, signal: client.signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();

    if (how === "cancels") await reader.cancel();
    else client.abort();

    await cancelled.promise;
  });
}

test("a model's stream that comes when nobody waits for it any more is let go of", async () => {
  const asked = deferred<void>();
  const answer = deferred<ReadableStream<string>>();
  const cancelled = deferred<void>();
  const controller = new AbortController();
  const response = respond({
    stream: () => {
      asked.resolve();
      return answer.promise;
    },
    signal: controller.signal,
  });
  const text = response.text();
  await asked.promise;
  controller.abort();
  expect(await text).toBe("");
  answer.resolve(new ReadableStream({ cancel: () => cancelled.resolve() }));
  await cancelled.promise;
});

test("an aborted signal ends the stream, and asks nobody", async () => {
  const model = new ScriptedModel(["Hello"]);
  const response = respond({ stream: model.stream, signal: AbortSignal.abort() });

  await expect(eventsOf(response)).rejects.toThrow("ended before the answer did");
  expect(model.asked).toEqual([]);
});

test("an option that is not as it must be is refused at once", () => {
  const { stream } = new ScriptedModel([]);
  expect(() => respond({ stream: 1 as never })).toThrow(/stream \}\) must be a function/);
  expect(() => toolEventStream({ stream } as never)).toThrow(
    /registry \}\) must be a ToolRegistry/,
  );
  expect(() => respond({ stream, messages: [{ role: "tool", content: "" } as never] })).toThrow(
    /a list of/,
  );
  expect(() => respond({ stream, messages: "Go" as never })).toThrow(/a list of/);
  expect(() => respond({ stream, maxRounds: 0 })).toThrow(/whole number from 1/);
  expect(() => respond({ stream, tools: [] } as never)).toThrow(/no option "tools"/);
});

test("the calls of a request are logged by its manager, under what the request came with", async () => {
  const { manager, all } = logged({ correlationId: "request-7" });
  const registry = registryWith({
    fails: () => {
      throw new ToolFailure("No.");
    },
  });
  const { stream } = new ScriptedModel([`${marker("list_events")} ${marker("fails")}`, "Done."]);
  await eventsOf(respond({ stream, registry, manager }));
  const records = await all();
  expect(records.map(({ event, tool }) => `${event} ${tool}`)).toEqual([
    "tool_invocation_started list_events",
    "tool_invocation_success list_events",
    "tool_invocation_started fails",
    "tool_invocation_error fails",
  ]);
  expect(new Set(records.map(({ correlationId }) => correlationId))).toEqual(
    new Set(["request-7"]),
  );
});

test("its own headers are added, and the content type stays", () => {
  const { headers } = respond({
    stream: new ScriptedModel([]).stream,
    manager: new ToolExecutionManager(),
    headers: { "x-id": "1", "content-type": "text/plain" },
  });
  expect(headers.get("x-id")).toBe("1");
  expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(headers.get("cache-control")).toBe("no-cache, no-transform");
});

const events: ToolEvent[] = [
  { type: "token", token: "é😀\n" },
  { type: "tool_call", name: "a", args: { b: [] } },
  { type: "tool_result", result: {} },
  { type: "error", error: "e" },
  done,
];

for (const [name, end] of Object.entries({ LF: "\n", CRLF: "\r\n", CR: "\r" })) {
  test(`a stream with ${name} reads the same wherever it is cut, with comments and a mark at its beginning`, async () => {
    const frames = events.map(
      (event) => `: ping${end}id: 1${end}data: ${JSON.stringify(event)}${end}${end}`,
    );
    const bytes = new TextEncoder().encode(`\ufeff${frames.join("")}`);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await eventsOf(bodyOf(bytes.slice(0, at), bytes.slice(at))), `cut at ${at}`).toEqual(
        events,
      );
    }
    expect(await eventsOf(bodyOf(...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(
      events,
    );
  });
}

test("data over several lines is one event, and what nobody knows is left out", async () => {
  const text = 'data: {"type":\ndata: "done", "message_id": "m"}\n\n';
  expect(await eventsOf(bodyOf('data: {"type":"later"}\n\nevent: x\nfoo: bar\n', text))).toEqual([
    done,
  ]);
});

const faults: [name: string, body: string, said: string][] = [
  ["no JSON", "data: {\n\n", "is no JSON: {"],
  ["no object", "data: [1]\n\n", "has no type: [1]"],
  ["no type", 'data: {"token":"a"}\n\n', "has no type"],
  ["a token without text", 'data: {"type":"token"}\n\n', "lacks what a token has"],
  [
    "arguments that are a list",
    'data: {"type":"tool_call","name":"a","args":[]}\n\n',
    "lacks what a tool_call has",
  ],
  ["a type of every object", 'data: {"type":"toString"}\n\n', "ended before the answer did"],
  ["an end in the middle", `data: ${JSON.stringify(done)}`, "ended before the answer did"],
  ["nothing", "", "ended before the answer did"],
  ["a line without end", `data: ${"x".repeat(5_000_000)}`, "more than 4000000 characters"],
];
for (const [name, body, said] of faults) {
  test(`a stream with ${name} is refused, and what came before is given`, async () => {
    const given: ToolEvent[] = [];
    const reading = (async () => {
      for await (const event of readToolEvents(
        bodyOf('data: {"type":"token","token":"a"}\n\n', body),
      ))
        given.push(event);
    })();
    await expect(reading).rejects.toThrow(said);
    expect(given).toEqual([{ type: "token", token: "a" }]);
  });
}

test("a response that is no event stream says what it is", async () => {
  const status = new Response("No such chat.", { status: 404 });
  await expect(eventsOf(status)).rejects.toThrow(
    "The server answered with status 404. No such chat.",
  );
  const html = new Response("<p>", { headers: { "content-type": "text/html" } });
  await expect(eventsOf(html)).rejects.toThrow(
    "answered with text/html, not with text/event-stream",
  );
  await expect(readToolEvents(bodyOf(""), { abort: 1 } as never).next()).rejects.toThrow(
    /no option "abort"/,
  );
});

test("an error whose text never ends is read no further than it is said, and can be left", async () => {
  const cancelled = deferred<void>();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("no ".repeat(100))),
    cancel: () => cancelled.resolve(),
  });
  await expect(eventsOf(new Response(endless, { status: 500 }))).rejects.toThrow(
    `The server answered with status 500. ${"no ".repeat(200).slice(0, 500)}…`,
  );
  await cancelled.promise;

  const controller = new AbortController();
  const silent = new Response(new ReadableStream(), { status: 500 });
  const reading = readToolEvents(silent, { signal: controller.signal }).next();
  controller.abort(new Error("Enough."));
  await expect(reading).rejects.toThrow("Enough.");
});

test("what is neither a response nor a stream is refused", async () => {
  for (const source of [undefined, null, "data: {}", {}]) {
    await expect(eventsOf(source as never)).rejects.toThrow(
      "readToolEvents() takes a Response, or the stream of its body.",
    );
  }
});

test("reading stops when its signal is aborted, and the stream is let go", async () => {
  const cancelled = deferred<void>();
  const controller = new AbortController();
  const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
  const reading = readToolEvents(body, { signal: controller.signal }).next();

  controller.abort(new Error("Enough."));

  await expect(reading).rejects.toThrow("Enough.");
  await cancelled.promise;
});

test("whoever stops reading lets go of the stream", async () => {
  const cancelled = deferred<void>();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: {"type":"token","token":"a"}\n\n'));
    },
    cancel: () => cancelled.resolve(),
  });
  for await (const event of readToolEvents(body)) {
    expect(event).toEqual({ type: "token", token: "a" });
    break;
  }
  await cancelled.promise;
});

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

test("over HTTP a client reads them as they come, and its going away is noticed", async () => {
  const gone = deferred<void>();
  const stream: StreamText = async function* ({ signal }) {
    signal.addEventListener("abort", () => gone.resolve());
    yield "Hello";
    await new Promise(() => {});
  };
  const server = createServer((_request, response) => {
    const { body, headers } = respond({ stream });
    response.writeHead(200, Object.fromEntries(headers));
    const readable = Readable.fromWeb(body as NodeStream<Uint8Array>);
    response.on("close", () => readable.destroy());
    readable.on("error", () => {});
    readable.pipe(response);
  }).listen(0);
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  for await (const event of readToolEvents(await fetch(`http://localhost:${port}/`))) {
    expect(event).toEqual({ type: "token", token: "Hello" });
    break;
  }

  await gone.promise;
});
