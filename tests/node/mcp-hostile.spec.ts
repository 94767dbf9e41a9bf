/** Servers that are broken, lie or mean harm: each spoils what it touches, and nothing else. */

import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { connectMcp, McpConnection } from "ag-ui-lit/mcp";
import { listed, type Script } from "../support/mcp/scripted-server.js";
import { record } from "../support/observe.js";
import { deferred } from "./deferred.js";
import { call, connected, failureOf, next, scripted, until } from "./mcp.js";
import { expect, test } from "./test.js";

test("a tool that is broken spoils only itself, and says why", async (t) => {
  const outside = { type: "object", properties: { a: { $ref: "http://example.com/schema" } } };
  const broken: [tool: unknown, why: string | RegExp][] = [
    [null, "it is no object"],
    ["a tool", "it is no object"],
    [[], "it is no object"],
    [{ inputSchema: {} }, "it has no name"],
    [listed("x".repeat(2000)), "its name is longer than 1,000 characters"],
    [{ name: "no-schema" }, "its inputSchema must be an object"],
    [listed("bool", { inputSchema: true }), "its inputSchema must be an object"],
    [listed("list", { inputSchema: { type: "array" } }), /object/],
    [
      listed("type", { inputSchema: { type: "object", properties: { a: { type: "strnig" } } } }),
      /schema\.properties\.a/,
    ],
    [listed("ref", { inputSchema: outside }), /example\.com/],
    [listed("pattern", { inputSchema: { properties: { a: { pattern: "(" } } } }), /pattern/],
    [
      listed("out", { outputSchema: { type: "object", properties: 7 } }),
      /^its outputSchema can't be used: at \/properties/,
    ],
    [listed("out2", { outputSchema: "any" }), "its outputSchema must be an object"],
    [listed("task", { execution: { taskSupport: "required" } }), /taskSupport/],
    [listed("twice"), 'the name "twice" is taken: the server lists it twice'],
  ];
  const good = [listed("first"), listed("twice"), listed("__proto__"), listed("constructor")];
  const server = await scripted(t, [...good, ...broken.map(([tool]) => tool), listed("last")]);
  const connection = new McpConnection({ url: server.url, registry: new ToolRegistry() });
  t.after(() => connection.close());
  const heard = record(connection, "mcp-", ["tool-rejected"]);

  await connection.connect();

  expect(connection.toolNames).toEqual(["first", "twice", "__proto__", "constructor", "last"]);
  expect(connection.rejected).toHaveLength(broken.length);
  connection.rejected.forEach(({ error }, index) => {
    const [, why] = broken[index] as [unknown, string | RegExp];
    if (typeof why === "string") expect(error.message).toBe(why);
    else expect(error.message).toMatch(why);
  });
  expect(heard.map(({ detail }) => detail)).toEqual(connection.rejected);
  // Nothing new is wrong: nobody is told twice.
  await server.isHeard();
  const change = next(connection, "mcp-tools-changed");
  server.changeTools([...server.tools, listed("another")]);
  await change;
  expect(heard).toHaveLength(broken.length);
});

test("what a tool says of itself is bounded, and may be of any type", async (t) => {
  const server = await scripted(t, [
    listed("long", { description: "😀".repeat(100_000) }),
    listed("exact", { description: "😀".repeat(1024) }),
    { name: "titled", title: "A Title", inputSchema: { type: "object" } },
    listed("blank", { description: " \n " }),
    listed("wrong", {
      description: 7,
      title: {},
      annotations: { readOnlyHint: "yes", idempotentHint: 1, title: [] },
      execution: "often",
      icons: 3,
      _meta: false,
    }),
    listed("lone", { description: "half \ud83d of it" }),
  ]);
  const { registry } = await connected(t, server);
  const descriptions = registry.all.map(({ description }) => description);
  expect(descriptions[0]).toMatch(/^(😀)+… \[\d+ more characters were cut\]$/u);
  expect([...(descriptions[0] as string)].length).toBeLessThanOrEqual(1024);
  expect(descriptions.slice(1)).toEqual([
    "😀".repeat(1024),
    "A Title",
    "The tool blank of the MCP server scripted.",
    "The tool wrong of the MCP server scripted.",
    "half \ufffd of it",
  ]);
  expect(registry.get("wrong")?.metadata).toMatchObject({ approval: "always", idempotent: false });
});

