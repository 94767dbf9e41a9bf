/** A connection's life, and how its tools follow what the server lists. */

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ToolRegistry } from "ag-ui-lit";
import { connectMcp, McpConnection, type McpOptions } from "ag-ui-lit/mcp";
import { listed } from "../support/mcp/scripted-server.js";
import { record } from "../support/observe.js";
import { call, connected, failureOf, next, quick, scripted, until } from "./mcp.js";
import { expect, test } from "./test.js";

test("tools that come, change and go are followed; what stays keeps its place and its statistics", async (t) => {
  const server = await scripted(t, [listed("first"), listed("second"), listed("third")]);
  const { connection, registry } = await connected(t, server);
  const [first, second] = registry.all;
  await call(registry, "first");
  await server.isHeard();

  const change = next(connection, "mcp-tools-changed");
  server.changeTools([
    listed("first"),
    listed("second", { description: "Does more." }),
    listed("fourth"),
  ]);

  expect(await change).toEqual({
    added: ["fourth"],
    changed: ["second"],
    removed: ["third"],
    toolNames: ["first", "second", "fourth"],
  });
  expect(registry.names).toEqual(["first", "second", "fourth"]);
  expect(registry.get("first")).toBe(first);
  expect(registry.stats("first")).toMatchObject({ executions: 1 });
  expect(registry.get("second")).not.toBe(second);
  expect(registry.get("second")?.description).toBe("Does more.");
});

test("of a storm of changes, few lists are read, and the last of them counts", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server);
  await server.isHeard();
  const change = next(connection, "mcp-tools-changed", ({ toolNames }) => toolNames.length === 200);
  for (let count = 1; count <= 200; count++) {
    server.changeTools(Array.from({ length: count }, (_, index) => listed(`tool-${index}`)));
  }

  await change;

  expect(registry.names).toHaveLength(200);
  expect(server.received.filter(({ method }) => method === "tools/list").length).toBeLessThan(10);
});

test("what the page takes away stays away, and what it puts in a tool's place is left alone", async (t) => {
  const server = await scripted(t, [listed("a"), listed("b"), listed("c")]);
  const { connection, registry } = await connected(t, server);
  await server.isHeard();
  registry.unregister("a");
  const own = { name: "b", description: "The page's.", schema: {}, handler: () => "own" };
  registry.register(own, { replace: true });
  expect(connection.toolNames).toEqual(["c"]);

  const change = next(connection, "mcp-tools-changed");
  const changed = (name: string) => listed(name, { description: "Changed." });
  server.changeTools([changed("a"), changed("b"), changed("c")]);

  expect(await change).toMatchObject({ added: [], changed: ["c"], removed: [] });
  expect(registry.names).toEqual(["b", "c"]);
  await connection.close();
  expect(registry.names).toEqual(["b"]);
  expect(await call(registry, "b")).toMatchObject({ result: "own" });
});

test("names become valid, the same each time; one that is taken spoils only its own tool", async (t) => {
  const long = "x".repeat(80);
  const names = ["files.read", "files/read", "files_read", "読む", "書く", long, `${long}y`, ""];
  const server = await scripted(
    t,
    names.map((name) => listed(name)),
  );
  const { connection, registry } = await connected(t, server, { prefix: "p_" });

  const made = registry.names;
  expect(made).toHaveLength(5);
  expect(made[0]).toBe("p_files_read");
  for (const name of made) expect(name).toMatch(/^p_[\w-]{1,62}$/);
  expect(await call(registry, made[1] as string)).toMatchObject({ result: "読む ran" });
  expect(await call(registry, made[4] as string)).toMatchObject({ result: `${long}y ran` });
  expect(connection.rejected.map(({ tool, error }) => [tool, error.message])).toEqual([
    [
      "files/read",
      'the name "p_files_read" is taken: the server\'s tool "files.read" becomes it, too',
    ],
    [
      "files_read",
      'the name "p_files_read" is taken: the server\'s tool "files.read" becomes it, too',
    ],
    ["#8 of the list", "it has no name"],
  ]);
  const again = await connected(t, server, { prefix: "p_" });
  expect(again.registry.names).toEqual(made);
});

test("a name that becomes free is taken", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const registry = new ToolRegistry();
  const own = registry.register({ name: "it", description: "It.", schema: {}, handler: () => 1 });
  const { connection } = await connected(t, server, { registry });
  expect(connection.toolNames).toEqual([]);

  const change = next(connection, "mcp-tools-changed");
  own.unregister();

  expect(await change).toMatchObject({ added: ["it"] });
  expect(connection.rejected).toEqual([]);
});

