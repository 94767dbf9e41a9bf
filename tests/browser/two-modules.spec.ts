/** The core runs tools; the schema engine, a module of its own, is loaded when it is needed. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, Route } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

const generated = fileURLToPath(new URL("../../pkg/dist/generated/", import.meta.url));

/** Answers each request for the engine in this way, until it is told to let them through. */
async function engineIs(page: Page, answer: (route: Route) => Promise<void>) {
  const asked: string[] = [];
  await page.route("**/engine_bg*.wasm", async (route) => {
    asked.push(route.request().url());
    await answer(route);
  });
  return { asked, isBack: () => page.unroute("**/engine_bg*.wasm") };
}

const missing = (route: Route) => route.fulfill({ status: 404, body: "" });

/** The package's own modules at addresses of the page. */
const serves = (page: Page, address: string, file: string) =>
  page.route(`**${address}`, (route) =>
    route.fulfill({ body: readFileSync(generated + file), contentType: "application/wasm" }),
  );

/** The browser itself notes what could not be loaded. */
const takeNotes = (complaints: string[]) => {
  const rest = complaints.filter((one) => !one.includes("Failed to load resource"));
  complaints.splice(0, complaints.length, ...rest);
};

const failures: [what: string, answer: (route: Route) => Promise<void>, why: string][] = [
  ["is missing", missing, "got HTTP status 404"],
  [
    "is an HTML page",
    (route) => route.fulfill({ body: "<!doctype html>", contentType: "text/html" }),
    "got an HTML page",
  ],
  ["is blocked", (route) => route.abort("blockedbyclient"), "could not be fetched"],
];

for (const [what, answer, why] of failures) {
  test(`while the engine ${what}, the element runs what needs none, and says what it could not check`, async ({
    page,
    backend,
    complaints,
  }) => {
    const engine = await engineIs(page, answer);
    const bad = run(...toolCall("c2", "add", '{"a": "x"}'));
    const agent = backend.script(
      run(...toolCall("c1", "add", '{"a": 1}', "m1")),
      bad,
      run(...text("m2", "Done.")),
      bad,
      run(...text("m3", "Done.")),
    );
    await page.goto(backend.origin);
    const first = await page.evaluate(async (url) => {
      const element = openAgent(url);
      Object.assign(globalThis, { element });
      await element.registerTool({
        name: "add",
        description: "Adds one.",
        schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        handler: ({ a }) => (a as number) + 1,
      });
      const { outcome } = await element.sendMessage("Go");
      return outcome;
    }, agent.url);
    expect(first).toBe("finished");
    expect(agent.requests[1]?.messages.at(-1)?.content).toBe("2");
    const answerOf = agent.requests[2]?.messages.at(-1)?.content;
    expect(answerOf).toMatch(/^The arguments could not be checked: ag-ui-lit: .*engine_bg\.wasm/);
    expect(answerOf).toContain(why);

    // Later it is there: the next call asks for it again.
    await engine.isBack();
    await page.evaluate(() => document.querySelector("ag-ui-agent")?.sendMessage("Again"));
    expect(agent.requests[4]?.messages.at(-1)?.content).toContain("a: expected a number");
    takeNotes(complaints);
  });

  test(`while the engine ${what}, a schema that needs it is refused with the reason, and accepted later`, async ({
    page,
    backend,
    complaints,
  }) => {
    const engine = await engineIs(page, answer);
    await page.goto(backend.origin);
    const attempt = () =>
      page.evaluate(async () => {
        const element = document.querySelector("ag-ui-agent") ?? openAgent("/nowhere");
        const refusal = await element
          .registerTool({
            name: "find",
            description: "Finds.",
            schema: { properties: { code: { type: "string", pattern: "^[A-Z]{3}$" } } },
            handler: () => "found",
          })
          .then(
            () => "registered",
            (error: Error) => error.message,
          );
        return [refusal, element.registry.names] as const;
      });
    const [refusal, names] = await attempt();
    expect(refusal).toMatch(/^ag-ui-lit: .*engine_bg\.wasm/);
    expect(refusal).toContain(why);
    expect(names).toEqual([]);
    takeNotes(complaints);

    await engine.isBack();
    expect(await attempt()).toEqual(["registered", ["find"]]);
  });
}

