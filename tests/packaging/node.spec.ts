import { rename } from "node:fs/promises";
import { expect, test } from "./consumer.js";

test.describe.configure({ mode: "default" }); // one installation serves the whole file

const entries = [
  "",
  "/a2a",
  "/approvals",
  "/chat",
  "/chat/english",
  "/chat/german",
  "/durable",
  "/element",
  "/inline",
  "/json-form",
  "/lit",
  "/log",
  "/mcp",
  "/measure",
  "/otel",
  "/providers",
  "/react",
  "/server",
  "/text",
  "/threads",
  "/toolbox",
  "/views",
  "/vue",
];
for (const entry of entries.map((path) => `ag-ui-lit${path}`)) {
  test(`importing ${entry} in Node is clean`, async ({ consumer }) => {
    const said = await consumer.node("--input-type=module", "-e", `import "${entry}";`);

    expect(said).toEqual({ code: 0, stdout: "", stderr: "" });
  });
}

test("without its optional peer, ag-ui-lit/otel names it, and ag-ui-lit/measure needs none", async ({
  consumer,
}) => {
  const [installed, hidden] = ["@opentelemetry", "hidden"].map((name) =>
    consumer.path("node_modules", name),
  ) as [string, string];
  await rename(installed, hidden);
  try {
    const said = await consumer.node(
      "--input-type=module",
      "-e",
      `
        const { measureTools } = await import("ag-ui-lit/measure");
        const missing = await import("ag-ui-lit/otel").catch(({ message }) => message);
        console.log(typeof measureTools, missing.includes("@opentelemetry/api"));
      `,
    );
    expect(said).toEqual({ code: 0, stdout: "function true\n", stderr: "" });
  } finally {
    await rename(hidden, installed);
  }
});

test("a manager of ag-ui-lit in Node is traced by ag-ui-lit/otel", async ({ consumer }) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
      import { traceTools } from "ag-ui-lit/otel";

      const span = { spanContext: () => ({}), isRecording: () => true, end: () => console.log("ended") };
      for (const name of ["setAttributes", "addEvent", "setStatus"]) span[name] = () => span;
      const tracer = { startSpan: (name) => (console.log(name), span) };
      const { tool } = new ToolRegistry().register({
        name: "greet", description: "Greets.", schema: {}, handler: () => "Hello!",
      });
      const manager = new ToolExecutionManager();
      traceTools(manager, { tracer });
      console.log((await manager.execute(tool, "1", {})).result);
    `,
  );
  const stdout = "execute_tool greet\nended\nHello!\n";
  expect(said).toEqual({ code: 0, stdout, stderr: "" });
});

test("ag-ui-lit/mcp without its peer: the error names the package, and how it is installed", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { connectMcp } from "ag-ui-lit/mcp";

      await connectMcp({ url: "http://127.0.0.1:9/mcp" }).catch(({ name, code, message }) =>
        console.log(name, code, message.includes("npm install @modelcontextprotocol/client")),
      );
    `,
  );

  const stdout = "McpConnectionError missing_peer true\n";
  expect(said).toEqual({ code: 0, stdout, stderr: "" });
});

test("ag-ui-lit/server without its peer: the log names the package, and how it is installed", async ({
  consumer,
}) => {
  const [installed, hidden] = ["encoder", "hidden"].map((name) =>
    consumer.path("node_modules", "@ag-ui", name),
  ) as [string, string];
  await rename(installed, hidden);
  try {
    const said = await consumer.node(
      "--input-type=module",
      "-e",
      `
        import { serveAgent } from "ag-ui-lit/server";

        const log = {
          addException: (tag, { name, code, message }) =>
            console.log(tag, name, code, message.includes("npm install @ag-ui/encoder")),
          addCustomEvent() {},
        };
        const handler = serveAgent({ async *run() {} }, { log });
        const headers = { "content-type": "application/json" };
        const { status } = await handler(new Request("http://a.test", { method: "POST", headers, body: "{}" }));
        console.log(status);
      `,
    );
    const stdout = "[serveAgent__Exception] MissingPeerError missing_peer true\n500\n";
    expect(said).toEqual({ code: 0, stdout, stderr: "" });
  } finally {
    await rename(hidden, installed);
  }
});

