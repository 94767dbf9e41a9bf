/** `serveAgent` over HTTP in Node, asked by `@ag-ui/client` as anybody's client would be. */

import { request as httpRequest, type IncomingMessage } from "node:http";
import { HttpAgent } from "@ag-ui/client";
import type { Message } from "@ag-ui/core";
import { ToolRegistry } from "ag-ui-lit";
import {
  AgentReasoner,
  AgentToolExecutor,
  defineAgentTool,
  type Model,
  type ModelRequest,
  serveAgent,
} from "ag-ui-lit/server";
import * as z from "zod";
import { end, input, scripted, served } from "../support/server/endpoint.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

/** A server with a tool of each kind, and a model that does as the user says: `tool {json}`. */
function shop() {
  const registry = new ToolRegistry();
  registry.register(
    defineAgentTool({
      name: "find_order",
      description: "Finds an order of the user's.",
      schema: z.object({ id: z.string() }),
      metadata: { execution: "server" },
      handler: ({ id }, { user }) => ({ id, total: 20, owner: user?.id }),
    }),
  );
  registry.register(
    defineAgentTool({
      name: "pay_order",
      description: "Pays an order.",
      schema: z.object({ id: z.string(), total: z.number().optional() }),
      metadata: { execution: "preflight" },
      handler: ({ id }) => ({ id, total: 20 }),
    }),
  );
  const asked: ModelRequest[] = [];
  const model: Model = async function* (request) {
    asked.push(request);
    const last = request.messages.at(-1) as Message;
    if (last.role === "tool") {
      yield { type: "text", delta: `It said: ${last.content}` };
      return;
    }
    yield { type: "reasoning", delta: "They want something." };
    for (const line of String(last.content).split("\n")) {
      const [, name = "", args = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
      yield { type: "tool_call", name, arguments: args };
    }
  };
  const executor = new AgentToolExecutor({ registry });
  const handler = serveAgent(new AgentReasoner({ executor, model }), {
    context: (request) => ({ user: { id: request.headers.get("authorization") ?? "nobody" } }),
  });
  return { handler, asked };
}

const tools = [
  { name: "pay_order", description: "Pays.", parameters: { type: "object", properties: {} } },
  { name: "draw", description: "Draws.", parameters: { type: "object", properties: {} } },
];

test("a tool of the server: the client sees the call, its result and the answer of one run", async () => {
  const { handler } = shop();
  await served(handler, async (url) => {
    const agent = new HttpAgent({ url, headers: { authorization: "ada" } });
    agent.addMessage({ id: "1", role: "user", content: 'find_order {"id":"A1"}' });
    await agent.runAgent({ tools });

    const result = '{"id":"A1","total":20,"owner":"ada"}';
    expect(agent.messages.map(({ role }) => role)).toEqual([
      "user",
      "reasoning",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(agent.messages[3]).toMatchObject({ content: result });
    expect(agent.messages.at(-1)).toMatchObject({ content: `It said: ${result}` });
  });
});

test("a preflighted call reaches a client that knows nothing of it as an ordinary one, with good arguments", async () => {
  const { handler, asked } = shop();
  await served(handler, async (url) => {
    const agent = new HttpAgent({ url });
    agent.addMessage({
      id: "1",
      role: "user",
      content: 'pay_order {"id":"A1"}\ndraw {"what":"a bill"}',
    });
    let pending: string[] = [];
    await agent.runAgent(
      { tools },
      {
        onRunFinishedEvent: (event) => {
          if (event.outcome === "success") pending = event.pendingToolCallIds;
        },
      },
    );
    const calls = agent.messages.flatMap((each) =>
      each.role === "assistant" ? (each.toolCalls ?? []) : [],
    );
    expect(
      calls.map(({ function: { name, arguments: args } }) => [name, JSON.parse(args)]),
    ).toEqual(
      expect.arrayContaining([
        ["pay_order", { id: "A1", total: 20 }],
        ["draw", { what: "a bill" }],
      ]),
    );
    expect([...pending].sort()).toEqual(calls.map(({ id }) => id).sort());

    for (const { id } of calls) {
      agent.addMessage({ id: `result-${id}`, role: "tool", toolCallId: id, content: "done" });
    }
    await agent.runAgent({ tools });
    expect(agent.messages.at(-1)).toMatchObject({ role: "assistant", content: "It said: done" });
    // The model sees both answered, and what it asked for itself.
    expect(asked.at(-1)?.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  });
});

test("a thread's id opens nothing: another user neither answers the first one's calls nor stops them", async () => {
  const { handler, asked } = shop();
  await served(handler, async (url) => {
    const threadId = "the same";
    const ada = new HttpAgent({ url, threadId, headers: { authorization: "ada" } });
    ada.addMessage({ id: "1", role: "user", content: 'draw {"what":"a bill"}' });
    await ada.runAgent({ tools });
    const [call] = ada.messages.flatMap((each) =>
      each.role === "assistant" ? (each.toolCalls ?? []) : [],
    );
    const toolCallId = call?.id ?? "";

    const eve = new HttpAgent({ url, threadId, headers: { authorization: "eve" } });
    eve.setMessages([...ada.messages]);
    eve.addMessage({ id: "2", role: "tool", toolCallId, content: "forged" });
    await eve.runAgent({ tools });

    ada.addMessage({ id: "3", role: "tool", toolCallId, content: "drawn" });
    await ada.runAgent({ tools });
    const answers = asked.at(-1)?.messages.filter(({ role }) => role === "tool");
    expect(answers?.map(({ content }) => content)).toEqual(["drawn"]);
  });
});

test("a client that asks in protobuf gets the same conversation", async () => {
  const { handler } = shop();
  class BinaryAgent extends HttpAgent {
    protected override requestInit(given: Parameters<HttpAgent["requestInit"]>[0]): RequestInit {
      const init = super.requestInit(given);
      return { ...init, headers: { ...init.headers, Accept: "application/vnd.ag-ui.event+proto" } };
    }
  }
  await served(handler, async (url) => {
    const agent = new BinaryAgent({ url });
    agent.addMessage({ id: "1", role: "user", content: 'find_order {"id":"A1"}' });
    await agent.runAgent({ tools });
    expect(agent.messages.at(-1)?.content).toContain("It said: ");
  });
});

test("a run that fails is an error of the client's run", async () => {
  const failing = scripted(async function* () {
    yield { type: "text", messageId: "m1", delta: "So" };
    yield end("failed", { error: { code: "model", message: "The model is busy." } });
  });
  await served(serveAgent(failing), async (url) => {
    const agent = new HttpAgent({ url });
    agent.addMessage({ id: "1", role: "user", content: "Hello" });
    const seen: string[] = [];
    await agent
      .runAgent({}, { onRunErrorEvent: ({ event }) => void seen.push(event.message) })
      .catch(() => {});
    expect(seen).toEqual(["The model is busy."]);
  });
});

test("a client that breaks off is noticed while the server waits", async () => {
  const begun = deferred<void>();
  const noticed = deferred<boolean>();
  const waiting = scripted(async function* (_request, { signal } = {}) {
    yield { type: "text", messageId: "m1", delta: "Wait." };
    begun.resolve();
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    noticed.resolve(signal?.aborted === true);
    yield end("aborted");
  });
  await served(serveAgent(waiting), async (url) => {
    const gone = new AbortController();
    const asked = fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
      signal: gone.signal,
    });
    await begun.promise;
    await (await asked).body?.getReader().read();
    gone.abort();
    expect(await noticed.promise).toBe(true);
  });
});

test("a slow reader holds the reasoner up, and loses nothing", async () => {
  const pieces = 400;
  const piece = "x".repeat(10_000);
  let made = 0;
  const talking = scripted(async function* () {
    for (; made < pieces; made += 1) yield { type: "text", messageId: "m1", delta: piece };
    yield end();
  });
  await served(serveAgent(talking), async (url) => {
    const { port, pathname: path } = new URL(url);
    const headers = { "content-type": "application/json" };
    const text = await new Promise<string>((resolve, reject) => {
      const asked = httpRequest({ port, path, method: "POST", headers }, (response) => {
        response.pause();
        let whole = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          whole += chunk;
        });
        response.on("end", () => resolve(whole));
        // Not read at first: what fits into the buffers of two sockets is written, and no more.
        setImmediate(() => setImmediate(() => response.resume()));
      });
      asked.on("error", reject);
      asked.end(JSON.stringify(input));
    });
    expect(text.split("TEXT_MESSAGE_CONTENT")).toHaveLength(pieces + 1);
    expect(text).toContain("RUN_FINISHED");
  });
});

