/** The demo's agent with a model: what a service streams becomes a run's events, and what goes wrong is said in words. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelEvent, ModelRequest } from "ag-ui-lit/server";
import { ModelError } from "../../www/server/model-error.js";
import { readOpenAiConfig } from "../../www/server/openai/config.js";
import { openAiModel } from "../../www/server/openai/model.js";
import { expect, test } from "./test.js";

const key = "sk-very-secret-key";

type Answer = (response: ServerResponse) => void;

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly body: any;
}

/** What the model is asked; with other messages and tools where a test has some. */
function requestOf(given: Partial<ModelRequest> = {}): ModelRequest {
  const context = { conversation: { id: "t" }, session: { id: "r" } };
  const { signal } = new AbortController();
  const request = { context, messages: given.messages ?? [] };
  return { messages: [], tools: [], context, request, iteration: 1, signal, ...given };
}

/** What the model makes of a service's answer: short words for its events, or the failure; and what the service was asked. */
async function think(answer: Answer, given: Partial<ModelRequest> = {}, base = "/v1") {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    asked.push({ url, authorization: headers.authorization, body: await bodyOf(request) });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const events: string[] = [];
  const config = readOpenAiConfig({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `http://127.0.0.1:${port}${base}`,
    OPENAI_MODEL: "tiny",
  });
  if (!config) throw new Error("There is a key.");
  try {
    const said = openAiModel(config)(requestOf(given)) as AsyncIterable<ModelEvent>;
    for await (const event of said) events.push(shortly(event));
    return { events, asked };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const message = error.message.replace(String(port), "port");
    return { events, asked, failure: `${error.code}: ${message}` };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function shortly(event: ModelEvent): string {
  if (event.type === "text") return `text ${event.delta}`;
  if (event.type === "tool_call_start") return `call ${event.id} ${event.name}`;
  if (event.type === "tool_call_args") return `args ${event.id} ${event.delta}`;
  return event.type === "tool_call_end" ? `end ${event.id}` : event.type;
}

/** A stream of chunks, each a `delta` of the only choice, or a whole chunk. */
const stream =
  (...chunks: object[]): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(
      `${chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join("")}data: [DONE]\n\n`,
    );
  };

const delta = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const failWith =
  (status: number, body: string, type = "application/json"): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };

test("text and calls, in pieces, become the model's events", async () => {
  const seen = await think(
    stream(
      delta({ role: "assistant", content: "" }),
      delta({ content: "Let me " }),
      delta({ content: "look." }),
      delta({ tool_calls: [{ index: 0, id: "c1", function: { name: "weather", arguments: "" } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '"Rom"}' } }] }),
      delta({ tool_calls: [{ index: 1, id: "c2", function: { name: "time", arguments: "{}" } }] }),
      delta({}, "tool_calls"),
    ),
  );
  expect(seen.failure).toBeUndefined();
  expect(seen.events).toEqual([
    "text Let me ",
    "text look.",
    "call c1 weather",
    'args c1 {"city":',
    'args c1 "Rom"}',
    "call c2 time",
    "args c2 {}",
    "end c1",
    "end c2",
  ]);
});

test("calls that a service gives one id stay two", async () => {
  const seen = await think(
    stream(
      delta({ tool_calls: [{ index: 0, id: "same", function: { name: "a", arguments: "1" } }] }),
      delta({ tool_calls: [{ index: 1, id: "same", function: { name: "b", arguments: "2" } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: "3" } }] }),
      delta({}, "tool_calls"),
    ),
  );
  const [first, , second, , third, ...ends] = seen.events;
  const [, id] = second?.split(" ") ?? [];
  expect([first, second, third]).toEqual(["call same a", `call ${id} b`, "args same 3"]);
  expect(id).not.toBe("same");
  expect(ends).toEqual(["end same", `end ${id}`]);
});

test("the service is asked once, with the tools, its key, and the address's own query", async () => {
  const tools = [
    { name: "weather", description: "Tells.", parameters: { properties: { city: {} } } },
    { name: "no name", description: "Would be refused.", parameters: {} },
  ];
  const messages = [{ id: "u", role: "user", content: "Hello" }] as ModelRequest["messages"];
  const { asked } = await think(
    stream(delta({ content: "Hi" }, "stop")),
    { tools, messages },
    "/deployments/x/?api-version=2",
  );
  expect(asked).toHaveLength(1);
  const [{ url, authorization, body } = {} as Asked] = asked;
  expect(url).toBe("/deployments/x/chat/completions?api-version=2");
  expect(authorization).toBe(`Bearer ${key}`);
  expect(body).toMatchObject({ model: "tiny", stream: true });
  expect(body.messages.at(-1)).toEqual({ role: "user", content: "Hello" });
  expect(body.tools).toEqual([
    {
      type: "function",
      function: {
        name: "weather",
        description: "Tells.",
        parameters: { type: "object", properties: { city: {} } },
      },
    },
  ]);
});

const broken: [what: string, answer: Answer, failure: RegExp][] = [
  [
    "refuses, and quotes the key",
    failWith(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.` } })),
    /^upstream_401: The model at 127\.0\.0\.1:port answered HTTP 401: Incorrect API key provided: \[key\]\.$/,
  ],
  [
    "is too busy",
    failWith(503, JSON.stringify({ error: { message: "Overloaded" } })),
    /^upstream_503: .* answered HTTP 503: Overloaded$/,
  ],
  [
    "answers with a page",
    failWith(502, "<html>Bad gateway</html>", "text/html"),
    /^upstream_502: .* answered HTTP 502: an HTML page instead of JSON$/,
  ],
  [
    "fails while it answers",
    stream(delta({ content: "Well" }), { error: { message: `Out of ${key}` } }),
    /^upstream_error: The model failed while answering: Out of \[key\]$/,
  ],
  [
    "stops in the middle",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify(delta({ content: "Well" }))}\n\n`);
    },
    /^upstream_truncated: /,
  ],
  [
    "breaks off",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-length": "9999" });
      response.write(`data: ${JSON.stringify(delta({ content: "Well" }))}\n\n`, () =>
        response.destroy(),
      );
    },
    /^upstream_broken: /,
  ],
  [
    "sends what is no chunk",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data: Hello!\n\n");
    },
    /^upstream_malformed: /,
  ],
  ["withholds its answer", stream(delta({}, "content_filter")), /^upstream_filtered: /],
  ["says nothing", stream(delta({}, "stop")), /^upstream_empty: /],
];

for (const [what, answer, failure] of broken) {
  test(`a service that ${what} is one failure in words, and is asked once`, async () => {
    const seen = await think(answer);
    expect(seen.failure).toMatch(failure);
    expect(seen.asked).toHaveLength(1);
  });
}

test("a service that nobody reaches is named, with the reason", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const base = `http://127.0.0.1:${port}`;
  const config = readOpenAiConfig({ OPENAI_API_KEY: key, OPENAI_BASE_URL: base });
  if (!config) throw new Error("There is a key.");
  const said = openAiModel(config)(requestOf()) as AsyncGenerator<ModelEvent>;
  await expect(said.next()).rejects.toMatchObject({
    code: "upstream_unreachable",
    message: `The model at 127.0.0.1:${port} can't be reached (ECONNREFUSED).`,
  });
});
