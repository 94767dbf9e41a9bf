/** What a server answers to a call, and what becomes of it. */
import { ToolExecutionManager } from "ag-ui-lit";
import { listed, type Script } from "../support/mcp/scripted-server.js";
import { record, until } from "../support/observe.js";
import { call, connected, failureOf, quick, scripted } from "./mcp.js";
import { ownTimers } from "./server/own-timers.js";
import { expect, test } from "./test.js";

/** Answers a call with a result of the protocol. */
const answers =
  (result: object): Script =>
  (exchange) =>
    exchange.result(result);

test("every kind of content reads as what it is; the output has all of it", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  const content = [
    { type: "text", text: "Two\nlines", annotations: { audience: ["user"] } },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "audio", data: "AAA=", mimeType: "audio/wav" },
    {
      type: "resource_link",
      uri: "file:///a",
      name: "a",
      title: "A",
      size: 7,
      description: "An\n a.",
    },
    { type: "resource", resource: { uri: "file:///b", text: "b", mimeType: "text/plain" } },
    { type: "resource", resource: { uri: "file:///c", blob: "AA==" } },
  ];
  server.on["tools/call"] = answers({ content, structuredContent: { n: 1 }, _meta: { id: 7 } });

  const result = await call(registry, "it");

  expect(result).toMatchObject({
    success: true,
    result: [
      "Two\nlines",
      "[image: image/png, 3 bytes]",
      "[audio: audio/wav, 2 bytes]",
      "[resource link: A, file:///a (7 bytes): An a.]",
      "[resource: file:///b (text/plain)]\nb",
      "[resource: file:///c, 1 bytes]",
    ].join("\n"),
    output: { content, structuredContent: { n: 1 }, _meta: { id: 7 } },
  });
});

test("data without content is what the model reads; nothing at all is nothing", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  server.on["tools/call"] = answers({ structuredContent: { n: 1 } });
  expect(await call(registry, "it")).toMatchObject({ result: '{"n":1}' });
  server.on["tools/call"] = answers({ content: [] });
  expect(await call(registry, "it")).toMatchObject({ success: true, result: "" });
});

test("a tool that says it failed has failed, with its words", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  const content = [{ type: "text", text: "The printer is out of paper." }];
  server.on["tools/call"] = answers({ content, isError: true });
  expect(await failureOf(registry, "it")).toMatchObject({
    category: "execution",
    code: "mcp_tool_error",
    message: "The printer is out of paper.",
    cause: { cause: { content } },
  });
  server.on["tools/call"] = answers({ content: [], isError: true });
  expect(await failureOf(registry, "it")).toMatchObject({
    message: "The tool it of the MCP server scripted failed without saying why.",
  });
});

test("an output schema is held to, also one that a page's policy would not let be compiled to code", async (t) => {
  const object = {
    type: "object",
    properties: { n: { $ref: "#/$defs/whole" } },
    required: ["n"],
    $defs: { whole: { type: "integer" } },
  };
  const list = {
    type: "array",
    items: { $ref: "#/$defs/whole" },
    $defs: { whole: { type: "integer" } },
  };
  const server = await scripted(t, [
    listed("object", { outputSchema: object }),
    listed("list", { outputSchema: list }),
  ]);
  // Earlier revisions know results that are objects.
  server.isModern = true;
  const { registry } = await connected(t, server);
  const of = async (name: string, structuredContent: unknown) => {
    server.on["tools/call"] = answers({ content: [], structuredContent });
    const result = await call(registry, name);
    return result.success ? result.output : result.error;
  };

  expect(await of("object", { n: 1 })).toMatchObject({ structuredContent: { n: 1 } });
  expect(await of("list", [1, 2])).toMatchObject({ structuredContent: [1, 2] });
  expect(await of("object", { n: "1" })).toMatchObject({
    category: "permanent",
    code: "mcp_invalid_output",
    retryable: false,
    message: expect.stringMatching(/^The tool object .* ran, but .*\n?.*n: expected an integer/s),
  });
  expect(await of("list", [1, "2"])).toMatchObject({ code: "mcp_invalid_output" });
  expect(await of("object", undefined)).toMatchObject({
    code: "mcp_invalid_output",
    message: expect.stringContaining("no structuredContent"),
  });
});

test("errors of the protocol and of HTTP have a category and a code", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  const of = async (script: Script) => {
    server.on["tools/call"] = script;
    const { category, code, retryable, retryAfter, message } = await failureOf(registry, "it");
    return { kind: [category, code], retryable, retryAfter, message };
  };
  const rpc = (code: number) => of(({ error }) => error(code, "Because."));
  expect((await rpc(-32602)).kind).toEqual(["validation", "mcp_invalid_params"]);
  expect((await rpc(-32601)).kind).toEqual(["permanent", "mcp_method_not_found"]);
  expect((await rpc(-32603)).kind).toEqual(["execution", "mcp_internal_error"]);
  expect((await rpc(-32001)).kind).toEqual(["execution", "mcp_error"]);
  expect((await rpc(-32001)).message).toBe(
    "The MCP server scripted answered with an error: Because.",
  );

  const http = (status: number, headers?: Record<string, string>) =>
    of((exchange) => exchange.status(status, "Sorry.", headers));
  expect((await http(403)).kind).toEqual(["permanent", "mcp_forbidden"]);
  expect((await http(404)).kind).toEqual(["permanent", "mcp_not_found"]);
  expect((await http(418)).kind).toEqual(["permanent", "mcp_http_error"]);
  expect((await http(503)).kind).toEqual(["transient", "mcp_http_error"]);
  expect(await http(429, { "retry-after": "2" })).toMatchObject({
    kind: ["transient", "mcp_rate_limited"],
    retryAfter: 2000,
  });
  expect((await http(401)).kind).toEqual(["permanent", "mcp_unauthorized"]);
});

