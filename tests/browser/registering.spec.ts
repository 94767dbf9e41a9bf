import { expect, test } from "../support/test.js";

test("once the core is loaded, registering is done when the call returns, whichever way", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const { globalToolRegistry: registry } = agUi;
    const tool = (name: string) => ({ name, description: "It.", schema: {}, handler: () => 1 });
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const send = (type: string, detail: unknown) =>
      void document.dispatchEvent(new CustomEvent(type, { detail }));
    const seen: unknown[] = [];

    const promise = agUi.registerTool(tool("by_function"));
    seen.push(registry.has("by_function"), promise instanceof Promise);

    const agent = document.createElement("ag-ui-agent");
    document.body.append(agent);
    void agent.registerTool(tool("by_element"));
    seen.push(registry.has("by_element"));
    send("ag-ui-tool-register", tool("by_event"));
    agent.remove();
    seen.push(registry.has("by_event"));
    document.body.append(agent);
    send("define-tool", { ...tool("by_older_event"), schema: undefined, parameters: z.object({}) });
    seen.push(registry.has("by_older_event"));
    send("ag-ui-tool-unregister", "by_event");
    seen.push(registry.has("by_event"));
    send("ag-ui-tool-register", tool("no name"));
    send("define-tool", tool("no name"));
    seen.push(rejected.map(({ detail }) => [detail.name, detail.error.name]));
    const refused = agUi.registerTool(tool("no name"));
    seen.push(await refused.catch((error) => error.name));
    const refusedByElement = agent.registerTool(tool("by_element"));
    seen.push(await refusedByElement.catch((error) => error.name));
    const { signal } = new AbortController();
    seen.push((await agUi.registerTool(tool("with_signal"), { signal })).tool.name);
    const { unregister } = await promise;
    seen.push(unregister(), registry.names);
    return seen;
  });
  expect(seen).toEqual([
    ...[true, true, true, true, true, false],
    [
      ["no name", "ToolDefinitionError"],
      ["no name", "ToolDefinitionError"],
    ],
    ...["ToolDefinitionError", "ToolDefinitionError", "with_signal"],
    true,
    ["by_element", "by_older_event", "with_signal"],
  ]);
});

test("before the core is loaded, the order of what is asked for is kept, and nothing is done twice", async ({
  page,
  backend,
}) => {
  // Until the test says so, the element that the page needs for its events can't load the core.
  let load = (): void => {};
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/*.wasm", async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto(backend.origin);
  await page.evaluate(() => {
    const tool = (name: string) => ({ name, description: "It.", schema: {}, handler: () => 1 });
    const send = (type: string, detail: unknown) =>
      void document.dispatchEvent(new CustomEvent(type, { detail }));
    const agent = document.createElement("ag-ui-agent");
    document.body.append(agent);
    const seen: unknown[] = [];
    const changes = record(agUi.globalToolRegistry, "tool-registry-", ["change"]);
    send("ag-ui-tool-register", tool("a"));
    send("ag-ui-tool-register", tool("b"));
    void agUi.registerTool(tool("c"));
    void agent.registerTool(tool("d"));
    send("ag-ui-tool-register", tool("e"));
    // Taken back before there was a core.
    void agent.registerTool(tool("gone"));
    seen.push(
      agent.unregisterTool("gone"),
      agent.unregisterTool("gone"),
      agent.unregisterTool("x"),
    );
    send("ag-ui-tool-register", tool("gone_too"));
    send("ag-ui-tool-unregister", "gone_too");
    const abort = new AbortController();
    void agUi.registerTool(tool("aborted"), { signal: abort.signal });
    abort.abort();
    void agUi.registerTool(tool("a")).catch((error) => seen.push(error.name));
    agent.remove();
    Object.assign(globalThis, {
      later: () => ({ seen, changes: changes.map((c) => c.detail.toolName) }),
    });
  });
  load();
  const result = await page.evaluate(async () => {
    await agUi.init();
    const early = (
      globalThis as unknown as { later(): { seen: unknown[]; changes: string[] } }
    ).later();
    await null;
    return { ...early, names: agUi.globalToolRegistry.names };
  });
  expect(result).toEqual({
    seen: [true, false, false, "ToolDefinitionError"],
    changes: ["a", "b", "c", "d", "e", "gone", "gone", "gone_too", "gone_too"],
    names: ["a", "b", "c", "d", "e"],
  });
});

test("with the core inlined, a tool is registered in the line after its registration", async ({
  page,
  backend,
}) => {
  const { readFile } = await import("node:fs/promises");
  await page.route("**/copy/**", async (route) => {
    const file = new URL(route.request().url()).pathname.slice("/copy/".length);
    const body = await readFile(new URL(`../../pkg/dist/${file}`, import.meta.url));
    await route.fulfill({ body, contentType: "text/javascript" });
  });
  await page.goto(backend.origin);
  const has = await page.evaluate(async () => {
    const { registerTool, globalToolRegistry } = await import("/copy/entries/inline.js" as string);
    registerTool({ name: "it", description: "It.", schema: {}, handler: () => 1 });
    return globalToolRegistry.has("it");
  });
  expect(has).toBe(true);
});
