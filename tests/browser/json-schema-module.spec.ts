/** The module that validates plain JSON Schemas: when it is loaded, and what comes of it when it can't be. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

/** Where the page's build has put it. */
const module = "**/json_schema_bg*.wasm";

function wasmOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname.replace(/.*\/(\w+?)_bg.*/, "$1"));
  });
  return asked;
}

/** Takes what the browser notes of a file that is not there. */
function takeNotes(complaints: string[]): void {
  const rest = complaints.filter((one) => !one.includes("Failed to load resource"));
  complaints.splice(0, complaints.length, ...rest);
}

test("a page whose tools bring zod, valibot or arktype never loads it", async ({
  page,
  backend,
}) => {
  const asked = wasmOf(page);
  const agent = backend.script(
    run(...toolCall("c1", "by_zod", '{"a": 1}', "m1")),
    run(...text("m2", "Done.")),
  );
  await page.goto(backend.origin);
  const seen = await page.evaluate(async (url) => {
    await load("v", "arktype");
    const element = openAgent(url);
    const define = (name: string, schema: unknown) => ({
      name,
      description: "It.",
      schema: schema as never,
      handler: () => name,
    });
    void element.registerTool(define("by_zod", z.object({ a: z.number() })));
    void agUi.registerTool(define("by_arktype", arktype({ a: "number" })));
    document.dispatchEvent(
      new CustomEvent("define-tool", {
        detail: { ...define("by_event", undefined), parameters: z.object({}) },
      }),
    );
    const parameters = { type: "object" };
    void agUi.registerTool({ ...define("by_valibot", v.object({ a: v.number() })), parameters });
    const { outcome } = await element.sendMessage("Go");
    return [outcome, element.registry.names, agUi.globalToolRegistry.names];
  }, agent.url);

  expect(seen).toEqual(["finished", ["by_zod", "by_event"], ["by_arktype", "by_valibot"]]);
  expect(agent.requests[1]?.messages.at(-1)?.content).toBe("by_zod");
  expect(asked).toEqual(["core"]);
});

test("init() loads both, each from where it is said to be", async ({ page, backend }) => {
  await page.route("**/elsewhere/*.wasm", async (route) => {
    const name = route.request().url().includes("schema") ? "json_schema" : "core";
    const { readFileSync } = await import("node:fs");
    const file = new URL(`../../pkg/dist/generated/${name}_bg.wasm`, import.meta.url);
    await route.fulfill({ body: readFileSync(file), contentType: "application/wasm" });
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(backend.origin);
  await page.evaluate(async () => {
    await agUi.init({ core: "/elsewhere/core.wasm", jsonSchema: fetch("/elsewhere/schema.wasm") });
    const registry = new agUi.ToolRegistry();
    registry.register({ name: "it", description: "It.", schema: {}, handler: () => 1 });
    await agUi.init();
  });
  const wasm = asked.filter((path) => path.endsWith(".wasm"));
  expect(wasm.sort()).toEqual(["/elsewhere/core.wasm", "/elsewhere/schema.wasm"]);
});

test("init({ validator: false }) loads the core alone; register() says so, and registerTool() loads what it needs", async ({
  page,
  backend,
}) => {
  const asked = wasmOf(page);
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    await agUi.init({ validator: false });
    const tool = (name: string) => ({ name, description: "It.", schema: {}, handler: () => 1 });
    const registry = new agUi.ToolRegistry();
    registry.register({ ...tool("by_zod"), schema: z.object({}) });
    let refusal: unknown;
    try {
      registry.register(tool("plain"));
    } catch (thrown) {
      refusal = thrown;
    }
    const { name, code, message } = refusal as InstanceType<typeof agUi.NotInitializedError>;
    const waiting = agUi.registerTool(tool("plain"));
    const before = agUi.globalToolRegistry.names;
    await waiting;
    const after = agUi.globalToolRegistry.names;
    registry.register(tool("plain"));
    return { name, code, message, before, after, names: registry.names };
  });
  expect(seen).toMatchObject({
    name: "NotInitializedError",
    code: "not_initialized",
    message: expect.stringContaining("init({ validator: false })"),
    before: [],
    after: ["plain"],
    names: ["by_zod", "plain"],
  });
  expect(asked).toEqual(["core", "json_schema"]);
});

