/** Which of a server's tools are taken, and what of their words: what the page says counts, and nothing is hidden. */
import { mock } from "node:test";
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { connectMcp, type McpOptions } from "ag-ui-lit/mcp";
import { listed } from "../support/mcp/scripted-server.js";
import { connected, next, scripted } from "./mcp.js";
import { expect, test } from "./test.js";

const filters: Readonly<Record<string, readonly [filter: unknown, why: RegExp | undefined]>> = {
  "a promise of false": [async () => false, undefined],
  false: [() => false, undefined],
  nothing: [() => undefined, /answered undefined, and neither true nor false/],
  "a text": [() => "yes", /answered yes/],
  "an object": [() => ({}), /neither true nor false/],
  "a promise of 1": [async () => 1, /answered 1/],
  "an error": [
    () => {
      throw new Error("no idea");
    },
    /the option filter failed: Error: no idea/,
  ],
  "a rejection": [() => Promise.reject(new Error("not now")), /the option filter failed.*not now/],
};

for (const [answer, [filter, why]] of Object.entries(filters)) {
  test(`a filter that gives ${answer} lets no tool in`, async (t) => {
    const server = await scripted(t, [listed("a"), listed("b")]);
    const { connection } = await connected(t, server, { filter: filter as never });
    expect(connection.toolNames).toEqual([]);
    expect(connection.rejected.map(({ tool }) => tool)).toEqual(why ? ["a", "b"] : []);
    for (const { error } of connection.rejected) expect(error.message).toMatch(why ?? /./);
  });
}

test("a filter is awaited, also when the list changes", async (t) => {
  const server = await scripted(t, [listed("a"), listed("b")]);
  const { connection } = await connected(t, server, { filter: async ({ tool }) => tool !== "b" });
  expect(connection.toolNames).toEqual(["a"]);
  await server.isHeard();
  const change = next(connection, "mcp-tools-changed");
  server.changeTools([listed("b"), listed("c")]);
  expect((await change).toolNames).toEqual(["c"]);
});

const metadataOf: Readonly<Record<string, unknown>> = {
  "a promise": async () => ({ approval: "always" }),
  "a text": () => "always",
  "a list": () => [],
};

for (const [what, metadata] of Object.entries(metadataOf)) {
  test(`metadata that is ${what} is none: the tool is rejected, since it may have been to be asked about`, async (t) => {
    const server = await scripted(t, [listed("a")]);
    const { connection } = await connected(t, server, { metadata: metadata as never });
    expect(connection.toolNames).toEqual([]);
    expect(connection.rejected[0]?.error.message).toMatch(/metadata must give an object at once/);
  });
}

test("what metadata leaves undefined waives nothing", async (t) => {
  const server = await scripted(t, [listed("a")]);
  const metadata = (() => ({ approval: undefined, category: "mine" })) as McpOptions["metadata"];
  const { registry } = await connected(t, server, metadata ? { metadata } : {});
  expect(registry.get("a")?.metadata).toMatchObject({ approval: "always", category: "mine" });
});

test("a tool that says too much is rejected, measured before it is read; the others are taken", async (t) => {
  const much = Object.fromEntries(
    Array.from({ length: 40_000 }, (_none, index) => [`p${index}`, { type: "string" }]),
  );
  const server = await scripted(t, [
    listed("a"),
    listed("wide", { inputSchema: { type: "object", properties: much } }),
    listed("wordy", { description: "x".repeat(300_000) }),
    listed("b"),
  ]);
  const { connection } = await connected(t, server);
  expect(connection.toolNames).toEqual(["a", "b"]);
  for (const { error } of connection.rejected) {
    expect(error.message).toMatch(/^it is longer than 262144 characters of JSON, namely \d+$/);
  }
});

test("a list that says too much is refused before it is read, and later leaves the tools as they are", async (t) => {
  const long = Array.from({ length: 100 }, (_none, index) =>
    listed(`t${index}`, { description: "x".repeat(100_000) }),
  );
  const server = await scripted(t, long);
  await expect(
    connectMcp({ url: server.url, registry: new ToolRegistry(), pingInterval: 0 }),
  ).rejects.toMatchObject({
    code: "refused",
    message: expect.stringContaining("8388608 bytes, which is all that a list may have"),
  });
  server.tools = [listed("a")];
  const { connection } = await connected(t, server);
  await server.isHeard();
  const fault = next(connection, "mcp-tool-rejected");
  server.changeTools(long);
  expect((await fault).error.message).toContain("could not be read again");
  expect(connection.toolNames).toEqual(["a"]);
});

