/** `registerTool()` where nobody else loads anything: no `init()`, no element. It loads what the definition needs, and settles. */
import type { Page } from "@playwright/test";
import { serveCopy } from "../support/serve-copy.js";
import { expect, test } from "../support/test.js";

const core = "**/core_bg*.wasm";
const jsonSchema = "**/json_schema_bg*.wasm";

/** The wasm files that a page asks for, without what a bundler adds to their names. */
function wasmOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/(\w+?_bg)[^/]*\.wasm$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) asked.push(name);
  });
  return asked;
}

/** Takes what the browser itself notes of what could not be loaded. */
function takeNotes(complaints: string[]): void {
  const rest = complaints.filter((text) => !text.includes("Failed to load resource"));
  complaints.splice(0, complaints.length, ...rest);
}

test("a tool with a zod schema loads the core alone", async ({ page, backend }) => {
  const asked = wasmOf(page);
  await page.goto(backend.origin);
  const names = await page.evaluate(async () => {
    const schema = z.object({ a: z.number() });
    await agUi.registerTool({ name: "it", description: "It.", schema, handler: () => 1 });
    return agUi.globalToolRegistry.names;
  });
  expect(names).toEqual(["it"]);
  expect(asked).toEqual(["core_bg"]);
});

for (const field of ["schema", "parameters"]) {
  test(`a tool with a plain JSON Schema in ${field} loads both files`, async ({
    page,
    backend,
  }) => {
    const asked = wasmOf(page);
    await page.goto(backend.origin);
    const name = await page.evaluate(async (field) => {
      const schema = { properties: { a: { type: "number" } } };
      const definition = { name: "it", description: "It.", handler: () => 1, [field]: schema };
      return (await agUi.registerTool(definition)).tool.name;
    }, field);
    expect(name).toBe("it");
    expect(asked.sort()).toEqual(["core_bg", "json_schema_bg"]);
  });
}

test("a definition that breaks a rule is refused without anybody's help", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const refused = await page.evaluate(() =>
    agUi
      .registerTool({ name: "no name", description: "It.", schema: {}, handler: () => 1 })
      .then(String, (error) => error.name),
  );
  expect(refused).toBe("ToolDefinitionError");
});

test("an element that is in no page registers its tool as well", async ({ page, backend }) => {
  await page.goto(backend.origin);
  const name = await page.evaluate(async () => {
    const element = document.createElement("ag-ui-agent");
    const definition = { name: "it", description: "It.", schema: {}, handler: () => 1 };
    return (await element.registerTool(definition)).tool.name;
  });
  expect(name).toBe("it");
});

for (const [what, validator, files] of [
  ["a validator of the page's", "provider", ["core_bg"]],
  ["validator: false", "false", ["core_bg", "json_schema_bg"]],
] as const) {
  test(`${what}, named after the tool in the same script, counts`, async ({ page, backend }) => {
    const asked = wasmOf(page);
    await page.goto(backend.origin);
    const seen = await page.evaluate(async (validator) => {
      const seen: string[] = [];
      const getValidator = () => {
        seen.push("asked");
        return () => ({ valid: true, data: {} });
      };
      const definition = { name: "it", description: "It.", schema: {}, handler: () => 1 };
      const registered = agUi.registerTool(definition);
      void agUi.init({ validator: validator === "false" ? false : ({ getValidator } as never) });
      seen.push((await registered).tool.name);
      return seen;
    }, validator);
    expect(seen).toEqual(validator === "false" ? ["it"] : ["asked", "it"]);
    expect(asked.sort()).toEqual(files);
  });
}

test("an address that a later script of the page gives counts", async ({ page, backend }) => {
  await serveCopy(page, "copy");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname);
  });
  await page.route("**/elsewhere.wasm", (route) =>
    route.fulfill({ path: "pkg/dist/generated/core_bg.wasm", contentType: "application/wasm" }),
  );
  const script = (body: string) => ({ body, contentType: "text/javascript" });
  await page.route("**/tools.js", (route) =>
    route.fulfill(
      script(`
        import { registerTool } from "/copy/entries/index.js";
        globalThis.registered = registerTool({ name: "it", description: "It.", schema: {}, handler: () => 1 })
          .then(({ tool }) => tool.name);
      `),
    ),
  );
  await page.route("**/main.js", async (route) => {
    // It arrives when a task of the first script's has long run.
    await page.waitForFunction(() => "registered" in globalThis);
    // One turn of its event loop. This page has nothing of the harness.
    await page.evaluate(() => new Promise((next) => setTimeout(next)));
    await route.fulfill(
      script(`
        import { init } from "/copy/entries/index.js";
        const getValidator = () => () => ({ valid: true, data: {} });
        init({ core: "/elsewhere.wasm", validator: { getValidator } });
      `),
    );
  });
  await page.route("**/scripts.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><script type="module" src="/tools.js"></script><script type="module" src="/main.js"></script>',
    }),
  );
  await page.goto(`${backend.origin}/scripts.html`, { waitUntil: "commit" });
  await page.waitForFunction(() => "registered" in globalThis, undefined, { timeout: 30_000 });
  const registered = await page.evaluate(() => (globalThis as { registered?: unknown }).registered);
  expect(registered).toBe("it");
  expect(asked).toEqual(["/elsewhere.wasm"]);
});

test("where the core can't be loaded it rejects and names the file, and the next one tries again for both", async ({
  page,
  backend,
  complaints,
}) => {
  await page.route(core, (route) => route.fulfill({ status: 404 }));
  await page.goto(backend.origin);
  const register = (name: string) =>
    page.evaluate((name) => {
      const definition = { name, description: "It.", schema: z.object({}), handler: () => 1 };
      return agUi.registerTool(definition).then(
        () => agUi.globalToolRegistry.names.join(),
        (error) => error.message,
      );
    }, name);
  expect(await register("one")).toContain("core_bg.wasm");
  await page.unroute(core);
  expect(await register("two")).toBe("one,two");
  takeNotes(complaints);
});

test("where the JSON Schema module can't be loaded it rejects and names the file, and a tool without it is registered", async ({
  page,
  backend,
  complaints,
}) => {
  await page.route(jsonSchema, (route) => route.fulfill({ status: 404 }));
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const tool = { description: "It.", handler: () => 1 };
    return Promise.all([
      agUi.registerTool({ ...tool, name: "plain", schema: {} }).then(String, (e) => e.message),
      agUi
        .registerTool({ ...tool, name: "by_zod", schema: z.object({}) })
        .then(({ tool }) => tool.name, String),
    ]);
  });
  expect(seen).toEqual([expect.stringContaining("json_schema_bg.wasm"), "by_zod"]);
  takeNotes(complaints);
});

test("a copy of the package whose page has the other copy's element registers a tool with a plain JSON Schema", async ({
  page,
  backend,
}) => {
  await serveCopy(page, "copy");
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    // The harness's element, with the harness's core, keeps the registry.
    const agent = document.createElement("ag-ui-agent");
    document.body.append(agent);
    await agUi.registerTool({
      name: "a",
      description: "A.",
      schema: z.object({}),
      handler: () => 1,
    });
    const copy = await import("/copy/standalone.js" as string);
    const schema = { type: "object", properties: { n: { type: "number" } } };
    const handler = ({ n }: { n: number }) => n + 1;
    const { tool } = await copy.registerTool({ name: "b", description: "B.", schema, handler });
    const outcome = await new agUi.ToolExecutionManager().execute(tool, "1", '{"n":1}');
    return { names: agUi.globalToolRegistry.names, output: outcome.success && outcome.output };
  });
  expect(seen).toEqual({ names: ["a", "b"], output: 2 });
});