test("a controller's tool that needs an engine that is missing is told of with the reason", async ({
  page,
  backend,
  complaints,
}) => {
  await engineIs(page, missing);
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    openAgent("/nowhere");
    const registry = new agUi.ToolRegistry();
    const rejected = new Promise<string>((resolve) => {
      document.addEventListener("ag-ui-tool-rejected", ({ detail }) =>
        resolve(detail.error.message),
      );
    });
    const handler = () => "ran";
    class Host extends lit.LitElement {
      tools = new agUi.ToolController(
        this,
        [
          {
            name: "find",
            description: "Finds.",
            schema: { properties: { code: { pattern: "^[A-Z]{3}$" } } },
            handler,
          },
          { name: "plain", description: "Plain.", schema: {}, handler },
        ],
        { registry },
      );
    }
    customElements.define("a-host", Host);
    const host = document.body.appendChild(new Host());
    const message = await rejected;
    await host.updateComplete;
    return [message, registry.names, host.tools.error?.message === message];
  });
  expect(seen).toEqual([
    expect.stringMatching(/engine_bg\.wasm .*got HTTP status 404/),
    ["plain"],
    true,
  ]);
  takeNotes(complaints);
});

test("while the engine is slow, a schema that needs it waits, and other tools run", async ({
  page,
  backend,
}) => {
  let letThrough: () => void = () => {};
  const open = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const engine = await engineIs(page, async (route) => {
    await open;
    await route.continue();
  });
  const agent = backend.script(
    run(...toolCall("c1", "plain", "{}")),
    run(...text("m2", "Done.")),
    run(...toolCall("c2", "find", '{"code": "abc"}')),
    run(...text("m3", "Done.")),
  );
  await page.goto(backend.origin);
  const waiting = await page.evaluate(async (url) => {
    const element = openAgent(url);
    const tool = (name: string, schema: Record<string, unknown>) => ({
      name,
      description: "A tool.",
      schema,
      handler: () => "ran",
    });
    const pattern = tool("find", { properties: { code: { pattern: "^[A-Z]{3}$" } } });
    const finding = element.registerTool(pattern);
    Object.assign(globalThis, { finding });
    await element.registerTool(tool("plain", { type: "object", additionalProperties: false }));
    const { outcome } = await element.sendMessage("Go");
    return [outcome, element.registry.names];
  }, agent.url);
  expect(waiting).toEqual(["finished", ["plain"]]);
  expect(agent.requests[1]?.messages.at(-1)?.content).toBe("ran");

  letThrough();
  const names = await page.evaluate(async () => {
    await (globalThis as never as { finding: Promise<unknown> }).finding;
    const element = document.querySelector("ag-ui-agent");
    await element?.sendMessage("Go");
    return element?.registry.names;
  });
  expect(names).toEqual(["plain", "find"]);
  expect(agent.requests[3]?.messages.at(-1)?.content).toContain("code: ");
  expect(engine.asked).toHaveLength(1);
});

test("without init(), an element brings the core, and a manager the engine when it needs it", async ({
  page,
  backend,
}) => {
  const engine = await engineIs(page, (route) => route.continue());
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    // As if the page were never idle: nothing but a need loads the engine.
    window.requestIdleCallback = () => 0;
    openAgent("/nowhere");
    const { tool } = await agUi.registerTool({
      name: "add",
      description: "Adds one.",
      schema: { type: "object", properties: { a: { type: "number" } } },
      handler: ({ a }) => (a as number) + 1,
    });
    const manager = new agUi.ToolExecutionManager();
    const good = await manager.execute(tool, "1", '{"a": 1}');
    const before = performance.getEntriesByType("resource").map(({ name }) => name);
    const bad = await manager.execute(tool, "2", '{"a": "x"}');
    const reader = manager.readArguments(tool);
    reader.push('{"a": true}');
    const read = await manager.execute(tool, "3", reader);
    return {
      good: good.success,
      isThere: before.some((name) => name.includes("engine_bg")),
      messages: [bad, read].map((one) => !one.success && one.error.validationErrors?.[0]?.message),
    };
  });
  expect(seen).toEqual({
    good: true,
    isThere: false,
    messages: ['expected a number, received "x"', "expected a number, received true"],
  });
  expect(engine.asked).toHaveLength(1);
});

