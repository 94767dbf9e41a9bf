/** The demo's agent with a model: what a service streams becomes a run's events, and what goes wrong is said in words. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AGUIEvent, RunAgentInput } from "@ag-ui/core";
import { openAiBrain } from "../../www/server/openai/brain.js";
import { readOpenAiConfig } from "../../www/server/openai/config.js";
import { BrainError } from "../../www/server/run/brain.js";
import { Run } from "../../www/server/run/run.js";
import { expect, test } from "./test.js";

const key = "sk-very-secret-key";

type Answer = (response: ServerResponse) => void;

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly body: any;
}

/** What a run makes of a service's answer: short words for its events, or the failure; and what the service was asked. */
async function think(answer: Answer, input: Partial<RunAgentInput> = {}, base = "/v1") {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    asked.push({ url, authorization: headers.authorization, body: await bodyOf(request) });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const events: string[] = [];
  const given = { threadId: "t", runId: "r", messages: [], tools: [], context: [], ...input };
  const run = new Run(given as unknown as RunAgentInput, {
    signal: new AbortController().signal,
    send: async (event) => void events.push(shortly(event)),
  });
  const config = readOpenAiConfig({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `http://127.0.0.1:${port}${base}`,
    OPENAI_MODEL: "tiny",
  });
  if (!config) throw new Error("There is a key.");
  try {
    await openAiBrain(config).think(given as unknown as RunAgentInput, run);
    return { events, asked };
  } catch (error) {
    if (!(error instanceof BrainError)) throw error;
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

function shortly(event: AGUIEvent): string {
  if (event.type === "TEXT_MESSAGE_CONTENT") return `text ${event.delta}`;
  if (event.type === "TOOL_CALL_START") return `call ${event.toolCallId} ${event.toolCallName}`;
  if (event.type === "TOOL_CALL_ARGS") return `args ${event.toolCallId} ${event.delta}`;
  return event.type;
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

test("text and calls, in pieces, become the run's events", async () => {
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
    "TEXT_MESSAGE_START",
    "text Let me ",
    "text look.",
    "TEXT_MESSAGE_END",
    "call c1 weather",
    'args c1 {"city":',
    'args c1 "Rom"}',
    "call c2 time",
    "args c2 {}",
  ]);
});

test("the service is asked once, with the page's tools, its key, and the address's own query", async () => {
  const tools = [
    { name: "weather", description: "Tells.", parameters: { properties: { city: {} } } },
    { name: "no name", description: "Would be refused.", parameters: {} },
  ];
  const messages = [{ id: "u", role: "user", content: "Hello" }] as RunAgentInput["messages"];
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
  const input = { threadId: "t", runId: "r", messages: [], tools: [] } as unknown as RunAgentInput;
  const run = new Run(input, { signal: new AbortController().signal, send: async () => {} });
  const failed = config && openAiBrain(config).think(input, run);
  await expect(failed).rejects.toMatchObject({
    code: "upstream_unreachable",
    message: `The model at 127.0.0.1:${port} can't be reached (ECONNREFUSED).`,
  });
});