test("ten thousand tools, pages without end, and pages in a circle: as many as the page wants", async (t) => {
  const many = Array.from({ length: 10_000 }, (_, index) => listed(`tool-${index}`));
  const server = await scripted(t, many);
  const first = await connected(t, server, { maxTools: 5 });
  expect(first.registry.names).toEqual(["tool-0", "tool-1", "tool-2", "tool-3", "tool-4"]);
  expect(first.connection.rejected.map(({ error }) => error.message)).toEqual([
    "The MCP server scripted: it lists more than 5 tools (maxTools): the others are left out.",
  ]);
  const byDefault = await connected(t, server);
  expect(byDefault.registry.names).toHaveLength(256);

  let page = 0;
  server.on["tools/list"] = ({ result }) =>
    result({ tools: [listed(`page-${++page}`)], nextCursor: `cursor-${page}` });
  const endless = await connected(t, server);
  expect(endless.registry.names).toHaveLength(64);
  expect(endless.connection.rejected[0]?.error.message).toContain("more than 64 pages");

  server.on["tools/list"] = ({ result, message }) =>
    result({
      tools: message.params?.cursor ? [] : [listed("it")],
      nextCursor: message.params?.cursor === "a" ? "b" : "a",
    });
  const circle = await connected(t, server);
  expect(circle.registry.names).toEqual(["it"]);
  expect(circle.connection.rejected[0]?.error.message).toContain("leads back to an earlier one");
});

test("so many broken tools are no list of as many errors", async (t) => {
  const server = await scripted(
    t,
    Array.from({ length: 250 }, () => ({})),
  );
  const { connection } = await connected(t, server);
  expect(connection.rejected).toHaveLength(101);
  expect(connection.rejected.at(-1)?.error.message).toBe("and 150 more tools");
});

test("a list that is none: the first connection fails, later ones leave the tools as they were", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const lists: Script[] = [
    ({ result }) => result({ tools: "many" }),
    ({ result }) => result({}),
    ({ error }) => error(-32603, "Not today."),
  ];
  for (const list of lists) {
    server.on["tools/list"] = list;
    const registry = new ToolRegistry();
    await expect(connectMcp({ url: server.url, registry })).rejects.toMatchObject({
      name: "McpConnectionError",
      code: "refused",
    });
  }
  delete server.on["tools/list"];
  const { connection, registry } = await connected(t, server);
  await server.isHeard();
  for (const list of lists) {
    server.on["tools/list"] = list;
    const rejected = next(connection, "mcp-tool-rejected");
    server.changeTools([]);
    expect((await rejected).error.message).toMatch(/^The list of tools could not be read again: /);
  }
  expect([connection.status, registry.names]).toEqual(["connected", ["it"]]);
});

test("a server without tools is one without tools", async (t) => {
  const server = await scripted(t);
  server.capabilities = {};
  const { connection, registry } = await connected(t, server);
  expect([connection.status, registry.names, connection.rejected]).toEqual(["connected", [], []]);
  expect(server.received.some(({ method }) => method === "tools/list")).toBe(false);
});

