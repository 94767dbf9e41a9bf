/** `ag-ui-lit/mcp` against the reference server of the protocol, over HTTP on this machine. */
// In a process of its own: a server is started before its tests.
import { after, before } from "node:test";
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { connectMcp, type McpToolMetadata } from "ag-ui-lit/mcp";
import { Everything } from "../support/mcp/everything.js";
import { record } from "../support/observe.js";
import { call, connected, failureOf, next, until } from "./mcp.js";
import { expect, test } from "./test.js";

let server: Everything;

before(async () => {
  server = await Everything.start();
});
after(() => server.kill());

test("its tools are registered under a prefix, in its order, and leave when the connection is closed", async (t) => {
  const registry = new ToolRegistry();
  registry.register({ name: "own", description: "The page's.", schema: {}, handler: () => 1 });
  const { connection } = await connected(t, server, { registry, prefix: "every_" });

  expect(connection.status).toBe("connected");
  expect(connection.server).toBe("mcp-servers/everything");
  expect(registry.names.slice(0, 3)).toEqual(["own", "every_echo", "every_get-annotated-message"]);
  expect(connection.toolNames).toEqual(registry.names.slice(1));
  expect(registry.get("every_echo")?.description).toBe("Echoes back the input string");
  expect(registry.get("every_echo")?.parameters).toMatchObject({ required: ["message"] });
  // It registers some tools only once the client is there, one of which nobody can call who knows no tasks.
  expect(connection.rejected).toMatchObject([
    { tool: "simulate-research-query", error: { message: expect.stringContaining("taskSupport") } },
  ]);

  await connection.close();
  expect(connection.status).toBe("closed");
  expect(registry.names).toEqual(["own"]);
  expect(connection.toolNames).toEqual([]);
});

test("await using closes the connection", async () => {
  const registry = new ToolRegistry();
  const connection = await connectMcp({ url: server.url, registry });
  expect(registry.has("echo")).toBe(true);
  await connection[Symbol.asyncDispose]();
  expect(registry.names).toEqual([]);
});

test("arguments are validated before they are sent, and the text comes back", async (t) => {
  const { registry } = await connected(t, server);

  expect(await call(registry, "echo", '{"message":"Grüße 👋"}')).toMatchObject({
    success: true,
    result: "Echo: Grüße 👋",
    output: { content: [{ type: "text", text: "Echo: Grüße 👋" }] },
  });
  expect(await failureOf(registry, "get-sum", { a: 1 })).toMatchObject({
    category: "validation",
    validationErrors: [{ path: ["b"] }],
  });
});

test("structured content, images, resource links and resources: the model reads what they are, the page has all", async (t) => {
  const { registry } = await connected(t, server);

  const weather = await call(registry, "get-structured-content", { location: "New York" });
  expect(weather).toMatchObject({
    success: true,
    output: { structuredContent: { temperature: 33, conditions: "Cloudy", humidity: 82 } },
  });

  const image = await call(registry, "get-tiny-image");
  expect(image).toMatchObject({ success: true });
  if (!image.success) return;
  expect(image.result).toMatch(/^Here's the image.*\n\[image: image\/png, \d+ bytes\]\n/);
  expect(image.output).toMatchObject({
    content: [{}, { type: "image", data: expect.stringMatching(/^iVBOR/) }, {}],
  });

  const links = await call(registry, "get-resource-links", { count: 2 });
  expect(links).toMatchObject({
    result: expect.stringContaining(
      "[resource link: Text Resource 2, demo://resource/dynamic/text/2 (text/plain): Resource 2",
    ),
    output: { content: [{}, { type: "resource_link" }, { type: "resource_link" }] },
  });

  const text = await call(registry, "get-resource-reference", {
    resourceType: "Text",
    resourceId: 1,
  });
  expect(text).toMatchObject({
    result: expect.stringContaining(
      "[resource: demo://resource/dynamic/text/1 (text/plain)]\nResource 1",
    ),
  });
  const blob = await call(registry, "get-resource-reference", {
    resourceType: "Blob",
    resourceId: 1,
  });
  expect(blob).toMatchObject({
    result: expect.stringMatching(
      /\[resource: demo:\/\/resource\/dynamic\/blob\/1 \(text\/plain\), \d+ bytes\]/,
    ),
    output: { content: [{}, { resource: { blob: expect.any(String) } }, {}] },
  });
});

test("progress becomes the page's, by tool-execution-progress", async (t) => {
  const { registry } = await connected(t, server);
  const manager = new ToolExecutionManager();
  const events = record(manager, "tool-execution-", ["progress"]);
  const tool = registry.get("trigger-long-running-operation");
  if (!tool) throw new Error("There is no such tool.");

  const result = await manager.execute(tool, "call-1", { duration: 0.03, steps: 3 });

  expect(result).toMatchObject({ success: true });
  expect(events.map(({ detail }) => detail.progress)).toEqual([
    { progress: 1, total: 3 },
    { progress: 2, total: 3 },
    { progress: 3, total: 3 },
  ]);
});

test("annotations become metadata, and decide who is asked where the page trusts the server", async (t) => {
  const { connection, registry } = await connected(t, server, { approval: "annotations" });

  const { metadata } = registry.get("get-sum") ?? {};
  expect(metadata).toMatchObject({ approval: "never", idempotent: true, category: "mcp" });
  expect((metadata as McpToolMetadata).mcp).toMatchObject({
    tool: "get-sum",
    title: "Get Sum Tool",
    server: "mcp-servers/everything",
    annotations: { readOnlyHint: true, destructiveHint: false },
  });
  const writes = connection.tools.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(writes.length).toBeGreaterThan(0);
  for (const { registered } of writes) expect(registered.metadata.approval).toBe("always");
});

test("a server that dies takes its tools along, and brings them back when it lives again", async (t) => {
  const { connection, registry } = await connected(t, server);
  const held = registry.get("echo");
  const removed = next(connection, "mcp-tools-changed");

  await server.kill();

  expect((await removed).removed).toContain("echo");
  expect(connection.status).toBe("reconnecting");
  expect(registry.names).toEqual([]);
  expect(connection.error).toMatchObject({ name: "McpConnectionError", code: "unreachable" });
  const calls = new ToolRegistry();
  if (held) calls.register(held);
  expect(await failureOf(calls, "echo", { message: "Is anybody there?" })).toMatchObject({
    category: "transient",
    code: "mcp_disconnected",
    retryable: true,
    message: expect.stringContaining("the tool was not called"),
  });

  await server.start();
  await until(connection, "connected");

  expect(registry.names).toContain("echo");
  expect(connection.error).toBe(undefined);
  // A tool that was held meanwhile works again.
  expect(await call(calls, "echo", { message: "hello" })).toMatchObject({ result: "Echo: hello" });
});

test("two connections share a registry when their prefixes differ; without, the second says what is taken", async (t) => {
  const { registry } = await connected(t, server, { prefix: "a_" });
  const second = await connected(t, server, { registry, prefix: "b_" });
  const third = await connected(t, server, { registry, prefix: "a_" });

  expect(registry.has("a_echo") && registry.has("b_echo")).toBe(true);
  expect(third.connection.toolNames).toEqual([]);
  expect(third.connection.rejected).toContainEqual(
    expect.objectContaining({
      tool: "echo",
      name: "a_echo",
      error: expect.objectContaining({
        message:
          'the name "a_echo" is taken by another tool of the registry: give this connection a prefix',
      }),
    }),
  );
  await third.connection.close();
  await second.connection.close();
  expect(registry.has("a_echo")).toBe(true);
  expect(registry.has("b_echo")).toBe(false);
});
