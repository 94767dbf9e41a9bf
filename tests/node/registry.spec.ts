import { ToolDefinitionError, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import * as z from "zod";
import { expect, test } from "./test.js";

test("a registry keeps tools in order and tells of each change after it is visible", async () => {
  const registry = new ToolRegistry();
  const changes: unknown[] = [];
  registry.addEventListener("tool-registry-change", ({ detail }) => {
    changes.push({ ...detail, visible: registry.names });
  });
  const define = (name: string, more: object = {}) => ({
    name,
    description: `Does ${name}.`,
    schema: {},
    handler: () => name,
    ...more,
  });
  registry.register(define("one"));
  registry.register(define("two", { metadata: { category: "ui", tags: ["a", "b"] } }));
  registry.register(define("one", { description: "Replaced." }), { replace: true });
  const all = registry.all.map((tool) => `${tool.name}: ${tool.description}`);
  const byCategory = registry.getByCategory("ui").map((tool) => tool.name);
  const byTag = registry.getByTag("b").map((tool) => tool.name);
  const gone = [registry.unregister("two"), registry.unregister("two")];
  registry.clear();
  registry.clear();
  const seen = { changes, all, byCategory, byTag, gone };
  expect(seen.all).toEqual(["one: Replaced.", "two: Does two."]);
  expect(seen.byCategory).toEqual(["two"]);
  expect(seen.byTag).toEqual(["two"]);
  expect(seen.gone).toEqual([true, false]);
  expect(seen.changes).toEqual([
    { action: "registered", toolName: "one", toolNames: ["one"], visible: ["one"] },
    { action: "registered", toolName: "two", toolNames: ["one", "two"], visible: ["one", "two"] },
    { action: "registered", toolName: "one", toolNames: ["one", "two"], visible: ["one", "two"] },
    { action: "unregistered", toolName: "two", toolNames: ["one"], visible: ["one"] },
    { action: "cleared", toolNames: [], visible: [] },
  ]);
});

test("a taken name is refused, and the tool that has it goes on", async () => {
  const registry = new ToolRegistry();
  const tool = { name: "one", description: "First.", schema: {}, handler: () => 1 };
  registry.register(tool);
  let error: unknown;
  try {
    registry.register({ ...tool, description: "Second." });
  } catch (thrown) {
    error = thrown;
  }
  const known = error instanceof ToolDefinitionError ? error : undefined;
  const seen = {
    message: known?.message,
    issues: known?.issues,
    kept: registry.get("one")?.description,
  };
  expect(seen.issues?.map((issue) => issue.path)).toEqual([["name"]]);
  expect(seen.message).toContain('"one"');
  expect(seen.message).toContain("replace: true");
  expect(seen.kept).toBe("First.");
});

test("a definition that breaks rules names every fault at once and registers nothing", async () => {
  const registry = new ToolRegistry();
  const faultsOf = (definition: unknown): string[] => {
    try {
      registry.register(definition as never);
      return ["registered"];
    } catch (error) {
      if (!(error instanceof ToolDefinitionError)) return [String(error)];
      return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    }
  };
  const base = { name: "ok", description: "Fine.", handler: () => 0 };
  const object = (properties: object) => ({ ...base, schema: { type: "object", properties } });
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const seen = {
    everything: faultsOf({ name: "no spaces", description: "", handler: 5, metadata: [] }),
    notAnObject: faultsOf("say_hello"),
    longName: faultsOf({ ...base, name: "a".repeat(65), schema: {} }),
    longDescription: faultsOf({ ...base, description: "é".repeat(1025), schema: {} }),
    notForObjects: faultsOf({ ...base, schema: { type: "array" } }),
    unknownType: faultsOf(object({ city: { type: "strin" } })),
    danglingRef: faultsOf(object({ city: { $ref: "#/$defs/city" } })),
    remoteRef: faultsOf(object({ city: { $ref: "https://example.com/city.json" } })),
    unknownDialect: faultsOf({ ...base, schema: { $schema: "https://example.com/mine" } }),
    cyclic: faultsOf({ ...base, schema: cyclic }),
    booleanSchema: faultsOf({ ...base, schema: true }),
    unwritable: faultsOf({ ...base, schema: z.object({ when: z.date() }) }),
    throwingGetter: faultsOf({
      ...base,
      get schema() {
        throw new Error("no");
      },
    }),
    left: registry.names,
  };
  expect(seen.everything.map((fault) => fault.split(":")[0])).toEqual([
    "name",
    "description",
    "handler",
    "schema",
    "metadata",
  ]);
  expect(seen.notAnObject[0]).toContain("must be an object");
  expect(seen.longName[0]).toContain("1 to 64 characters");
  expect(seen.longDescription[0]).toContain("at most 1024 characters, but is 1025");
  expect(seen.notForObjects[0]).toContain('schema.type: must allow "object"');
  expect(seen.unknownType[0]).toContain("schema.properties.city.type");
  expect(seen.unknownType[0]).toContain('"strin"');
  expect(seen.danglingRef[0]).toContain("/$defs/city");
  expect(seen.remoteRef[0]).toContain("https://example.com/city.json");
  expect(seen.unknownDialect[0]).toContain("unknown dialect");
  expect(seen.cyclic[0]).toContain("can't be written as JSON");
  expect(seen.booleanSchema[0]).toContain("must be a JSON Schema object, but is a boolean");
  expect(seen.unwritable[0]).toContain("`parameters`");
  expect(seen.throwingGetter[0]).toContain("could not be read");
  expect(seen.left).toEqual([]);
});

test("a tool is shown to the model as plain data, with a default left optional", async () => {
  const registry = new ToolRegistry();
  registry.register({
    name: "search",
    description: "Searches.",
    schema: z.object({ query: z.string(), limit: z.number().default(10) }),
    handler: ({ query, limit }) => `${query} ${limit}`,
  });
  registry.register({
    name: "when",
    description: "Takes a date, which zod can't write as JSON Schema.",
    schema: z.object({ at: z.coerce.date() }),
    parameters: { type: "object", properties: { at: { type: "string", format: "date-time" } } },
    handler: ({ at }) => at.getTime(),
  });
  const tools = registry.toAgUiTools();
  expect(tools[0]).toMatchObject({
    name: "search",
    description: "Searches.",
    parameters: { type: "object", required: ["query"] },
  });
  expect(tools[0]?.parameters).not.toHaveProperty("$schema");
  expect(tools[1]?.parameters).toEqual({
    type: "object",
    properties: { at: { type: "string", format: "date-time" } },
  });
});

test("a registration removes only itself, also through its signal", async () => {
  const registry = new ToolRegistry();
  const tool = { name: "one", description: "One.", schema: {}, handler: () => 1 };
  const first = registry.register(tool);
  const controller = new AbortController();
  registry.register(tool, { replace: true, signal: controller.signal });
  const firstRemoved = first.unregister();
  const stillThere = registry.has("one");
  controller.abort();
  const gone = !registry.has("one");
  registry.register(tool, { signal: controller.signal });
  const seen = { firstRemoved, stillThere, gone, abortedRegisters: registry.has("one") };
  expect(seen).toEqual({
    firstRemoved: false,
    stillThere: true,
    gone: true,
    abortedRegisters: false,
  });
});

test("a registered tool is frozen, whatever the page does to its definition later", async () => {
  const registry = new ToolRegistry();
  const definition = {
    name: "one",
    description: "One.",
    schema: { type: "object", properties: { a: { type: "string" } } },
    metadata: { tags: ["x"] },
    handler: () => 1,
  };
  const { tool } = registry.register(definition);
  definition.schema.properties.a.type = "number";
  definition.metadata.tags.push("y");
  const seen = {
    parameters: tool.parameters,
    tags: tool.metadata.tags,
    frozen: [tool, tool.parameters, tool.metadata, tool.metadata.tags].map(Object.isFrozen),
  };
  expect(seen.parameters).toEqual({ type: "object", properties: { a: { type: "string" } } });
  expect(seen.tags).toEqual(["x"]);
  expect(seen.frozen).toEqual([true, true, true, true]);
});

test("a name that only turns into text is registered as that text, and the core goes on", async () => {
  const registry = new ToolRegistry();
  const odd = { toJSON: () => "odd" };
  const { tool } = registry.register({
    name: odd as never,
    description: "It.",
    schema: {},
    metadata: null as never,
    handler: () => "ran",
  });
  const result = await new ToolExecutionManager().execute(tool, "1", "{}");
  const seen = { name: tool.name, names: registry.names, metadata: tool.metadata, result };
  expect(seen).toMatchObject({
    name: "odd",
    names: ["odd"],
    metadata: {},
    result: { success: true },
  });
});

test("an unpaired surrogate in a definition is a fault like any other", async () => {
  const registry = new ToolRegistry();
  const faults = (more: object): string[] | string => {
    const definition = { name: "x", description: "x", schema: {}, handler: () => 0, ...more };
    try {
      registry.register(definition, { replace: true });
      return "registered";
    } catch (error) {
      const { issues } = error as InstanceType<typeof ToolDefinitionError>;
      return issues.map(({ path }) => path.join("."));
    }
  };
  const seen = {
    description: faults({ description: "half: \ud83d" }),
    schema: faults({ schema: { title: "\udc00" } }),
    whole: faults({ description: "whole: \ud83d\ude00" }),
    written: faults({ description: "as text: \\ud83d" }),
  };
  expect(seen).toEqual({
    description: ["description"],
    schema: ["schema"],
    whole: "registered",
    written: "registered",
  });
});