test("a slow reader holds up a reasoner that writes little at a time as well", async () => {
  const pieces = 20_000;
  let made = 0;
  const over = deferred<void>();
  const talking = scripted(async function* () {
    for (; made < pieces; made += 1) {
      await new Promise(setImmediate);
      yield { type: "text", messageId: "m1", delta: "x".repeat(1_000) };
    }
    over.resolve();
    yield end();
  });
  await served(serveAgent(talking), async (url) => {
    const { port, pathname: path } = new URL(url);
    const headers = { "content-type": "application/json" };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = httpRequest({ port, path, method: "POST", headers }, resolve);
      asked.on("error", reject);
      asked.end(JSON.stringify(input));
    });
    response.pause();
    // As long as it is not held up, it makes a piece in each turn.
    for (let before = -1; before !== made; ) {
      before = made;
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    }
    expect(made).toBeLessThan(pieces);
    response.resume();
    await over.promise;
    expect(made).toBe(pieces);
  });
});

test("requests that are none get an answer over HTTP as well, and the server lives on", async () => {
  const handler = serveAgent(
    scripted(async function* () {
      yield end();
    }),
    { maxBodyBytes: 10_000 },
  );
  await served(handler, async (url) => {
    const { port } = new URL(url);
    const send = (method: string, path: string, headers: Record<string, string>, body = "") =>
      new Promise<number>((resolve, reject) => {
        const asked = httpRequest({ port, path, method, headers }, (response) => {
          response.resume();
          response.on("end", () => resolve(response.statusCode ?? 0));
          response.on("error", reject);
        });
        asked.on("error", reject);
        asked.end(body);
      });
    const json = { "content-type": "application/json" };
    expect(await send("GET", "/", {})).toBe(405);
    expect(await send("HEAD", "/", {})).toBe(405);
    expect(await send("TRACE", "/", {})).toBe(400);
    expect(await send("POST", "//evil.example/x", json, "{}")).toBe(422);
    expect(await send("POST", "/", { ...json, host: "a b<>" }, "{}")).toBe(422);
    expect(await send("POST", "/", json, " ".repeat(2_000_000))).toBe(413);
    expect(await send("POST", "/", json, JSON.stringify(input))).toBe(200);
    const all = Array.from({ length: 20 }, () => send("POST", "/", json, JSON.stringify(input)));
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
  });
});
