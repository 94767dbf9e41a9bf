/** Ids beside names: `flights-mcp::search-flights` of the tool that the model knows as `search_flights`. */
import {
  globalToolRegistry,
  registerTool,
  type ToolDefinition,
  ToolDefinitionError,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import { expect, test } from "./test.js";

const id = "flights-mcp::search-flights";

function definition(name: string, rest: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name, description: "Searches.", schema: {}, handler: () => name, ...rest };
}

function faultsOf(register: () => unknown): string[] {
  try {
    register();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ToolDefinitionError)) throw thrown;
    return thrown.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  }
}

test("a tool is found, counted and removed by its name and by its id", async () => {
  const registry = new ToolRegistry();
  const changes: unknown[] = [];
  registry.addEventListener("tool-registry-change", ({ detail }) => changes.push(detail));
  const { tool } = registry.register(definition("search_flights", { id }));
  expect(tool.id).toBe(id);
  expect(Object.isFrozen(tool)).toBe(true);
  for (const word of ["search_flights", id]) {
    expect(registry.get(word)).toBe(tool);
    expect(registry.has(word)).toBe(true);
  }
  await new ToolExecutionManager().execute(registry.get(id) ?? tool, "1", {});
  expect(registry.stats(id)).toMatchObject({ executions: 1, successes: 1 });
  expect(registry.stats(id)).toEqual(registry.stats("search_flights"));
  expect(Object.keys(registry.allStats())).toEqual(["search_flights"]);
  // What goes to a model knows no id.
  expect(registry.toAgUiTools()).toEqual([
    { name: "search_flights", description: "Searches.", parameters: expect.anything() },
  ]);
  expect(registry.unregister(id)).toBe(true);
  expect(registry.unregister(id)).toBe(false);
  expect(registry.has("search_flights")).toBe(false);
  expect(changes).toEqual([
    { action: "registered", toolName: "search_flights", toolNames: ["search_flights"] },
    { action: "unregistered", toolName: "search_flights", toolNames: [] },
  ]);
});

test("a tool without an id has none, and none is as good as undefined and null", () => {
  const registry = new ToolRegistry();
  for (const [name, none] of Object.entries({ a: {}, b: { id: undefined }, c: { id: null } })) {
    const { tool } = registry.register(definition(name, none as object));
    expect(Object.keys(tool)).not.toContain("id");
  }
});

test("an id that breaks a rule is a fault of the definition, with the others", () => {
  const registry = new ToolRegistry();
  const rule = "id: must be 1 to 128 characters of A-Z, a-z, 0-9, _ - . : and /";
  for (const bad of ["", " ", "a b", "é", "a\nb", "\ud800", "x".repeat(129), "x".repeat(100_000)]) {
    const [fault = "", ...rest] = faultsOf(() => registry.register(definition("a", { id: bad })));
    expect(fault.startsWith(rule) || fault.includes("unpaired surrogate"), fault).toBe(true);
    expect(fault.length).toBeLessThan(400);
    expect(rest).toEqual([]);
  }
  for (const [bad, what] of [
    [5, "a number"],
    [[], "an array"],
    [{}, "an object"],
  ]) {
    const given = { id: bad } as object;
    expect(faultsOf(() => registry.register(definition("a", given)))).toEqual([
      `id: must be a string, but is ${what}`,
    ]);
  }
  const throwing = Object.defineProperty(definition("a"), "id", {
    get: () => {
      throw new Error("no id");
    },
  });
  expect(faultsOf(() => registry.register(throwing))).toEqual([
    "id: could not be read: Error: no id",
  ]);
  const all = faultsOf(() => registry.register(definition("a b", { id: "a b", description: "" })));
  expect(all.map((fault) => fault.split(":")[0])).toEqual(["name", "id", "description"]);
  expect(registry.names).toEqual([]);
});

test("names and ids are unique in a registry, across each other, and every conflict says with whom", () => {
  const registry = new ToolRegistry();
  registry.register(definition("search_flights", { id }));
  registry.register(definition("plain"));
  const add = (name: string, own?: string, replace = false) =>
    faultsOf(() =>
      registry.register(definition(name, own === undefined ? {} : { id: own }), { replace }),
    );
  for (const replace of [false, true]) {
    expect(add("other", id, replace)).toEqual(['id: is the id of the tool "search_flights"']);
    expect(add("other", "plain", replace)).toEqual(['id: is the name of the tool "plain"']);
  }
  registry.register(definition("list", { id: "word" }));
  expect(add("word")).toEqual(['name: is the id of the tool "list"']);
  expect(add("plain", id)).toEqual([
    expect.stringMatching(/^name: is already registered/),
    'id: is the id of the tool "search_flights"',
  ]);
  expect(add("plain", id, true)).toEqual(['id: is the id of the tool "search_flights"']);
  expect(registry.names).toEqual(["search_flights", "plain", "list"]);
  // Its own name is nobody else's.
  expect(add("same", "same")).toEqual([]);
});

test("a replacement brings its own id, and the old one is free", () => {
  const registry = new ToolRegistry();
  const first = registry.register(definition("search_flights", { id }));
  const second = registry.register(definition("search_flights", { id: "new::id" }), {
    replace: true,
  });
  expect(registry.has(id)).toBe(false);
  expect(first.unregister()).toBe(false);
  registry.register(definition("other", { id }));
  expect(registry.get(id)?.name).toBe("other");
  expect(second.unregister()).toBe(true);
  expect(registry.names).toEqual(["other"]);
});

test("a registered tool keeps its id in another registry, and as a copy", () => {
  const { tool } = new ToolRegistry().register(definition("search_flights", { id }));
  for (const same of [tool, { ...tool }]) {
    const registry = new ToolRegistry();
    registry.register(same as ToolDefinition);
    expect(registry.get(id)?.name).toBe("search_flights");
  }
});

test("the global registry goes by ids as well", async () => {
  const { tool } = await registerTool(definition("search_flights", { id }));
  expect(globalToolRegistry.get(id)).toBe(tool);
  expect(globalToolRegistry.has(id)).toBe(true);
  expect(globalToolRegistry.stats(id)).toMatchObject({ executions: 0 });
  expect(globalToolRegistry.unregister(id)).toBe(true);
  expect(globalToolRegistry.has("search_flights")).toBe(false);
});