test("a run waits for a tool that waits for the module, and other tools are there meanwhile", async ({
  page,
  backend,
}) => {
  let load = (): void => {};
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(module, async (route) => {
    await mayLoad;
    await route.continue();
  });
  const agent = backend.script(
    run(...toolCall("c1", "plain", '{"a": 1}', "m1")),
    run(...text("m2", "Done.")),
  );
  await page.goto(backend.origin);
  const early = await page.evaluate(async (url) => {
    await agUi.init({ validator: false });
    const element = openAgent(url);
    const schema = { properties: { a: { type: "string" } } };
    const plain = { name: "plain", description: "It.", schema, handler: () => 1 };
    void element.registerTool(plain);
    void element.registerTool({ ...plain, name: "by_zod", schema: z.object({}) });
    void element.registerTool({ ...plain, name: "gone" });
    element.unregisterTool("gone");
    void element.registerTool({ ...plain, name: "gone_by_id", id: "server::gone" });
    element.unregisterTool("server::gone");
    Object.assign(globalThis, { sent: element.sendMessage("Go") });
    return element.registry.names;
  }, agent.url);
  expect(early).toEqual(["by_zod"]);
  expect(agent.requests).toEqual([]);
  load();
  await page.evaluate(() => (globalThis as unknown as { sent: Promise<unknown> }).sent);
  const offered = agent.requests[0]?.tools ?? [];
  expect(offered.map(({ name }) => name)).toEqual(["by_zod", "plain"]);
  expect(agent.requests[1]?.messages.at(-1)?.content).toContain("a: expected a string");
});

test("where it can't be loaded, only what needs it is spoiled, and the next need tries again", async ({
  page,
  backend,
  complaints,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "by_zod", "{}", "m1"), ...toolCall("c2", "plain", "{}", "m1")),
    run(...text("m2", "Done.")),
    run(...toolCall("c3", "plain", "{}", "m3")),
    run(...text("m4", "Done.")),
  );
  await page.route(module, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(backend.origin);
  const seen = await page.evaluate(async (url) => {
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const element = openAgent(url);
    const errors = record(element, "ag-ui-", ["tool-call-error"]);
    const tool = { name: "plain", description: "It.", schema: {}, handler: () => "plain ran" };
    void element.registerTool({ ...tool, name: "by_zod", schema: z.object({}) });
    const refusal = await element.registerTool(tool).then(String, (error) => error.message);
    document.dispatchEvent(
      new CustomEvent("ag-ui-tool-register", { detail: { ...tool, name: "by_event" } }),
    );
    const { outcome } = await element.sendMessage("Go");
    return {
      refusal,
      outcome,
      names: element.registry.names,
      rejected: rejected.map(({ detail }) => [detail.name, detail.error.message]),
      error: errors.map(({ detail }) => [detail.toolCallName, detail.error]),
    };
  }, agent.url);

  const why = /json_schema_bg\.wasm was expected at http.*HTTP status 404.*init\(\{ jsonSchema: /s;
  expect(seen.refusal).toMatch(why);
  expect(seen.outcome).toBe("finished");
  expect(seen.names).toEqual(["by_zod"]);
  expect(seen.rejected).toEqual([["by_event", expect.stringMatching(why)]]);
  expect(seen.error).toEqual([
    [
      "plain",
      expect.objectContaining({
        category: "transient",
        code: "not_loaded",
        retryable: true,
        message: expect.stringMatching(why),
      }),
    ],
  ]);
  const offered = agent.requests[0]?.tools ?? [];
  expect(offered.map(({ name }) => name)).toEqual(["by_zod"]);
  expect(agent.requests[1]?.messages.at(-1)?.content).toMatch(why);
  takeNotes(complaints);

  await page.unroute(module);
  const again = await page.evaluate(async () => {
    const element = document.querySelector("ag-ui-agent");
    await element?.sendMessage("Again");
    return element?.registry.names;
  });
  expect(again).toEqual(["by_zod", "plain", "by_event"]);
  expect(agent.requests[3]?.messages.at(-1)?.content).toBe("plain ran");
});

test("init() says that it could not be loaded, and the core runs what does not need it", async ({
  page,
  backend,
  complaints,
}) => {
  await page.route(module, (route) => route.abort("blockedbyclient"));
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const message = await agUi.init().then(String, (error: Error) => error.message);
    const registry = new agUi.ToolRegistry();
    const tool = { name: "it", description: "It.", schema: z.object({}), handler: () => "ran" };
    const outcome = await new agUi.ToolExecutionManager().execute(
      registry.register(tool).tool,
      "1",
      {},
    );
    return { message, outcome };
  });
  expect(seen.message).toContain("json_schema_bg.wasm could not be fetched");
  expect(seen.outcome).toMatchObject({ success: true, result: "ran" });
  takeNotes(complaints);
  await page.unroute(module);
  await page.evaluate(() => agUi.init());
});

