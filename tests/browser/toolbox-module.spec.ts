/** The toolbox's module: when it is loaded, and what comes of it when it can't be. */
import { expect, test } from "../support/test.js";

test.use({ usesStorage: true });

const file = "**/toolbox_bg*.wasm";

test("its tools are registered without it, and it is loaded when one of them runs", async ({
  page,
  backend,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname.replace(/.*\/(\w+?)_bg.*/, "$1"));
  });
  await page.goto(backend.origin);
  const offered = await page.evaluate(async () => {
    await load("toolbox");
    await agUi.init({ validator: false });
    const registry = new agUi.ToolRegistry();
    Object.assign(globalThis, { registry });
    for (const tool of toolbox.agentTools()) registry.register(tool);
    return registry.toAgUiTools()[0];
  });
  expect(offered).toMatchObject({
    name: "thinking",
    parameters: { type: "object", required: ["thought"], additionalProperties: false },
  });
  expect(asked).toEqual(["core"]);

  const results = await page.evaluate(async () => {
    const { registry } = globalThis as unknown as {
      registry: InstanceType<typeof agUi.ToolRegistry>;
    };
    const manager = new agUi.ToolExecutionManager();
    const tool = registry.get("thinking");
    if (!tool) throw new Error("It is not registered.");
    return [
      await manager.execute(tool, "c1", { thought: "First this." }),
      await manager.execute(tool, "c2", { thought: 5 }),
      await manager.execute(tool, "c3", { thought: "Ok", more: true }),
    ];
  });
  expect(asked).toEqual(["core", "toolbox"]);
  expect(results[0]).toMatchObject({ success: true });
  expect(results[1]).toMatchObject({
    success: false,
    error: {
      category: "validation",
      validationErrors: [
        { path: ["thought"], message: expect.stringContaining("expected a string") },
      ],
    },
  });
  expect(results[2]).toMatchObject({
    success: false,
    error: { category: "validation", message: expect.stringContaining("unknown field `more`") },
  });
});

