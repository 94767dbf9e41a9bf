/** `ag-ui-lit/mcp` from a page: servers on another origin, an agent that calls their tools, people who are asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpConnection } from "ag-ui-lit/mcp";
import { run, text, toolCall } from "../support/backend.js";
import { Everything } from "../support/mcp/everything.js";
import { listed, ScriptedServer } from "../support/mcp/scripted-server.js";
import { test as base, expect } from "../support/test.js";

const test = base.extend<
  { readonly scripted: ScriptedServer },
  { readonly everything: Everything }
>({
  scripted: async ({ harness }, use) => {
    const server = await ScriptedServer.start([listed("it")]);
    await use(server);
    // A page that lives on would try to connect again.
    await harness.evaluate(() => globalThis.connection?.close());
    await server.stop();
  },
  everything: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const server = await Everything.start();
      await use(server);
      await server.kill();
    },
    { scope: "worker" },
  ],
});

declare global {
  var connection: McpConnection | undefined;
}

/** Takes out what the browser itself notes of requests that fail. */
const takeNotes = (complaints: string[]): string[] => complaints.splice(0);

test("an agent is offered a server's tools at its next run, and calls them across origins", async ({
  harness,
  backend,
  everything,
}) => {
  const agent = backend.script(
    run(...text("m1", "Hello.")),
    run(
      ...toolCall("c1", "every_get-sum", '{"a":2,"b":3}', "m2"),
      ...toolCall("c2", "every_get-tiny-image", "{}", "m2"),
      ...toolCall("c3", "every_get-sum", '{"a":"two"}', "m2"),
    ),
    run(...text("m3", "Done.")),
  );
  const seen = await harness.evaluate(
    async ({ url, server }) => {
      const element = openAgent(url);
      await element.sendMessage("Hello?");
      const { registry } = element;
      globalThis.connection = await agUi.connectMcp({
        url: server,
        registry,
        prefix: "every_",
        approval: "annotations",
      });
      const result = await element.sendMessage("What is 2 + 3?");
      const { toolNames } = globalThis.connection;
      await globalThis.connection.close();
      return { result, toolNames, left: registry.names };
    },
    { url: agent.url, server: everything.url },
  );

  expect(seen.result).toEqual({ outcome: "finished" });
  expect(agent.requests[0]?.tools).toEqual([]);
  expect(agent.requests[1]?.tools.map(({ name }) => name)).toEqual(seen.toolNames);
  const answers = agent.requests[2]?.messages.filter(({ role }) => role === "tool") ?? [];
  expect(answers.map(({ content }) => content)).toEqual([
    "The sum of 2 and 3 is 5.",
    expect.stringMatching(/\[image: image\/png, \d+ bytes\]/),
    expect.stringContaining("b: is required"),
  ]);
  expect(seen.left).toEqual([]);
});

test("before the core is loaded, a connection waits for it; its tools go to the global registry", async ({
  page,
  backend,
}) => {
  const server = await ScriptedServer.start([listed("it")]);
  await page.goto(backend.origin);
  const connecting = page.evaluate(async (url) => {
    globalThis.connection = new agUi.McpConnection({ url });
    await globalThis.connection.connect();
    return agUi.globalToolRegistry.names;
  }, server.url);
  await server.has("tools/list");
  expect(await page.evaluate(() => globalThis.connection?.status)).toBe("connecting");
  await page.evaluate(() => agUi.init());
  expect(await connecting).toEqual(["it"]);
  await page.evaluate(() => globalThis.connection?.close());
  await server.stop();
});

test("a person is asked before every call, or before what may change something where the page trusts the server", async ({
  harness,
  backend,
  scripted,
}) => {
  scripted.tools = [
    listed("read", { annotations: { readOnlyHint: true } }),
    listed("write", { title: "Write it down" }),
  ];
  const calls = run(...toolCall("c1", "read", "{}", "m1"), ...toolCall("c2", "write", "{}", "m1"));
  const done = run(...text("m2", "Done."));
  const agents = [backend.script(calls, done), backend.script(calls, done)];
  const asked = await harness.evaluate(
    async ({ urls, server }) => {
      const asked: string[] = [];
      const [first, second] = urls as [string, string];
      await ask(first, {});
      asked.push("—");
      await ask(second, { approval: "annotations" });
      return asked;

      async function ask(url: string, options: { approval?: "annotations" }): Promise<void> {
        const element = openAgent(url);
        const { registry } = element;
        const connection = await agUi.connectMcp({ url: server, registry, ...options });
        element.addEventListener("ag-ui-approval-request", ({ detail }) => {
          asked.push(`${detail.toolCallName}: ${detail.title}`);
          void element.respondToApproval(detail.approvalId, { decision: "decline" });
        });
        await element.sendMessage("Go");
        await connection.close();
      }
    },
    { urls: agents.map(({ url }) => url), server: scripted.url },
  );
  // What a server says of its tools is no reason not to ask.
  expect(asked).toEqual(["read: undefined", "write: Write it down", "—", "write: Write it down"]);
  const received = scripted.received.filter(({ method }) => method === "tools/call");
  expect(received.map(({ params }) => params?.name)).toEqual(["read"]);
});

