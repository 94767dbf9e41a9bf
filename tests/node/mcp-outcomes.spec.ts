/** Calls of which it is not known what they did: the failure says so, and none is made again that might run twice. */
import { ToolExecutionManager, type ToolRegistry } from "ag-ui-lit";
import { listed, type Script } from "../support/mcp/scripted-server.js";
import { connected, failureOf, scripted } from "./mcp.js";
import { expect, test } from "./test.js";

const reader = { annotations: { readOnlyHint: true } };

/** Calls a tool as a page does, three times at the most; how it ended, and how often the server was asked. */
async function retried(registry: ToolRegistry, name: string) {
  const manager = new ToolExecutionManager(undefined, {
    maxAttempts: 3,
    baseDelay: 1,
    maxDelay: 2,
    backoffMultiplier: 1,
    retryableCategories: ["transient"],
  });
  const tool = registry.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const result = await manager.execute(tool, `call-${name}`, {});
  if (result.success) throw new Error("The call succeeded.");
  return result.error;
}

test("a connection that breaks before the answer's headers: what the tool did is unknown, and only a reader runs again", async (t) => {
  const server = await scripted(t, [listed("write"), listed("read", reader)]);
  const { connection, registry } = await connected(t, server);
  server.on["tools/call"] = ({ request }) => void request.socket.destroy();
  for (const name of ["write", "read"]) {
    expect(await retried(registry, name)).toMatchObject({
      category: "transient",
      code: "mcp_connection_lost",
      message: expect.stringContaining("whether the tool has run is unknown"),
    });
  }
  const calls = server.received.filter(({ method }) => method === "tools/call");
  expect(calls.map(({ params }) => params?.name)).toEqual(["write", "read", "read", "read"]);
  const [write, ...reads] = calls.map(({ params }) => params?._meta?.["ag-ui-lit/idempotency-key"]);
  expect(new Set(reads)).toHaveProperty("size", 1);
  expect(reads).toEqual(reads.map(() => expect.stringMatching(/./)));
  expect(reads).not.toContain(write);
  expect(connection.status).toBe("connected");
});

for (const [how, send] of [
  ["as JSON", ({ result }, content) => result({ content })],
  [
    "as an event",
    ({ message, stream }, content) => stream()({ id: message.id, result: { content } }),
  ],
  [
    "as an event that could be taken up again",
    ({ message, response }, content) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("id: 1\ndata:\n\n");
      const answer = { jsonrpc: "2.0", id: message.id, result: { content } };
      response.end(`id: 2\ndata: ${JSON.stringify(answer)}\n\n`);
    },
  ],
] as [string, (exchange: Parameters<Script>[0], content: object[]) => void][]) {
  test(`an answer that is too long, ${how}, is asked for once`, async (t) => {
    const server = await scripted(t, [listed("read", reader)]);
    const { connection, registry } = await connected(t, server, { maxMessageBytes: 10_000 });
    let gets = 0;
    server.before = ({ request }) => {
      if (request.method === "GET") gets += 1;
      return false;
    };
    const content = [{ type: "text", text: "x".repeat(200_000) }];
    server.on["tools/call"] = (exchange) => send(exchange, content);
    const error = await retried(registry, "read");
    expect(error).toMatchObject({
      category: "permanent",
      code: "mcp_message_too_long",
      retryable: false,
      message: expect.stringMatching(/longer than maxMessageBytes \(10000\).*it may have run/),
    });
    expect(server.received.filter(({ method }) => method === "tools/call")).toHaveLength(1);
    expect(gets).toBe(0);
    expect(connection.status).toBe("connected");
  });
}

const wrong: Readonly<Record<string, Script>> = {
  "a text": ({ result }) => result("done"),
  null: ({ result }) => result(null),
  "a list": ({ result }) => result([]),
  "a number": ({ result }) => result(7),
  nothing: ({ message, response }) =>
    void response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id: message.id })),
  "an empty body": ({ response }) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(),
  "half of a JSON text": ({ response }) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":'),
  "JSON that is no message": ({ response }) =>
    void response.writeHead(200, { "content-type": "application/json" }).end("true"),
  "content of a wrong type": ({ result }) => result({ content: "done" }),
  "a part without its text": ({ result }) => result({ content: [{ type: "text" }] }),
  HTML: ({ response }) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  "plain text": ({ response }) =>
    void response.writeHead(200, { "content-type": "text/plain" }).end("done"),
  "no type at all": ({ response }) => void response.writeHead(200).end("done"),
  "a text in a stream": ({ message, stream, response }) => {
    stream()({ id: message.id, result: "done" });
    response.end();
  },
  "no JSON in a stream": ({ stream, response }) => {
    stream();
    response.end("data: done\n\n");
  },
};

for (const [what, script] of Object.entries(wrong)) {
  test(`an answer that is ${what}: the server's fault, in a sentence`, async (t) => {
    const server = await scripted(t, [listed("read", reader)]);
    const { registry } = await connected(t, server);
    server.on["tools/call"] = script;
    const error = await retried(registry, "read");
    expect(error).toMatchObject({
      category: "permanent",
      code: "mcp_invalid_result",
      message: expect.stringMatching(
        /^The MCP server scripted answered with .*: it may have run\.$/,
      ),
    });
    expect(error.message.length).toBeLessThan(250);
    expect(server.received.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  });
}

const makers: Readonly<Record<string, () => unknown>> = {
  "are an error": () => {
    throw new TypeError("no token");
  },
  "are a text": () => "Bearer x",
};

for (const [what, make] of Object.entries(makers)) {
  test(`headers that ${what}: nothing was sent`, async (t) => {
    const server = await scripted(t, [listed("it")]);
    let headers: () => unknown = () => ({});
    const { registry } = await connected(t, server, { headers: () => headers() as never });
    headers = make;
    expect(await failureOf(registry, "it")).toMatchObject({
      code: "mcp_headers",
      message: expect.stringContaining("Nothing was sent"),
    });
    expect(server.received.some(({ method }) => method === "tools/call")).toBe(false);
  });
}
