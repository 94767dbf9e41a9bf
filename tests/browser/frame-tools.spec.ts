/** The tools of other frames in a registry, by the browser's own list: against Chromium's WebMCP, and against what else may be listed. */
import { expect, test as plain } from "../support/test.js";

const withWebMcp = plain.extend({
  // Switches can't be set on a browser that runs.
  pageBrowser: async ({ webMcpBrowser }, use) => use(webMcpBrowser),
});

withWebMcp("tools of a frame come, run, change and go", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const frame = openRealm();
    const { modelContext } = frame.document;
    if (!modelContext || !document.modelContext) throw new Error("This Chromium has no WebMCP.");
    const greet = {
      name: "greet",
      description: "Greets.",
      inputSchema: { type: "object", properties: { name: { type: "string" } } },
      execute: async ({ name }: { name: string }) => `Hello, ${name}!`,
    };
    const gone = new AbortController();
    await modelContext.registerTool(greet, { signal: gone.signal });
    await document.modelContext.registerTool({ ...greet, name: "own", description: "Own." });
    const registry = new agUi.ToolRegistry();
    const frames = agUi.connectFrameTools({ registry, approval: "never", prefix: "f_" });
    await frames.ready;
    const first = [...registry.names];
    const tool = registry.get("f_greet");
    if (!tool) throw new Error("The tool did not come.");
    const manager = new agUi.ToolExecutionManager();
    const outcome = await manager.execute(tool, "1", { name: "Ada" });
    const { metadata } = tool;
    await modelContext.registerTool({ ...greet, name: "more" });
    await until("there are two", () => registry.names.length === 2);
    gone.abort();
    await until("one is gone", () => registry.names.length === 1);
    const last = [...frames.toolNames];
    frames.close();
    return {
      isAvailable: frames.isAvailable,
      first,
      result: outcome.success ? outcome.result : outcome.error.message,
      approval: metadata.approval,
      last,
      end: registry.names.length,
    };
  });
  expect(seen).toEqual({
    isAvailable: true,
    first: ["f_greet"],
    result: "Hello, Ada!",
    approval: "never",
    last: ["f_more"],
    end: 0,
  });
});

withWebMcp("a frame's tool is not offered to the browser's agent again", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const frame = openRealm();
    const execute = async (): Promise<string> => "x";
    const tool = { name: "theirs", description: "Theirs.", inputSchema: {}, execute };
    await frame.document.modelContext?.registerTool(tool);
    const agent = openAgent("/nowhere");
    agent.setAttribute("expose-webmcp", "");
    await agent.registerTool({ name: "ours", description: "Ours.", schema: {}, handler: () => 1 });
    const frames = agUi.connectFrameTools({ registry: agent.registry });
    await frames.ready;
    await turn();
    const tools = (await document.modelContext?.getTools()) ?? [];
    const names = tools.map(({ name }) => name).sort();
    const approval = agent.registry.get("theirs")?.metadata.approval;
    frames.close();
    agent.remove();
    return [approval, names];
  });
  expect(seen).toEqual(["always", ["ours", "theirs"]]);
});

plain("without the browser's list nothing happens", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const frames = agUi.connectFrameTools({ registry: new agUi.ToolRegistry() });
    await frames.ready;
    frames.close();
    return [frames.isAvailable, frames.toolNames];
  });
  expect(seen).toEqual([false, []]);
});

plain("what a frame says is not trusted, and how its tools answer neither", async ({ harness }) => {
  const warnings: string[] = [];
  harness.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  const seen = await harness.evaluate(async () => {
    const origin = "https://frame.example";
    const schema = { type: "object" };
    const of = (name: string, more: object = {}) => ({
      ...{ name, description: `Does ${name}.`, inputSchema: schema, origin, window: {} },
      ...more,
    });
    const answers: Record<string, unknown> = {
      plain: "just words",
      json: '{"a":1}',
      mcp: { content: [{ type: "text", text: "From MCP." }] },
      failing: JSON.stringify({ isError: true, content: [{ type: "text", text: "No." }] }),
      nonsense: { content: [null, 1, { type: "image" }] },
      left: null,
    };
    const tools = [
      ...Object.keys(answers).map((name) => of(name)),
      of("throws"),
      of("hidden", { title: "A\u{E0041}b", description: "Says\u202E so." }),
      of("", {}),
      of("bad schema", { inputSchema: "{" }),
      of("hidden_key", { inputSchema: { properties: { "a\u202E": {} } } }),
      of("x".repeat(2000)),
      of("with.dots/and more", { inputSchema: JSON.stringify(schema) }),
    ];
    Object.defineProperty(document, "modelContext", {
      configurable: true,
      value: {
        getTools: async () => tools,
        executeTool: async ({ name }: { name: string }) => {
          if (name === "throws") throw new DOMException("Unknown.", "UnknownError");
          return answers[name];
        },
      },
    });
    const registry = new agUi.ToolRegistry();
    const frames = agUi.connectFrameTools({ registry });
    await frames.ready;
    const manager = new agUi.ToolExecutionManager();
    const results: Record<string, string> = {};
    for (const name of [...Object.keys(answers), "throws"]) {
      const tool = registry.get(name);
      if (!tool) continue;
      const outcome = await manager.execute(tool, name, {});
      results[name] = outcome.success ? outcome.result : `failed: ${outcome.error.message}`;
    }
    const names = registry.names.filter((name) => !(name in results));
    const hidden = registry.get("hidden");
    frames.close();
    Reflect.deleteProperty(document, "modelContext");
    return { results, names, hidden: [hidden?.description, hidden?.parameters.title] };
  });
  expect(seen.results).toEqual({
    plain: "just words",
    json: '{"a":1}',
    mcp: "From MCP.",
    failing: "failed: No.",
    nonsense: expect.any(String),
    left: "The tool has left its page. There is no result.",
    throws: expect.stringMatching(/^failed: The tool throws of the frame https:/),
  });
  expect(seen.names).toEqual(["hidden", "with_dots_and_more"]);
  expect(seen.hidden).toEqual(["Says so.", "Ab"]);
  expect(warnings.filter((each) => each.includes("was not taken"))).toHaveLength(4);
});

const wrong: [string, object][] = [
  ["an unknown option", { origin: [] }],
  ["an origin that is none", { origins: ["maps.example"] }],
  ["a registry that is none", { registry: {} }],
  ["a prefix that no name may have", { prefix: "a b" }],
];
for (const [what, options] of wrong) {
  plain(`${what} is refused`, async ({ harness }) => {
    const name = await harness.evaluate((options) => {
      try {
        agUi.connectFrameTools(options);
        return "taken";
      } catch (thrown) {
        return Reflect.get(thrown as object, "code");
      }
    }, options);
    expect(name).toBe("invalid_option");
  });
}