test("the page chooses tools, metadata and who is asked", async (t) => {
  const reads = listed("reads", { annotations: { readOnlyHint: true } });
  const server = await scripted(t, [
    reads,
    listed("writes", { annotations: { readOnlyHint: false, idempotentHint: true } }),
    listed("unknown"),
  ]);
  const of = async (options: McpOptions) => {
    const { registry } = await connected(t, server, options);
    return registry.all.map(({ name, metadata }) => [name, metadata.approval, metadata.idempotent]);
  };

  // What a server says of its tools is its own word: any can call any tool one that only reads.
  expect(await of({})).toEqual([
    ["reads", "always", true],
    ["writes", "always", true],
    ["unknown", "always", false],
  ]);
  expect(await of({ approval: "annotations" })).toEqual([
    ["reads", "never", true],
    ["writes", "always", true],
    ["unknown", "always", false],
  ]);
  expect(await of({ approval: "always", filter: ({ tool }) => tool !== "writes" })).toEqual([
    ["reads", "always", true],
    ["unknown", "always", false],
  ]);
  expect(
    await of({
      approval: "never",
      metadata: ({ tool }) => (tool === "unknown" ? { approval: "always", idempotent: true } : {}),
    }),
  ).toEqual([
    ["reads", "never", true],
    ["writes", "never", true],
    ["unknown", "always", true],
  ]);

  const asked: unknown[] = [];
  const { registry } = await connected(t, server, {
    approval: (info, args) => {
      asked.push([info.tool, info.annotations.destructiveHint, args]);
      return false;
    },
  });
  const rule = registry.get("unknown")?.metadata.approval;
  if (typeof rule !== "function") throw new Error("It must be a rule.");
  expect(rule.call(undefined, { a: 1 })).toBe(false);
  expect(asked).toEqual([["unknown", true, { a: 1 }]]);
});

test("a session that the server has forgotten is made anew; the call that found out is tried again", async (t) => {
  const server = await scripted(t, [listed("it")]);
  server.hasStream = false;
  const { connection, registry } = await connected(t, server);
  const tool = registry.get("it");
  server.forget();

  expect(await failureOf(registry, "it")).toMatchObject({
    category: "transient",
    code: "mcp_disconnected",
    retryable: true,
  });
  await until(connection, "connected");
  expect(server.sessions).toBe(2);
  expect(registry.get("it")).not.toBe(tool);
  expect(await call(registry, "it")).toMatchObject({ result: "it ran" });
});

test("a stream that breaks while the server lives is opened again, and the list is read again", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server);
  await server.isHeard();
  const statuses = record(connection, "mcp-", ["status-changed"]);
  server.before = ({ message, server: { tools } }) => {
    if (message.method === "tools/list") tools.splice(0, 1, listed("other"));
    return false;
  };
  const change = next(connection, "mcp-tools-changed");

  server.breakStreams();

  expect(await change).toMatchObject({ added: ["other"], removed: ["it"] });
  expect(registry.names).toEqual(["other"]);
  expect(statuses).toEqual([]);
  await server.isHeard();
});

test("reconnect() connects anew at once, and what it tries replaces what was waited for", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server, {
    reconnect: { initialDelay: 1_000_000, maxDelay: 1_000_000 },
  });
  await connection.reconnect();
  expect(server.sessions).toBe(2);
  expect(registry.names).toEqual(["it"]);
  await server.has("DELETE");

  await server.isHeard();
  await server.stop();
  await until(connection, "reconnecting");
  await expect(connection.reconnect()).rejects.toMatchObject({ code: "unreachable" });
  expect(connection.status).toBe("reconnecting");
  await server.start();
  await Promise.all([connection.reconnect(), connection.connect()]);
  expect([connection.status, registry.names]).toEqual(["connected", ["it"]]);
});

test("without reconnect, a broken connection has failed until the page asks", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server, { reconnect: false });
  await server.isHeard();
  await server.stop();
  await until(connection, "failed");
  expect(registry.names).toEqual([]);
  await server.start();
  await connection.reconnect();
  expect(registry.names).toEqual(["it"]);
});