test("hidden characters are left out of what a server says of its tools, and reported", async (t) => {
  const warn = mock.method(console, "warn", () => {});
  const server = await scripted(t, [
    listed("find\u200B", {
      title: "Fi\u202End",
      description: "Finds.\u{E0049}\u{E0067}\u{E006E}\u001B[2K 👩‍💻",
      inputSchema: {
        type: "object",
        properties: { q: { type: "string", description: "A\u00AD word.\u2060" } },
      },
    }),
    listed("hides", { inputSchema: { type: "object", properties: { "a\u200B": {} } } }),
    listed("values", { inputSchema: { type: "object", properties: { a: { enum: ["\u202Ex"] } } } }),
    listed("plain"),
  ]);
  const { connection, registry } = await connected(t, server);
  const [tool] = registry.toAgUiTools();
  expect(tool).toEqual({
    name: expect.stringMatching(/^find__[\da-f]{8}$/),
    description: "Finds.[2K 👩‍💻",
    parameters: {
      type: "object",
      title: "Find",
      properties: { q: { type: "string", description: "A word." } },
    },
  });
  expect(registry.get(tool?.name ?? "")?.metadata).toMatchObject({
    mcp: { tool: "find⟨U+200B⟩", title: "Find", hidden: expect.stringContaining("U+202E") },
  });
  expect(connection.rejected.map(({ tool, error }) => [tool, error.message])).toEqual([
    ["hides", "its inputSchema has hidden characters in names or values: U+200B"],
    ["values", "its inputSchema has hidden characters in names or values: U+202E"],
  ]);
  expect(warn.mock.calls.map(({ arguments: [said] }) => said)).toEqual([
    expect.stringMatching(/hides characters .* its tool find⟨U\+200B⟩: .*U\+E0049.*left out/),
  ]);
});

test("a server that reports progress without end starves no timer, and a stop arrives", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server, { fetch: endless });
  const seen: unknown[] = [];
  const tool = registry.get("it");
  const stop = new AbortController();
  const manager = new ToolExecutionManager();
  manager.addEventListener("tool-execution-progress", ({ detail }) => {
    seen.push(detail.progress);
    // A timer, begun when the stream is under way.
    if (seen.length === 1) setTimeout(() => stop.abort(), 0);
  });
  if (!tool) throw new Error("There is no such tool.");
  const running = manager.execute(tool, "c", {}, { signal: stop.signal });
  expect(await running).toMatchObject({ success: false, error: { category: "cancelled" } });
  expect(seen.length).toBeGreaterThan(0);
});

/** The answer to a call is a stream that always has another report, at once. */
const endless: typeof fetch = async (input, init) => {
  const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
  if (body?.method !== "tools/call") return fetch(input, init);
  const { progressToken } = body.params._meta;
  let progress = 0;
  const encoder = new TextEncoder();
  const stream = new ReadableStream({
    pull: (controller) => {
      const events = Array.from({ length: 100 }, () => {
        progress += 1;
        const params = { progressToken, progress };
        return `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })}\n\n`;
      });
      controller.enqueue(encoder.encode(events.join("")));
    },
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
};

test("of reports that come at once the last one is not lost", async (t) => {
  const server = await scripted(t, [listed("it")]);
  const { registry } = await connected(t, server);
  server.on["tools/call"] = ({ message, stream, response }) => {
    const send = stream();
    const { progressToken } = message.params?._meta ?? {};
    for (let progress = 1; progress <= 1000; progress += 1) {
      send({ method: "notifications/progress", params: { progressToken, progress } });
    }
    send({ id: message.id, result: { content: [] } });
    response.end();
  };
  const manager = new ToolExecutionManager();
  const seen: number[] = [];
  manager.addEventListener("tool-execution-progress", ({ detail }) => {
    seen.push((detail.progress as { progress: number }).progress);
  });
  const tool = registry.get("it");
  if (!tool) throw new Error("There is no such tool.");
  expect(await manager.execute(tool, "c", {})).toMatchObject({ success: true });
  expect(seen.at(-1)).toBe(1000);
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect(new Set(seen).size).toBe(seen.length);
});