test("a call is tried again where that does no harm, and the server hears of each attempt", async (t) => {
  const server = await scripted(t, [
    listed("reads", { annotations: { readOnlyHint: true } }),
    listed("writes"),
  ]);
  const { registry } = await connected(t, server);
  const manager = new ToolExecutionManager(undefined, {
    maxAttempts: 3,
    baseDelay: 1,
    maxDelay: 5,
    backoffMultiplier: 1,
    retryableCategories: ["transient"],
  });
  server.on["tools/call"] = ({ status }) => status(503);
  for (const name of ["reads", "writes"]) {
    const tool = registry.get(name);
    if (tool) await manager.execute(tool, name, {});
  }
  const calls = server.received.filter(({ method }) => method === "tools/call");
  expect(calls.map(({ params }) => params?.name)).toEqual(["reads", "reads", "reads", "writes"]);
});

test("a cancelled call is cancelled at the server, by its id", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  server.on["tools/call"] = () => {};
  const stop = new AbortController();
  const failed = failureOf(registry, "it", {}, { signal: stop.signal });
  const [sent] = await server.has("tools/call");

  stop.abort(new Error("The person changed their mind."));

  expect(await failed).toMatchObject({ category: "cancelled" });
  const [cancelled] = await server.has("notifications/cancelled");
  expect(cancelled?.params).toMatchObject({
    requestId: sent?.id,
    reason: expect.stringContaining("The person changed their mind."),
  });
  server.on["tools/call"] = answers({ content: [{ type: "text", text: "next" }] });
  expect(await call(registry, "it")).toMatchObject({ result: "next" });
});

test("a server that stalls runs into the deadline, and is told", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server, { timeout: 300 });
  server.on["tools/call"] = () => {};
  expect(await failureOf(registry, "it")).toMatchObject({
    category: "timeout",
    code: "mcp_timeout",
    message: "The MCP server scripted did not answer in time.",
  });
  await server.has("notifications/cancelled");
});

test("a sign of life puts the deadline off", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const deadline = 1000;
  const { registry } = await connected(t, server, { timeout: deadline });
  const time = ownTimers(deadline);
  const manager = new ToolExecutionManager();
  const progress = record(manager, "tool-execution-", ["progress"]);
  server.on["tools/call"] = async ({ message, stream }) => {
    const send = stream();
    const { progressToken } = message.params?._meta ?? {};
    // Both times together are longer than the deadline.
    for (const step of [1, 2]) {
      const params = { progressToken, progress: step, total: 2, message: "…" };
      send({ method: "notifications/progress", params });
      await until("the page has heard of the progress", () => progress.length === step);
      time.tick(0.6 * deadline);
    }
    send({ id: message.id, result: { content: [{ type: "text", text: "done" }] } });
  };
  const tool = registry.get("it");
  if (!tool) throw new Error("There is no such tool.");
  const result = await manager.execute(tool, "call-1", {}).finally(() => time.restore());
  expect(result).toMatchObject({ success: true, result: "done" });
  expect(progress.map(({ detail }) => detail.progress)).toEqual([
    { progress: 1, total: 2, message: "…" },
    { progress: 2, total: 2, message: "…" },
  ]);
});

test("a stream that ends before the answer is a broken call, not a long one; a server that died is another", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { connection, registry } = await connected(t, server, { reconnect: quick });
  server.on["tools/call"] = ({ stream, response }) => {
    stream();
    response.end();
  };
  expect(await failureOf(registry, "it")).toMatchObject({
    category: "transient",
    code: "mcp_connection_lost",
    message: expect.stringContaining("whether the tool has run is unknown"),
  });
  expect(connection.status).toBe("connected");

  server.on["tools/call"] = ({ stream }) => void stream();
  const failed = failureOf(registry, "it");
  await server.has("tools/call", 2);
  await server.stop();
  expect(await failed).toMatchObject({ category: "transient", code: "mcp_connection_lost" });
  expect(connection.status).toBe("reconnecting");
});

test("arguments that JSON can't say are not sent", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  const tool = registry.get("it");
  const manager = new ToolExecutionManager(undefined, undefined, { bigIntegers: "bigint" });
  if (!tool) throw new Error("There is no such tool.");
  expect(await manager.execute(tool, "call-1", '{"n":12345678901234567890}')).toMatchObject({
    success: false,
    error: { category: "validation", code: "mcp_unsendable" },
  });
  expect(server.received.some(({ method }) => method === "tools/call")).toBe(false);
});
