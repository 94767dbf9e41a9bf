import { expect, test } from "../support/test.js";

test("before init(), classes can be made; using one throws an error that says what to do", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const thrown = await page.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    new agUi.ToolExecutionManager();
    const messageOf = (use: () => unknown): string => {
      try {
        return `returned ${use()}`;
      } catch (error) {
        return String(error);
      }
    };
    const definition = { name: "greet", description: "Greets.", schema: {}, handler: () => "hi" };
    return {
      register: messageOf(() => registry.register(definition)),
      names: messageOf(() => registry.names),
      get: messageOf(() => registry.get("greet")),
      categorize: messageOf(() => agUi.categorizeError(new Error("x"))),
    };
  });

  for (const message of Object.values(thrown)) {
    expect(message).toMatch(/^NotInitializedError: .*await init\(\)/);
  }
});

test("before init(), execute() resolves to a failure that says what to do", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const outcome = await page.evaluate(async () => {
    const tool = {
      name: "x",
      description: "x",
      parameters: {},
      metadata: {},
      handler: () => "ran",
    };
    return new agUi.ToolExecutionManager().execute(tool, "call-1", "{}");
  });

  expect(outcome).toMatchObject({
    success: false,
    error: { code: "not_initialized", message: expect.stringContaining("await init()") },
  });
});

test("registerTool() needs no init(): it registers or rejects by itself", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const definition = { name: "greet", description: "Greets.", schema: {}, handler: () => "hi" };
    const good = agUi.registerTool(definition).then(({ tool }) => `got ${tool.name}`);
    const bad = agUi
      .registerTool({ ...definition, name: "no spaces" })
      .catch((error) => error.name);
    return { seen: await Promise.all([good, bad]), names: agUi.globalToolRegistry.names };
  });

  expect(seen).toEqual({ seen: ["got greet", "ToolDefinitionError"], names: ["greet"] });
});

for (const [what, address, why] of [
  ["a missing file", "/nowhere.wasm", "HTTP status 404"],
  ["a page in place of the file", "/index.html", "HTML"],
  ["a server that is not there", "http://127.0.0.1:9/core.wasm", "could not be fetched"],
] as const) {
  test(`init() with ${what} rejects and says so, and can be tried again`, async ({
    page,
    backend,
    complaints,
  }) => {
    await page.goto(backend.origin);
    const message = await page.evaluate(
      (address) => agUi.init(address).then(String, (error: Error) => error.message),
      address,
    );
    expect(message).toContain(why);
    expect(message).toContain(address);
    // The browser itself logs a response that is an error.
    complaints.splice(
      0,
      complaints.length,
      ...complaints.filter((text) => !/load resource/.test(text)),
    );

    await page.evaluate(async () => {
      await agUi.init();
      agUi.globalToolRegistry.names;
    });
  });
}

test("init() called often loads each file once", async ({ page, backend }) => {
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) loads.push(request.url());
  });
  await page.goto(backend.origin);
  await page.evaluate(() => Promise.all([agUi.init(), agUi.init(), agUi.init("/nowhere.wasm")]));
  await page.evaluate(() => agUi.init());

  expect(loads.sort()).toEqual([
    expect.stringMatching(/\/core_bg\b[^/]*\.wasm$/),
    expect.stringMatching(/\/json_schema_bg\b[^/]*\.wasm$/),
  ]);
});