test("a Lit component's tools wait for it one by one, in their order", async ({
  page,
  backend,
  complaints,
}) => {
  await page.route(module, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    await agUi.init({ validator: false });
    const tool = (name: string, schema: object) => ({
      name,
      description: "It.",
      schema: schema as never,
      handler: () => 1,
    });
    class Shop extends lit.LitElement {
      readonly tools = new agUi.ToolController(this, [
        tool("plain", {}),
        tool("by_zod", z.object({})),
      ]);
    }
    customElements.define("a-shop", Shop);
    const shop = document.createElement("a-shop") as Shop;
    const rejected = new Promise<void>((resolve) => {
      document.addEventListener("ag-ui-tool-rejected", () => resolve(), { once: true });
    });
    document.body.append(shop);
    const first = shop.tools.tools.map(({ name }) => name);
    await rejected;
    return { first, error: shop.tools.error?.message };
  });
  expect(seen.first).toEqual(["by_zod"]);
  expect(seen.error).toContain("HTTP status 404");
  takeNotes(complaints);
  await page.unroute(module);
  const names = await page.evaluate(async () => {
    await agUi.registerTool({ name: "x", description: "It.", schema: {}, handler: () => 1 });
    const shop = document.querySelector("a-shop") as HTMLElement & {
      tools: { tools: { name: string }[]; error: unknown };
    };
    const { tools, error } = shop.tools;
    return [tools.map(({ name }) => name), agUi.globalToolRegistry.names, error === undefined];
  });
  expect(names).toEqual([["plain", "by_zod"], ["by_zod", "plain", "x"], true]);
});

test("when the module stops, the call that it stopped at says so, and it is started anew for the next", async ({
  page,
  backend,
  complaints,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const original = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...args) => {
      const made = await original(...args);
      if (!("rawjsonschema_validate" in made.instance.exports)) return made;
      const trap = () => {
        throw new WebAssembly.RuntimeError("unreachable");
      };
      const exports = { ...made.instance.exports, rawjsonschema_validate: trap };
      return { module: made.module, instance: { exports } };
    };
    await agUi.init();
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const tool = (name: string, schema: object) => ({
      name,
      description: "It.",
      schema: schema as never,
      handler: () => "ran",
    });
    const plain = registry.register(tool("plain", { properties: { a: { type: "number" } } })).tool;
    const byZod = registry.register(tool("by_zod", z.object({}))).tool;
    const first = await manager.execute(plain, "1", { a: 1 });
    const second = await manager.execute(plain, "2", { a: 1 });
    const reader = manager.readArguments(plain);
    reader.push('{"a": 1}');
    const streamed = await manager.execute(plain, "3", reader);
    const others = await manager.execute(byZod, "4", {});
    const refused = await manager.execute(plain, "5", { a: "one" });
    const late = await agUi.registerTool(tool("late", {})).then(
      () => "registered",
      (error) => error.name,
    );
    return { calls: [first, second, streamed], others, refused, late };
  });
  const [first, second, streamed] = seen.calls;
  expect(first).toMatchObject({
    success: false,
    error: {
      category: "permanent",
      code: "core_stopped",
      message: expect.stringContaining("JSON Schema module stopped, and was started anew"),
    },
  });
  for (const later of [second, streamed, seen.others]) {
    expect(later).toMatchObject({ success: true, result: "ran" });
  }
  expect(seen.refused).toMatchObject({ success: false, error: { category: "validation" } });
  expect(seen.late).toBe("registered");
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("The ag-ui-lit JSON Schema module stopped"),
  ]);
});
