/** The demo's agent with a real model: what the environment says of it, and what the service is asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelEvent, ModelRequest } from "ag-ui-lit/server";
import { readOpenAiConfig } from "../../www/server/openai/config.js";
import { openAiModel } from "../../www/server/openai/model.js";
import { openAiChat } from "../support/providers/conversations.js";
import { expect, test } from "./test.js";

const key = "sk-very-secret-key";

/** Asks the demo's model once, at a service with this answer; gives its events, or the failure, and the requests. */
async function think(status: number, answer: string) {
  const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    asked.push({ url, authorization: headers.authorization, body });
    response.writeHead(status, { "content-type": "text/event-stream" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const config = readOpenAiConfig({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/deployments/x/?api-version=2`,
    OPENAI_MODEL: "tiny",
  });
  if (!config) throw new Error("There is a key.");
  const context = { conversation: { id: "t" }, session: { id: "r" } };
  const messages = [{ id: "u", role: "user", content: "Hello" }] as ModelRequest["messages"];
  const contextEntries = [{ description: "Where", value: "Rome" }];
  const request = { context, messages, contextEntries };
  const { signal } = new AbortController();
  const tools = [{ name: "weather", description: "Tells.", parameters: {} }];
  const events: ModelEvent[] = [];
  try {
    const answered = openAiModel(config)({
      messages,
      tools,
      context,
      request,
      iteration: 1,
      signal,
    });
    for await (const event of answered as AsyncIterable<ModelEvent>) events.push(event);
    return { asked, events, failure: undefined };
  } catch (failure) {
    return { asked, events, failure };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("the service is asked once, with the tools, its key, the address's own query, and where the visitor is", async () => {
  const { asked, events, failure } = await think(200, openAiChat.text("It is sunny."));
  expect(failure).toBe(undefined);
  expect(events.map((event) => event.type === "text" && event.delta).join("")).toBe("It is sunny.");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    url: "/deployments/x/chat/completions?api-version=2",
    authorization: `Bearer ${key}`,
  });
  const body = JSON.parse(asked[0]?.body ?? "");
  expect(body).toMatchObject({ model: "tiny", stream: true });
  expect(body.messages[0].content).toMatch(
    /^You are the assistant in the demo page[\s\S]*\nWhere: Rome$/,
  );
  expect(body.messages.at(-1)).toEqual({ role: "user", content: "Hello" });
  expect(body.tools[0].function.name).toBe("weather");
});

test("a service that is too busy is asked once, and its text is not shown", async () => {
  const { asked, failure } = await think(429, JSON.stringify({ error: { message: key } }));
  expect(asked).toHaveLength(1);
  expect(failure).toMatchObject({ code: "model_busy", message: expect.not.stringContaining(key) });
});

test("without a key there is no such model, and an address that is none is refused", () => {
  expect(readOpenAiConfig({ OPENAI_API_KEY: " " })).toBe(undefined);
  expect(() => readOpenAiConfig({ OPENAI_API_KEY: key, OPENAI_BASE_URL: "ftp://x" })).toThrow(
    "OPENAI_BASE_URL must be an http or https URL",
  );
});
