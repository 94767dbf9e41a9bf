import { readFile } from "node:fs/promises";
import { run, text, toolCall } from "../support/backend.js";
import { serveCopy } from "../support/serve-copy.js";
import { expect, test } from "../support/test.js";

/** As if the copy were of the next major version. */
const asNextMajor = (code: string): string => code.replaceAll(/(["'`])0\.1\.0\1/g, '"1.0.0"');

test("a bundle's tools are in the registry of a standalone copy, whose element runs them with their own validator", async ({
  page,
  backend,
}) => {
  await serveCopy(page, "copy");
  await page.goto(backend.origin);
  const { url } = backend.script(
    run(...toolCall("call-1", "greet", '{"name":"Ada"}')),
    run(...text("message-2", "Done.")),
  );
  const seen = await page.evaluate(async (url) => {
    // The bundle's core is never loaded by the page: that of the other copy must do.
    const copy = await import("/copy/standalone.js" as string);
    const schema = z.object({ name: z.string(), punctuation: z.string().default("!") });
    const handler = (args: { name: string; punctuation: string }) =>
      `Hello, ${args.name}${args.punctuation}`;
    const early = agUi.registerTool({ name: "greet", description: "Greets.", schema, handler });
    await copy.init();
    const { tool } = await early;
    const manager = new copy.ToolExecutionManager();
    const here = await manager.execute(copy.globalToolRegistry.get("greet"), "1", '{"name":"Ada"}');
    const refused = await manager.execute(copy.globalToolRegistry.get("greet"), "2", "{}");
    const agent = document.createElement("ag-ui-agent");
    agent.url = url;
    document.body.append(agent);
    const sent = await agent.sendMessage("Hi");
    return {
      here: here.success && here.output,
      refused: !refused.success && refused.error.category,
      isSame: copy.globalToolRegistry.get("greet") === tool,
      said: agent.messages.map(({ content }) => content),
      outcome: sent.outcome,
      stats: [agUi.globalToolRegistry.stats("greet"), copy.globalToolRegistry.stats("greet")],
    };
  }, url);
  expect(seen).toMatchObject({
    here: "Hello, Ada!",
    refused: "validation",
    isSame: true,
    said: ["Hi", undefined, "Hello, Ada!", "Done."],
    outcome: "finished",
    stats: [
      { executions: 3, successes: 2, failures: 1 },
      { executions: 3, successes: 2, failures: 1 },
    ],
  });
});

test("each copy's globalToolRegistry is one of its own class, and all are the same registry", async ({
  harness,
}) => {
  await serveCopy(harness, "copy");
  await serveCopy(harness, "other");
  const seen = await harness.evaluate(async () => {
    const standalone = await import("/copy/standalone.js" as string);
    const inline = await import("/other/entries/inline.js" as string);
    const copies = [agUi, standalone, inline];
    const definition = { description: "It.", schema: {}, handler: () => 1 };
    const heard = copies.map(() => [] as unknown[]);
    copies.forEach(({ globalToolRegistry }, index) => {
      globalToolRegistry.addEventListener("tool-registry-change", ({ detail }: CustomEvent) => {
        heard[index]?.push([detail.action, detail.toolName ?? detail.toolNames.length]);
      });
    });
    const errorOf = (work: () => unknown): Error | undefined => {
      try {
        work();
      } catch (error) {
        return error as Error;
      }
      return undefined;
    };
    const abort = new AbortController();
    const registrations = copies.map(({ globalToolRegistry }, index) =>
      globalToolRegistry.register(
        { ...definition, name: `tool_${index}` },
        { signal: abort.signal },
      ),
    );
    const names = copies.map(({ globalToolRegistry }) => globalToolRegistry.names);
    const taken = copies.map(({ globalToolRegistry, ToolDefinitionError }) => {
      const error = errorOf(() => globalToolRegistry.register({ ...definition, name: "tool_0" }));
      return error instanceof ToolDefinitionError && error?.message.includes("tool_0");
    });
    const removed = [registrations[2].unregister(), registrations[2].unregister()];
    const afterRemoval = agUi.globalToolRegistry.names;
    abort.abort();
    const afterAbort = copies.map(({ globalToolRegistry }) => globalToolRegistry.names);
    inline.globalToolRegistry.register({ ...definition, name: "last" });
    agUi.globalToolRegistry.clear();
    inline.globalToolRegistry.free();
    return {
      instances: copies.map((copy) => copy.globalToolRegistry instanceof copy.ToolRegistry),
      names,
      taken,
      removed,
      afterRemoval,
      afterAbort,
      heard,
      freed: copies.map(
        ({ globalToolRegistry, FreedError }) =>
          errorOf(() => globalToolRegistry.names) instanceof FreedError,
      ),
    };
  });
  const all = ["tool_0", "tool_1", "tool_2"];
  const heard = [
    ...all.map((name) => ["registered", name]),
    ["unregistered", "tool_2"],
    ["unregistered", "tool_0"],
    ["unregistered", "tool_1"],
    ["registered", "last"],
    ["cleared", 0],
  ];
  expect(seen).toEqual({
    instances: [true, true, true],
    names: [all, all, all],
    taken: [true, true, true],
    removed: [true, false],
    afterRemoval: ["tool_0", "tool_1"],
    afterAbort: [[], [], []],
    heard: [heard, heard, heard],
    freed: [true, true, true],
  });
});

test("a tool of a script takes the name of a form, though another copy keeps the registry", async ({
  page,
  backend,
}) => {
  await serveCopy(page, "copy");
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const copy = await import("/copy/standalone.js" as string);
    await copy.init();
    const agent = document.createElement("ag-ui-agent");
    agent.formTools = "all";
    document.body.append(agent);
    document.body.insertAdjacentHTML(
      "beforeend",
      '<form toolname="pay" tooldescription="A comment\'s."><input name="a"><button>Go</button></form>',
    );
    await agUi.init();
    const isForm = () => copy.globalToolRegistry.get("pay")?.description === "A comment's.";
    await until("the form is a tool", isForm);
    const app = { name: "pay", description: "The app's.", schema: {}, handler: () => "paid" };
    const registration = await agUi.registerTool({ ...app, metadata: { approval: "always" } });
    await turn();
    const { description, metadata } = copy.globalToolRegistry.get("pay");
    registration.unregister();
    await turn();
    return { description, approval: metadata.approval, isFormAgain: isForm() };
  });
  expect(seen).toEqual({ description: "The app's.", approval: "always", isFormAgain: true });
});

test("a document event reaches the shared registry once, though elements of both copies hear it", async ({
  harness,
}) => {
  await serveCopy(harness, "copy");
  const seen = await harness.evaluate(async () => {
    const copy = await import("/copy/standalone.js" as string);
    await copy.init();
    customElements.define("other-agent", class extends copy.AgUiAgent {});
    document.body.append(
      document.createElement("ag-ui-agent"),
      document.createElement("other-agent"),
    );
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const detail = { name: "it", description: "It.", schema: {}, handler: () => 1 };
    document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail }));
    const names = copy.globalToolRegistry.names;
    document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail }));
    document.dispatchEvent(new CustomEvent("ag-ui-tool-unregister", { detail: "it" }));
    return { names, rejected: rejected.length, after: agUi.globalToolRegistry.names };
  });
  expect(seen).toEqual({ names: ["it"], rejected: 1, after: [] });
});