test("answers that are none, or for somebody else, are nobody's result", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server, { timeout: 300 });
  const of = async (script: Script) => {
    server.on["tools/call"] = script;
    return failureOf(registry, "it");
  };
  const invalid = { category: "permanent", code: "mcp_invalid_result", retryable: false };
  for (const result of [
    { content: "text" },
    { content: [{ type: "text", text: 7 }] },
    { content: [{ type: "hologram" }] },
    { content: [null] },
    { content: [], isError: "no" },
  ]) {
    expect(await of((exchange) => exchange.result(result)), JSON.stringify(result)).toMatchObject(
      invalid,
    );
  }
  // For another id, for none, twice, and something that is no JSON-RPC at all.
  expect(
    await of(({ stream, response }) => {
      const send = stream();
      send({ id: 999, result: { content: [{ type: "text", text: "for somebody else" }] } });
      send({ id: "it", result: {} });
      send({ nonsense: true });
      response.write("data: {]\n\n");
      response.end();
    }),
  ).toMatchObject(invalid);
  expect(
    await of(({ response }) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
    }),
  ).toMatchObject({ ...invalid, message: expect.stringContaining("text/html") });
  server.on["tools/call"] = ({ message, stream, response }) => {
    const send = stream();
    const answer = (text: string) => ({
      id: message.id,
      result: { content: [{ type: "text", text }] },
    });
    send(answer("first"));
    send(answer("second"));
    response.end();
  };
  expect(await call(registry, "it")).toMatchObject({ success: true, result: "first" });
  expect([connection.status, registry.names]).toEqual(["connected", ["it"]]);
});

test("a tool that the server has changed since is called as it was listed", async (t) => {
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const server = await scripted(t, [
    listed("it", { inputSchema: schema, annotations: { readOnlyHint: true } }),
  ]);
  server.hasStream = false;
  const { registry } = await connected(t, server);
  server.tools = [
    listed("it", { inputSchema: { type: "object" }, outputSchema: { type: "object" } }),
  ];
  expect(await failureOf(registry, "it", { n: "1" })).toMatchObject({ category: "validation" });
  expect(await call(registry, "it", { n: 1 })).toMatchObject({ success: true, result: "it ran" });
});

test("a message has a length, as JSON and as an event; many of them together have none", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server, { maxMessageBytes: 20_000 });
  const long = { content: [{ type: "text", text: "x".repeat(30_000) }] };
  server.on["tools/call"] = ({ result }) => result(long);
  expect(await failureOf(registry, "it")).toMatchObject({
    message: expect.stringContaining("longer than maxMessageBytes (20000)"),
  });
  server.on["tools/call"] = ({ message, stream }) => stream()({ id: message.id, result: long });
  expect(await failureOf(registry, "it")).toMatchObject({ code: "mcp_message_too_long" });
  server.on["tools/call"] = ({ message, stream, response }) => {
    const send = stream();
    const { progressToken } = message.params?._meta ?? {};
    for (let progress = 1; progress <= 5; progress++) {
      const params = { progressToken, progress, message: "x".repeat(9_000) };
      send({ method: "notifications/progress", params });
    }
    send({ id: message.id, result: { content: [] } });
    response.end();
  };
  expect(await call(registry, "it")).toMatchObject({ success: true });
  expect(connection.status).toBe("connected");
});

test("what a server says of a refusal has a length, too, and is not read for ever", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server, { maxMessageBytes: 20_000 });
  for (const status of [400, 404, 500, 503]) {
    const ended = deferred<number>();
    server.on["tools/call"] = ({ response }) => {
      let written = 0;
      const more = (): void => {
        while (!response.destroyed && response.write("No. ".repeat(1_000))) written += 4_000;
      };
      response.writeHead(status, { "content-type": "text/plain" });
      response.on("drain", more).on("close", () => ended.resolve(written));
      more();
    };
    const failure = await failureOf(registry, "it");
    expect(failure.message.length, `${status}`).toBeLessThan(25_000);
    // Nobody reads on: what lies in the buffers of both sides is all that was written.
    await ended.promise;
  }
});