test("tries have an end where the page wants one, and one that is refused is the last", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const limited = await connected(t, server, { reconnect: { ...quick, maxAttempts: 3 } });
  await server.isHeard();
  const statuses = record(limited.connection, "mcp-", ["status-changed"]);
  await server.stop();
  await until(limited.connection, "failed");
  const tries = statuses.filter(({ detail }) => detail.retryIn !== undefined);
  expect(tries).toHaveLength(3);
  for (const { detail } of tries) expect(detail.retryIn).toBeLessThanOrEqual(5);

  await server.start();
  await limited.connection.reconnect();
  server.before = ({ status }) => {
    status(401);
    return true;
  };
  expect(await failureOf(limited.registry, "it")).toMatchObject({
    category: "permanent",
    code: "mcp_unauthorized",
  });
  await until(limited.connection, "failed");
  expect(limited.connection.error).toMatchObject({ code: "unauthorized" });
});

test("the first connection is not repeated: connect() says what failed, and nothing is left behind", async (t) => {
  const server = await scripted(t);
  await server.stop();
  const registry = new ToolRegistry();
  await expect(connectMcp({ url: server.url, registry })).rejects.toMatchObject({
    name: "McpConnectionError",
    code: "unreachable",
    message: expect.stringMatching(/^The MCP server 127\.0\.0\.1:\d+ can't be reached: /),
  });

  const connection = new McpConnection({ url: server.url, registry });
  t.after(() => connection.close());
  expect(connection.status).toBe("idle");
  await expect(connection.connect()).rejects.toMatchObject({ code: "unreachable" });
  expect(connection.status).toBe("failed");
  await server.start();
  await connection.connect();
  expect(connection.status).toBe("connected");
});

test("closing tells the server, ends what runs, and is final", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server);
  server.on["tools/call"] = () => {};
  const held = registry.get("it");
  const running = failureOf(registry, "it");
  await server.has("tools/call");

  await Promise.all([connection.close(), connection.close()]);

  expect(await running).toMatchObject({ category: "transient", code: "mcp_connection_lost" });
  await server.has("DELETE");
  await expect(connection.connect()).rejects.toMatchObject({ code: "closed" });
  await expect(connection.reconnect()).rejects.toMatchObject({ code: "closed" });
  const calls = new ToolRegistry();
  if (held) calls.register(held);
  expect(await failureOf(calls, "it")).toMatchObject({ category: "permanent", code: "mcp_closed" });
});

test("a signal closes the connection, also before it is there", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const stop = new AbortController();
  const { connection, registry } = await connected(t, server, { signal: stop.signal });
  stop.abort();
  expect([connection.status, registry.names]).toEqual(["closed", []]);

  const early = new AbortController();
  server.on["tools/list"] = () => early.abort();
  const options = { url: server.url, registry, signal: early.signal };
  await expect(connectMcp(options)).rejects.toMatchObject({ code: "closed" });
  await expect(connectMcp(options)).rejects.toMatchObject({ code: "closed" });
  expect(registry.names).toEqual([]);
});

test("a listener may close the connection in the middle of an update", async (t) => {
  const server = await scripted(t, [listed("a"), listed("b"), listed("c")]);
  const registry = new ToolRegistry();
  const connection = new McpConnection({ url: server.url, registry });
  registry.addEventListener("tool-registry-change", ({ detail }) => {
    if (detail.toolNames.includes("b")) void connection.close();
  });
  await expect(connection.connect()).rejects.toMatchObject({ code: "closed" });
  expect([connection.status, registry.names]).toEqual(["closed", []]);
});

test("a client or a transport of the page's own does as well", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const client = new Client({ name: "page", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  t.after(() => client.close());
  const registry = new ToolRegistry();
  const connection = await connectMcp({ client, registry });
  t.after(() => connection.close());
  await server.isHeard();
  const change = next(connection, "mcp-tools-changed");
  server.changeTools([listed("it"), listed("more")]);
  expect(await change).toMatchObject({ added: ["more"] });
  // The client is the page's: it stays connected, and may be used for something else.
  await connection.close();
  expect(registry.names).toEqual([]);
  expect((await client.listTools()).tools).toHaveLength(2);

  const own = await connected(t, server, {
    url: undefined,
    transport: () => new StreamableHTTPClientTransport(new URL(server.url)),
  } as McpOptions);
  await server.isHeard();
  server.forget();
  await until(own.connection, "reconnecting");
  await until(own.connection, "connected");
  expect(await call(own.registry, "it")).toMatchObject({ result: "it ran" });

  await expect(
    connectMcp({ client: new Client({ name: "page", version: "1" }), registry }),
  ).rejects.toThrow("the client is not connected");
});

test("headers go with each request to the server, asked anew each time", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const seen: (string | undefined)[] = [];
  server.before = ({ request }) => {
    seen.push(request.headers.authorization);
    return false;
  };
  let count = 0;
  const { registry } = await connected(t, server, {
    headers: () => ({ authorization: `Bearer ${++count}`, "x-none": undefined }),
  });
  await call(registry, "it");
  expect(seen.length).toBeGreaterThan(3);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen[0]).toBe("Bearer 1");
});