test("a copy of another major version says once which copy is in charge, and works on its own", async ({
  harness,
}) => {
  const warnings: string[] = [];
  harness.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await serveCopy(harness, "next", asNextMajor);
  const seen = await harness.evaluate(async () => {
    const next = await import("/next/entries/inline.js" as string);
    const definition = { description: "It.", schema: {}, handler: () => 1 };
    next.globalToolRegistry.register({ ...definition, name: "one" });
    await next.registerTool({ ...definition, name: "two" });
    return [next.globalToolRegistry.names, agUi.globalToolRegistry.names];
  });
  expect(seen).toEqual([["one", "two"], []]);
  expect(warnings).toEqual([
    expect.stringMatching(/In charge is ag-ui-lit 0\.1\.0 from http.*this copy, 1\.0\.0 from http/),
  ]);
});

for (const [what, spoil] of [
  ["a text", "globalThis[slot] = 'mine'"],
  ["a getter that throws", "Object.defineProperty(globalThis, slot, { get() { throw 1 } })"],
  [
    "an object that looks like it",
    "globalThis[slot] = { protocol: 1, version: '0.1.0', sources: {} }",
  ],
  [
    "a frozen one",
    "globalThis[slot] = Object.freeze({ protocol: 1, version: '0.1.0', registry: undefined, waiting: new Set(), sources: new Set(), handles: new WeakSet(), served: new WeakMap() })",
  ],
  ["a revoked Proxy", "const p = Proxy.revocable({}, {}); p.revoke(); globalThis[slot] = p.proxy"],
  [
    "a registry of the page's own",
    "globalThis[slot] = { protocol: 1, version: '0.1.0', registry: {}, waiting: new Set(), sources: new Set(), handles: new WeakSet(), served: new WeakMap() }",
  ],
  ["a symbol for a version", "globalThis[slot] = { protocol: 1, version: Symbol() }"],
] as const) {
  test(`${what} in the place that copies share breaks nothing`, async ({ page, backend }) => {
    await page.addInitScript(`{ const slot = Symbol.for("ag-ui-lit"); ${spoil} }`);
    await page.goto(backend.origin);
    const names = await page.evaluate(async () => {
      await agUi.init();
      const definition = { name: "it", description: "It.", schema: {}, handler: () => 1 };
      await agUi.registerTool(definition);
      return agUi.globalToolRegistry.names;
    });
    expect(names).toEqual(["it"]);
  });
}

test("where nothing can be shared, the copy that comes second says that another is in charge", async ({
  page,
  backend,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, Symbol.for("ag-ui-lit"), { value: undefined });
  });
  await page.goto(backend.origin);
  await serveCopy(page, "copy");
  const names = await page.evaluate(async () => {
    const copy = await import("/copy/entries/inline.js" as string);
    const definition = { name: "it", description: "It.", schema: {}, handler: () => 1 };
    await agUi.init();
    await agUi.registerTool({ ...definition, name: "first" });
    copy.globalToolRegistry.register(definition);
    return [agUi.globalToolRegistry.names, copy.globalToolRegistry.names];
  });
  expect(names).toEqual([["first"], ["it"]]);
  expect(warnings).toEqual([expect.stringContaining("two copies that can't share")]);
});

test("the version that copies tell each other is the package's", async ({ harness }) => {
  const { version } = JSON.parse(
    String(await readFile(new URL("../../pkg/package.json", import.meta.url))),
  );
  const shared = await harness.evaluate(
    () => (globalThis as unknown as Record<symbol, { version: string }>)[Symbol.for("ag-ui-lit")],
  );
  expect(shared?.version).toBe(version);
});