test("a module that can't be loaded fails the call as transient, says which file and why, and is tried again", async ({
  page,
  backend,
  complaints,
}) => {
  let isDown = true;
  await page.route(file, (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto(backend.origin);
  const execute = () =>
    page.evaluate(async () => {
      await load("toolbox");
      await agUi.init({ validator: false });
      const registry = new agUi.ToolRegistry();
      for (const tool of toolbox.agentTools()) registry.register(tool);
      const manager = new agUi.ToolExecutionManager(undefined, {
        ...agUi.DEFAULT_RETRY_CONFIG,
        maxAttempts: 1,
      });
      const tool = registry.get("thinking");
      if (!tool) throw new Error("It is not registered.");
      return manager.execute(tool, "c1", { thought: "First this." });
    });
  expect(await execute()).toMatchObject({
    success: false,
    error: {
      category: "transient",
      code: "toolbox_not_loaded",
      message: expect.stringMatching(
        /toolbox_bg.*\.wasm was expected at .*HTTP status 503.*loadToolbox\(/s,
      ),
    },
  });
  expect(complaints.every((one) => one.includes("503"))).toBe(true);
  complaints.length = 0;
  isDown = false;
  expect(await execute()).toMatchObject({ success: true });
});

test("loadToolbox() takes where the file is, and refuses what is no place", async ({
  page,
  backend,
}) => {
  await page.route("**/elsewhere/tools.wasm", async (route) => {
    const { readFileSync } = await import("node:fs");
    const built = new URL("../../pkg/dist/generated/toolbox_bg.wasm", import.meta.url);
    await route.fulfill({ body: readFileSync(built), contentType: "application/wasm" });
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(backend.origin);
  const refusal = await page.evaluate(async () => {
    await load("toolbox");
    const refused = await toolbox.loadToolbox(5 as never).catch(String);
    await toolbox.loadToolbox("/elsewhere/tools.wasm");
    return refused;
  });
  expect(refusal).toContain(
    "TypeError: ag-ui-lit: loadToolbox() takes where toolbox_bg.wasm comes from",
  );
  expect(asked.filter((path) => path.endsWith(".wasm"))).toEqual(["/elsewhere/tools.wasm"]);
});

test("a module that has run out of memory says so to the calls under way, and is started anew by the next one", async ({
  page,
  backend,
  complaints,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    await load("toolbox");
    await agUi.init();
    const original = WebAssembly.instantiateStreaming;
    let memory: WebAssembly.Memory | undefined;
    WebAssembly.instantiateStreaming = async (...args) => {
      const made = await original(...args);
      memory = made.instance.exports.memory as WebAssembly.Memory;
      return made;
    };
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    registry.register({ name: "wait", description: "It.", schema: {}, handler: () => gate });
    for (const tool of toolbox.agentTools()) registry.register(tool);
    for (const tool of toolbox.runTools({ registry, manager })) registry.register(tool);
    const run = (name: string, id: string, args: object) => {
      const tool = registry.get(name);
      if (!tool) throw new Error(`There is no ${name}.`);
      return manager.execute(tool, id, args as Record<string, unknown>);
    };
    const first = await run("thinking", "1", { thought: "All is well." });
    const waits = run("batch", "2", { description: "x", calls: [{ tool: "wait", args: {} }] });
    await eventOf(manager, "tool-execution-executing");
    await turn();
    // All that the module could ever have is gone.
    while (memory) {
      try {
        memory.grow(16);
      } catch {
        break;
      }
    }
    const fatal = await run("thinking", "3", { thought: "x".repeat(4_000_000) });
    const waited = await waits;
    const after = await run("thinking", "4", { thought: "It goes on." });
    await toolbox.loadToolbox();
    goOn();
    const again = await run("batch", "5", {
      description: "x",
      calls: [{ tool: "wait", args: {} }],
    });
    const { thinking } = await toolbox.availableTools();
    return { first, fatal, waited, after, again, thinking };
  });
  const stopped = {
    success: false,
    error: {
      category: "transient",
      code: "toolbox_stopped",
      retryable: false,
      message: expect.stringContaining("not known whether the call took effect"),
    },
  };
  expect(seen.first).toMatchObject({ success: true });
  // It had not begun: its arguments were being read, which the module's next start did again.
  expect(seen.fatal).toMatchObject({ success: true });
  expect(seen.waited).toMatchObject(stopped);
  expect(seen.after).toMatchObject({ success: true });
  expect(seen.again).toMatchObject({ success: true });
  expect(seen.thinking).toEqual({ available: true });
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("module stopped");
});

test("each group loads the part that its tools are in, and no other", async ({ page, backend }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname.replace(/.*\/(\w+?)_bg.*/, "$1"));
  });
  await page.goto(backend.origin);
  await page.evaluate(async () => {
    await load("toolbox");
    await agUi.init({ validator: false });
  });
  const execute = (group: string, name: string, args: object, options: object = {}) =>
    page.evaluate(
      async ([group, name, args, options]) => {
        const registry = new agUi.ToolRegistry();
        const manager = new agUi.ToolExecutionManager();
        const given =
          group === "runTools"
            ? { registry, manager }
            : group === "bashTool"
              ? { run: async () => ({ exitCode: 0 }), ...options }
              : options;
        const make = (toolbox as unknown as Record<string, (options: object) => []>)[group];
        for (const tool of make?.(given) ?? []) registry.register(tool);
        const tool = registry.get(name);
        if (!tool) throw new Error(`There is no ${name}.`);
        return manager.execute(tool, "1", args as Record<string, unknown>);
      },
      [group, name, args, options] as const,
    );
  const steps: [group: string, name: string, args: object, options: object, part: string][] = [
    ["todoTools", "todo_read", {}, {}, "toolbox"],
    ["runTools", "view_background_processes", {}, {}, "toolbox"],
    ["fileTools", "file_read", { path: "no.txt" }, { root: "opfs" }, "toolbox_files"],
    ["searchTools", "glob_tool", { pattern: "*" }, { root: "opfs" }, "toolbox_files"],
    ["pageTools", "get_page", {}, {}, "toolbox_page"],
    ["webTools", "web_fetch", { url: "https://no.test" }, { allow: ["a.test"] }, "toolbox_web"],
    ["bashTool", "bash", { command: "ls" }, {}, "toolbox_bash"],
  ];
  const expected = new Set(["core"]);
  for (const [group, name, args, options, part] of steps) {
    const result = await execute(group, name, args, options);
    if (!result.success) expect(result.error.code ?? "").not.toContain("toolbox_");
    expected.add(part);
    expect(asked, `after ${name}`).toEqual([...expected]);
  }
});

test("a part that runs out of memory takes no other part with it", async ({
  page,
  backend,
  complaints,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    await load("toolbox");
    await agUi.init();
    await toolbox.loadToolbox({ light: true });
    const original = WebAssembly.instantiateStreaming;
    let memory: WebAssembly.Memory | undefined;
    WebAssembly.instantiateStreaming = async (...args) => {
      const made = await original(...args);
      memory = made.instance.exports.memory as WebAssembly.Memory;
      return made;
    };
    await toolbox.loadToolbox({ bash: true });
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    registry.register({ name: "wait", description: "It.", schema: {}, handler: () => gate });
    for (const tool of toolbox.runTools({ registry, manager })) registry.register(tool);
    let commands = 0;
    const bash = toolbox.bashTool({
      run: async () => {
        commands += 1;
        return { exitCode: 0 };
      },
    });
    for (const tool of bash) registry.register(tool);
    const run = (name: string, id: string, args: object) => {
      const tool = registry.get(name);
      if (!tool) throw new Error(`There is no ${name}.`);
      return manager.execute(tool, id, args as Record<string, unknown>);
    };
    const waits = run("batch", "1", { description: "x", calls: [{ tool: "wait", args: {} }] });
    await eventOf(manager, "tool-execution-executing");
    await turn();
    while (memory) {
      try {
        memory.grow(16);
      } catch {
        break;
      }
    }
    await run("bash", "2", { command: `echo ${"x".repeat(4_000_000)}` });
    const after = await run("bash", "3", { command: "ls" });
    goOn();
    return { waited: await waits, after, commands };
  });
  expect(seen.waited).toMatchObject({ success: true });
  expect(seen.after).toMatchObject({ success: true });
  expect(complaints.some((one) => one.includes("module stopped"))).toBe(true);
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("module stopped");
});

test("looking for what is available creates nothing in the browser's storage", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    await load("toolbox");
    const { todo_read } = await toolbox.availableTools();
    const opfs = await toolbox.todoToolsAvailability({ storage: "opfs" });
    const root = await navigator.storage.getDirectory();
    const folders: string[] = [];
    for await (const name of root.keys()) folders.push(name);
    const before = (await indexedDB.databases()).map(({ name }) => name);
    const store = new toolbox.TodoStore();
    await store.items();
    const existing = await toolbox.availableTools();
    const after = (await indexedDB.databases()).map(({ name }) => name);
    return { todo_read, opfs: opfs.todo_read, folders, before, after, now: existing.todo_read };
  });
  expect(seen).toEqual({
    todo_read: { available: true },
    opfs: { available: true },
    folders: [],
    before: [],
    after: ["ag-ui-lit-todo"],
    now: { available: true },
  });
});