test("a server that dies takes its tools along, and brings them back", async ({
  harness,
  everything,
  complaints,
}) => {
  await harness.evaluate(async (url) => {
    const { ToolRegistry, connectMcp } = agUi;
    const reconnect = { initialDelay: 20, maxDelay: 100 };
    globalThis.connection = await connectMcp({ url, registry: new ToolRegistry(), reconnect });
  }, everything.url);
  const state = () =>
    harness.evaluate(() => [
      globalThis.connection?.status,
      (globalThis.connection?.toolNames.length ?? 0) > 0,
    ]);
  expect(await state()).toEqual(["connected", true]);

  await everything.kill();
  await expect.poll(state).toEqual(["reconnecting", false]);
  await everything.start();
  await expect.poll(state).toEqual(["connected", true]);

  await harness.evaluate(() => globalThis.connection?.close());
  takeNotes(complaints);
});

test("going online again is a reason to try at once", async ({ harness, scripted, complaints }) => {
  await harness.evaluate(async (url) => {
    const reconnect = { initialDelay: 1_000_000, maxDelay: 1_000_000 };
    const registry = new agUi.ToolRegistry();
    globalThis.connection = await agUi.connectMcp({ url, registry, reconnect });
  }, scripted.url);
  const status = () => harness.evaluate(() => globalThis.connection?.status);
  await scripted.isHeard();
  await scripted.stop();
  await expect.poll(status).toBe("reconnecting");
  await scripted.start();
  await harness.evaluate(() => void dispatchEvent(new Event("online")));
  await expect.poll(status).toBe("connected");
  takeNotes(complaints);
});

test("a server that does not allow the page's origin: the error says what it has to do", async ({
  harness,
  scripted,
  complaints,
}) => {
  scripted.cors = () => ({});
  const error = await harness.evaluate(
    (url) =>
      agUi.connectMcp({ url, registry: new agUi.ToolRegistry() }).then(
        () => "connected",
        ({ code, message }) => ({ code, message }),
      ),
    scripted.url,
  );
  expect(error).toEqual({
    code: "unreachable",
    message: expect.stringMatching(
      /can't be reached.*allow this page's origin by CORS, with mcp-session-id/,
    ),
  });
  expect(takeNotes(complaints).join()).toContain("CORS");
});

test("one that allows the headers of an earlier revision alone is spoken to in that", async ({
  harness,
  scripted,
}) => {
  scripted.cors = () => ({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "content-type, mcp-session-id, mcp-protocol-version",
    "access-control-expose-headers": "mcp-session-id",
  });
  const names = await harness.evaluate(async (url) => {
    const registry = new agUi.ToolRegistry();
    globalThis.connection = await agUi.connectMcp({ url, registry });
    return registry.names;
  }, scripted.url);
  expect(names).toEqual(["it"]);
});

test("one that hides its session id says what is missing", async ({
  harness,
  scripted,
  complaints,
}) => {
  scripted.cors = () => ({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "*",
  });
  const error = await harness.evaluate(
    (url) =>
      agUi.connectMcp({ url, registry: new agUi.ToolRegistry() }).then(
        () => "connected",
        ({ code, message }) => ({ code, message }),
      ),
    scripted.url,
  );
  expect(error).toEqual({
    code: "refused",
    message: expect.stringContaining("has to expose mcp-session-id to this page's origin"),
  });
  takeNotes(complaints);
});

test("results are judged and schemas compiled where text may not become code", async ({
  page,
  backend,
  everything,
  complaints,
}) => {
  const strict = createServer(async ({ url }, response) => {
    const file = await fetch(backend.origin + url);
    const type = file.headers.get("content-type") ?? "";
    const policy = "script-src 'self' 'wasm-unsafe-eval'";
    response.writeHead(file.status, { "content-type": type, "content-security-policy": policy });
    response.end(Buffer.from(await file.arrayBuffer()));
  });
  await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${(strict.address() as AddressInfo).port}`);
  const seen = await page.evaluate(async (url) => {
    await agUi.init();
    let evaluated = "no";
    try {
      evaluated = String(new Function("return 'yes'")());
    } catch {}
    const registry = new agUi.ToolRegistry();
    const connection = await agUi.connectMcp({ url, registry });
    const tool = registry.get("get-structured-content");
    const manager = new agUi.ToolExecutionManager();
    const result = tool && (await manager.execute(tool, "c1", { location: "Chicago" }));
    await connection.close();
    return { evaluated, result };
  }, everything.url);
  strict.closeAllConnections();
  strict.close();
  expect(seen.evaluated).toBe("no");
  expect(seen.result).toMatchObject({
    success: true,
    output: { structuredContent: { conditions: expect.any(String) } },
  });
  // Ours, and the one of zod, which finds out so whether it may.
  for (const note of takeNotes(complaints)) expect(note).toContain("unsafe-eval");
});