test("stores without their peers: the errors name the packages, and how they are installed", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { postgresConversationStore, postgresRunLog } from "ag-ui-lit/server/postgres";
      import { redisConversationStore, redisRunLog } from "ag-ui-lit/server/redis";
      import { sqliteConversationStore } from "ag-ui-lit/server/sqlite";
      import { testStore } from "ag-ui-lit/server/testing";

      // Newer versions of Node bring SQLite.
      process.getBuiltinModule = undefined;
      const id = "0".repeat(64);
      const stores = {
        pg: [postgresConversationStore(), postgresRunLog()],
        redis: [redisConversationStore(), redisRunLog()],
        libsql: [sqliteConversationStore({ file: "conversations.db" })],
      };
      for (const [name, [store, log]] of Object.entries(stores)) {
        for (const asked of [store.load(id), log?.read(id, 0)]) {
          await asked?.catch(({ name: kind, code, message }) =>
            console.log(kind, code, message.includes("npm install " + name)),
          );
        }
        await store.close();
      }
      console.log(testStore(() => {}).length > 20);
    `,
  );
  const each = "MissingPeerError missing_peer true\n";
  expect(said).toEqual({ code: 0, stdout: `${each.repeat(5)}true\n`, stderr: "" });
});

test("ag-ui-lit/a2a without its peer: the error names the package, and how it is installed", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { A2aAgent, serveA2a } from "ag-ui-lit/a2a";

      const names = (text) => text.includes("npm install @a2a-js/sdk");
      const log = { addException: (_tag, error) => console.log(error.name, names(error.message)), addCustomEvent() {} };
      const card = { name: "n", description: "d", url: "https://example.com" };
      const answer = serveA2a({ run: async function* () {} }, { card, log });
      console.log((await answer(new Request("https://example.com", { method: "POST" }))).status);
      const agent = new A2aAgent({ url: "http://127.0.0.1:9" });
      agent.run({ threadId: "t", runId: "r", messages: [], tools: [] }).subscribe(({ message }) => {
        if (message) console.log(names(message));
      });
    `,
  );

  const stdout = "A2aSdkError true\n500\ntrue\n";
  expect(said).toEqual({ code: 0, stdout, stderr: "" });
});

test("arguments can be read as they arrive, and a listener that throws is the process's to hear of", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { ArgumentsReader } from "ag-ui-lit";

      process.on("uncaughtException", (error) => console.log("heard", error.message));
      const reader = new ArgumentsReader();
      reader.on(["a"], () => { throw new Error("of the page"); });
      for (const piece of ['{"a": 1', ', "b": "x', 'y"}']) reader.push(piece);
      console.log(reader.end(), JSON.stringify(reader.value));
    `,
  );

  const stdout = 'true {"a":1,"b":"xy"}\nheard of the page\n';
  expect(said).toEqual({ code: 0, stdout, stderr: "" });
});

test("a Lit component with tools can be made and connected in Node, as a server does that renders it", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { ToolController, ToolProvider } from "ag-ui-lit/lit";
      import { AgUiAgent } from "ag-ui-lit/element";
      import { LitElement } from "lit";

      class Page extends LitElement {
        provided = new ToolProvider(this);
        tools = new ToolController(this, [{ name: "a", description: "A.", schema: {}, handler: () => 1 }]);
      }
      customElements.define("x-page", Page);
      const page = new Page();
      page.tools.hostConnected();
      page.tools.hostDisconnected();
      console.log(page.tools.tools.length, new AgUiAgent().exposeWebmcp);
    `,
  );

  expect(said).toEqual({ code: 0, stdout: "0 false\n", stderr: "" });
});

test("importing ag-ui-lit in Node leaves the DOM alone, also where a test library made one", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      for (const name of ["window", "document", "customElements", "HTMLElement"]) {
        Object.defineProperty(globalThis, name, { get: () => console.log("touched " + name) });
      }
      await import("ag-ui-lit");
    `,
  );

  expect(said).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("tools run in Node without init(), which does no harm", async ({ consumer }) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { init, registerTool, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
      import * as z from "zod";

      const registry = new ToolRegistry();
      registry.register({
        name: "greet",
        description: "Greets a person by name.",
        schema: z.object({ name: z.string() }),
        handler: ({ name }) => "Hello, " + name + "!",
      });
      registry.register({
        name: "add",
        description: "Adds two numbers.",
        schema: { properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
        handler: ({ a, b }) => a + b,
      });
      await init();
      const { tool: global } = await registerTool({ ...registry.get("add"), schema: {}, name: "global" });
      const manager = new ToolExecutionManager();
      const results = [
        await manager.execute(registry.get("greet"), "1", '{"name":"Ada"}'),
        await manager.execute(registry.get("add"), "2", { a: 1, b: 2 }),
        await manager.execute(registry.get("add"), "3", { a: 1 }),
      ];
      console.log(JSON.stringify([...results.map((r) => r.result ?? r.error.category), global.name]));
    `,
  );

  expect(said.stderr).toBe("");
  expect(JSON.parse(said.stdout)).toEqual(["Hello, Ada!", "3", "validation", "global"]);
  expect(said.code).toBe(0);
});

test("in Node, ag-ui-lit and ag-ui-lit/inline are one: a tool of one runs in the other", async ({
  consumer,
}) => {
  const said = await consumer.node(
    "--input-type=module",
    "-e",
    `
      import { globalToolRegistry } from "ag-ui-lit";
      import { globalToolRegistry as same, ToolExecutionManager } from "ag-ui-lit/inline";
      globalToolRegistry.register({ name: "hi", description: "Says hi.", schema: {}, handler: () => "hi" });
      const { result } = await new ToolExecutionManager().execute(same.get("hi"), "1", "{}");
      console.log(result);
    `,
  );

  expect(said).toEqual({ code: 0, stdout: "hi\n", stderr: "" });
});