test("progress that is late, early, wrong or without end reaches nobody but its own call", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server);
  const manager = new ToolExecutionManager();
  const progress = record(manager, "tool-execution-", ["progress"]);
  server.on["tools/call"] = ({ message, stream, response }) => {
    const send = stream();
    const { progressToken } = message.params?._meta ?? {};
    const report = (params: object) => send({ method: "notifications/progress", params });
    for (let other = 100; other < 1100; other++) report({ progressToken: other, progress: 1 });
    report({ progressToken, progress: "half" });
    report({ progressToken, progress: 0.5, message: "m".repeat(5000), total: 1 });
    send({ id: message.id, result: { content: [] } });
    report({ progressToken, progress: 1 });
    response.end();
  };
  const tool = registry.get("it");
  if (!tool) throw new Error("There is no such tool.");
  expect(await manager.execute(tool, "call-1", {})).toMatchObject({ success: true });
  expect(progress.map(({ detail }) => detail.progress)).toEqual([
    { progress: 0.5, total: 1, message: "m".repeat(1000) },
  ]);
  expect(connection.status).toBe("connected");
});

test("what a server asks of the page is refused", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  const asked = ["sampling/createMessage", "elicitation/create", "roots/list"];
  server.on["tools/call"] = async ({ message, stream, response, server: { received } }) => {
    const send = stream();
    for (const method of asked) send({ id: `ask-${method}`, method, params: {} });
    for (;;) {
      const answers = received.filter(({ id, method }) => !method && String(id).startsWith("ask"));
      if (answers.length === asked.length) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    send({ id: message.id, result: { content: [] } });
    response.end();
  };
  expect(await call(registry, "it")).toMatchObject({ success: true });
  const refusals = server.received.filter(({ method }) => method === undefined);
  for (const refusal of refusals) expect(refusal).toMatchObject({ error: { code: -32601 } });
});

test("a redirect to another origin is not followed, and takes no headers there", async (t) => {
  const [server, other] = [await scripted(t, [listed("it")]), await scripted(t)];
  server.before = ({ response }) => {
    response.writeHead(307, { location: other.url }).end();
    return true;
  };
  const options = {
    url: server.url,
    registry: new ToolRegistry(),
    headers: { "x-token": "secret" },
  };
  await expect(connectMcp(options)).rejects.toMatchObject({
    code: expect.stringMatching(/refused|unreachable/),
  });
  expect(other.received).toEqual([]);
});

test("a server that is busy with a call is not asked whether it lives", async (t) => {
  const server = await scripted(t, [listed("long"), listed("short")]);
  const { connection, registry } = await connected(t, server, { pingInterval: 1 });
  let release = (): void => {};
  server.on["tools/call"] = ({ message, result }) => {
    if (message.params?.name === "short") result({ content: [] });
    else release = () => result({ content: [{ type: "text", text: "at last" }] });
  };
  const running = call(registry, "long");
  await server.has("tools/call");
  const pings = () => server.received.filter(({ method }) => method === "ping").length;
  // One may have been under way.
  await call(registry, "short");
  const before = pings();
  for (let count = 0; count < 30; count++) await call(registry, "short");
  expect(pings()).toBe(before);
  release();
  expect(await running).toMatchObject({ result: "at last" });
  await server.has("ping", before + 1);
  expect(connection.status).toBe("connected");
});

test("a server that hangs is asked whether it lives, and its tools leave", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server, { pingInterval: 5, timeout: 1500 });
  await server.has("ping", 3);
  expect(connection.status).toBe("connected");
  server.before = () => true;
  await until(connection, "reconnecting");
  expect(registry.names).toEqual([]);
  expect(connection.error).toMatchObject({ code: "timeout" });
  server.before = undefined;
  await until(connection, "connected");
  // One that knows no ping, or has too much to do, answers nevertheless.
  const pings = server.received.filter(({ method }) => method === "ping").length;
  server.on.ping = ({ error }) => error(-32601, "Method not found");
  await server.has("ping", pings + 2);
  server.on.ping = ({ status }) => status(429);
  await server.has("ping", pings + 5);
  expect(connection.status).toBe("connected");
});