test("a server of the revision of 2026-07-28 is spoken to in its own way", async (t) => {
  const server = await scripted(t, [listed("it"), { name: "broken", inputSchema: 7 }]);
  server.isModern = true;
  const { connection, registry } = await connected(t, server);
  expect([connection.server, registry.names]).toEqual(["scripted", ["it"]]);
  expect(connection.rejected).toMatchObject([{ tool: "broken" }]);
  expect(await call(registry, "it")).toMatchObject({ result: "it ran" });

  await server.isHeard();
  const change = next(connection, "mcp-tools-changed");
  server.changeTools([listed("it"), listed("more")]);
  expect(await change).toMatchObject({ added: ["more"] });

  // Its subscription ends: another one is made, and what happened meanwhile is read.
  const later = next(connection, "mcp-tools-changed");
  server.breakStreams();
  server.tools = [listed("it")];
  expect(await later).toMatchObject({ removed: ["more"] });
  expect(connection.status).toBe("connected");
  await server.isHeard();

  // A call that the page cancels: its stream is closed, which says it.
  const stop = new AbortController();
  const closed = new Promise((resolve) => {
    server.on["tools/call"] = ({ response, request }) => {
      response.on("close", resolve);
      if (request.complete) stop.abort();
    };
  });
  const options = { signal: stop.signal };
  expect(await failureOf(registry, "it", {}, options)).toMatchObject({ category: "cancelled" });
  await closed;

  await server.stop();
  await until(connection, "reconnecting");
  await server.start();
  await until(connection, "connected");
  expect(registry.names).toEqual(["it"]);
  // It was asked once for the handshake that it does not know.
  expect(server.received.filter(({ method }) => method === "initialize")).toHaveLength(1);
});

test("an option that is wrong is named", () => {
  const wrong: [options: unknown, message: string][] = [
    [undefined, "connectMcp() takes an object of options"],
    [{}, "one of url, transport and client"],
    [{ url: "ftp://example.com" }, "connectMcp({ url }) must be the http(s) address"],
    [{ url: "nowhere" }, "connectMcp({ url }) must be the http(s) address"],
    [{ url: "http://a", transport: () => {} }, "takes url or transport, not both"],
    [{ transport: {} }, "connectMcp({ transport }) must be a function"],
    [
      { url: "http://a", prefix: "a.b" },
      "prefix }) must be at most 40 of A-Z a-z 0-9 _ -, but is a text",
    ],
    [{ url: "http://a", approval: "ask" }, 'approval }) must be "always", "annotations", "never"'],
    [{ url: "http://a", timeout: 0 }, "timeout }) must be a number, from 1 to"],
    [{ url: "http://a", maxTools: Number.NaN }, "maxTools }) must be a number"],
    [{ url: "http://a", reconnect: { maxDelay: -1 } }, "reconnect.maxDelay }) must be a number"],
    [
      { url: "http://a", pingInterval: "1" },
      "pingInterval }) must be a number, from 0 to 2147483647, but is a text",
    ],
    // What is not looked at would be missed only later, or never.
    [
      { url: "http://a", aproval: "always" },
      'connectMcp() has no option "aproval". Did you mean "approval"? There are: url,',
    ],
    [{ url: "http://a", reconnect: { delay: 1 } }, '{ reconnect }) has no option "delay"'],
    [{ url: "http://a", reconnect: true }, "reconnect }) must be false, or an object"],
    [{ client: {} }, "client }) must be a Client"],
    [{ url: "http://a", registry: {} }, "registry }) must be a ToolRegistry"],
    [{ url: "http://a", headers: "x-key: k" }, "headers }) must be an object of headers"],
    [{ url: "http://a", authProvider: "token" }, "authProvider }) must be an AuthProvider"],
    [{ url: "http://a", fetch: {} }, "fetch }) must be a function"],
    [{ url: "http://a", filter: ["a"] }, "filter }) must be a function"],
    [{ url: "http://a", metadata: {} }, "metadata }) must be a function"],
    [{ url: "http://a", signal: new AbortController() }, "signal }) must be an AbortSignal"],
  ];
  for (const [options, message] of wrong) {
    expect(() => new McpConnection(options as McpOptions), message).toThrow(message);
  }
  // It may hold a secret, which has no business in an error.
  expect(() => new McpConnection({ url: "ftp://me:secret@a" })).toThrow(/^(?!.*secret)/);
});