test("an element loads the engine by itself when the page is idle", async ({ page, backend }) => {
  const loading = page.waitForResponse(/engine_bg.*\.wasm$/);
  await page.goto(backend.origin);
  await page.evaluate(() => void openAgent("/nowhere"));
  expect((await loading).ok()).toBe(true);
});

test("init() takes the addresses of both files, or that of one with the other beside it", async ({
  page,
  backend,
}) => {
  await serves(page, "/files/the-core.wasm", "core_bg.wasm");
  await serves(page, "/files/the-engine.wasm", "engine_bg.wasm");
  await serves(page, "/static/core_bg.wasm?v=2", "core_bg.wasm");
  await serves(page, "/static/engine_bg.wasm?v=2", "engine_bg.wasm");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname + search);
  });
  const works = () =>
    page.evaluate(
      () =>
        new agUi.ToolRegistry().register({
          name: "find",
          description: "Finds.",
          schema: { properties: { code: { pattern: "^[A-Z]{3}$" } } },
          handler: () => "found",
        }).tool.name,
    );

  await page.goto(backend.origin);
  await page.evaluate(() =>
    agUi.init({
      core: "/files/the-core.wasm",
      engine: new URL("/files/the-engine.wasm", location.href),
    }),
  );
  expect(await works()).toBe("find");
  expect(asked.splice(0).toSorted()).toEqual(["/files/the-core.wasm", "/files/the-engine.wasm"]);

  await page.goto(backend.origin);
  await page.evaluate(() => agUi.init("/static/core_bg.wasm?v=2"));
  expect(await works()).toBe("find");
  expect(asked.splice(0).toSorted()).toEqual([
    "/static/core_bg.wasm?v=2",
    "/static/engine_bg.wasm?v=2",
  ]);

  await page.goto(backend.origin);
  await page.evaluate(async () => {
    const engine = await (await fetch("/files/the-engine.wasm")).arrayBuffer();
    await agUi.init({
      core: fetch("/files/the-core.wasm"),
      engine: await WebAssembly.compile(engine),
    });
  });
  expect(await works()).toBe("find");
  expect(asked).toHaveLength(2);
});

test("init() with files that are not there names one of them, and may be tried again", async ({
  page,
  backend,
  complaints,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const refusal = (source: object) => agUi.init(source).then(String, (error) => error.message);
    const engine = await refusal({ engine: "/nowhere.wasm" });
    const both = await refusal({ core: "/nowhere.wasm", engine: "/nowhere.wasm" });
    await agUi.init();
    return { engine, both, names: new agUi.ToolRegistry().names };
  });
  const missing = (file: string) =>
    expect.stringMatching(new RegExp(`${file} at .*/nowhere\\.wasm, got HTTP status 404`));
  expect(seen).toEqual({
    engine: missing("engine_bg\\.wasm"),
    both: missing("(core|engine)_bg\\.wasm"),
    names: [],
  });
  takeNotes(complaints);
});

test("init({ engine: null }) loads the core alone, and the engine comes when it is needed", async ({
  page,
  backend,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const engines = () => asked.filter((url) => url.includes("engine_bg")).length;
  await page.goto(backend.origin);
  const run = (n: number | string) =>
    page.evaluate(async (n) => {
      await agUi.init({ engine: null });
      const { tool } = new agUi.ToolRegistry().register({
        name: "double",
        description: "Doubles a number.",
        schema: { properties: { n: { type: "number" } }, required: ["n"] },
        handler: ({ n }) => Number(n) * 2,
      });
      const outcome = await new agUi.ToolExecutionManager().execute(tool, "c", { n });
      return outcome.success ? outcome.result : outcome.error.validationErrors?.[0]?.path;
    }, n);
  expect(await run(2)).toBe("4");
  expect(engines()).toBe(0);
  expect(await run("two")).toEqual(["n"]);
  expect(engines()).toBe(1);
});
