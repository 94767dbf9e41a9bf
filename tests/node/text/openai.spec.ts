/** `openAiText()` against a local server that answers as chat completions do. */
// In a process of its own: a server is started before its tests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before } from "node:test";
import { type OpenAiTextOptions, openAiText, type TextSource } from "ag-ui-lit/text";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";

interface Asked {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

let answer: (response: ServerResponse) => void = () => {};
let asked: Asked | undefined;
let url = "";

const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  asked = { method: request.method, headers: request.headers, body: JSON.parse(text) };
  answer(response);
});

before(async () => {
  server.listen(0);
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}/v1/chat/completions`;
});
after(() => server.close());

const messages = [{ role: "user", content: "Hello" }] as const;

async function ask(options: Partial<OpenAiTextOptions> = {}): Promise<string> {
  const { signal } = new AbortController();
  const stream = openAiText({ url, model: "llama", ...options });
  let text = "";
  for await (const piece of (await stream({ messages, signal })) as AsyncIterable<string>)
    text += piece;
  return text;
}

function events(...data: (object | string)[]): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of data) {
      response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  };
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason }],
});

test("the request is the API's, and the text that of the first choice", async () => {
  answer = events(
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "Hel" }),
    chunk({ content: "lo" }),
    chunk({}, "stop"),
    { choices: [], usage: { total_tokens: 3 } },
    "[DONE]",
  );
  expect(await ask({ headers: { authorization: "Bearer k" }, body: { temperature: 0 } })).toBe(
    "Hello",
  );
  expect(asked?.method).toBe("POST");
  expect(asked?.headers).toMatchObject({
    authorization: "Bearer k",
    "content-type": "application/json",
  });
  expect(asked?.body).toEqual({ model: "llama", messages, stream: true, temperature: 0 });
});

test("a server that closes without [DONE] has finished if it said so", async () => {
  answer = events(chunk({ content: "a" }), chunk({}, "length"));
  expect(await ask()).toBe("a");
  answer = events(chunk({ content: "a" }));
  await expect(ask()).rejects.toThrow("ended before its answer did");
});

const faults: [name: string, answer: (response: ServerResponse) => void, said: string][] = [
  [
    "a status",
    (response) => response.writeHead(401).end('{"error":{"message":"No key"}}'),
    'status 401. {"error"',
  ],
  [
    "an answer that is no stream",
    (response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    "application/json, not with text/event-stream",
  ],
  [
    "an error in the stream",
    events({ error: { message: "Overloaded" } }),
    "The model failed: Overloaded",
  ],
  ["an error that is text", events({ error: "Overloaded" }), "The model failed: Overloaded"],
  ["an event that is no JSON", events("<html>"), "no JSON object: <html>"],
  ["an event that is a list of nothing", events("null"), "no JSON object: null"],
];
for (const [name, reply, said] of faults) {
  test(`${name} is an error that says so`, async () => {
    answer = reply;
    await expect(ask()).rejects.toThrow(said);
  });
}

test("chunks of another shape have no text", async () => {
  answer = events(
    {},
    { choices: "x" },
    { choices: [null] },
    chunk({ content: 1 }),
    chunk({ content: null }),
    chunk({ content: "a" }, "stop"),
  );
  expect(await ask()).toBe("a");
});

test("an abort reaches the server", async () => {
  const closed = deferred<void>();
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify(chunk({ content: "a" }))}\n\n`);
    response.on("close", () => closed.resolve());
  };
  const controller = new AbortController();
  const source: TextSource | PromiseLike<TextSource> = openAiText({ url, model: "m" })({
    messages,
    signal: controller.signal,
  });
  const pieces = ((await source) as AsyncIterable<string>)[Symbol.asyncIterator]();
  expect(await pieces.next()).toEqual({ done: false, value: "a" });
  const rest = pieces.next();

  controller.abort();

  await expect(rest).rejects.toThrow(/abort/i);
  await closed.promise;
});

test("an option that is not as it must be is refused", () => {
  expect(() => openAiText({ model: "m" } as never)).toThrow(/url \}\) must be an address/);
  expect(() => openAiText({ url } as never)).toThrow(/model \}\) must be a text/);
  expect(() => openAiText({ url, model: "m", body: { messages: [] } })).toThrow(/without messages/);
  expect(() => openAiText({ url, model: "m", key: "k" } as never)).toThrow(/no option "key"/);
});
