import "ag-ui-lit";
import { validateClientTools } from "../../../pkg/dist/server/client-tools/valid-tools.js";
import { expect, test } from "../test.js";

const parameters = { type: "object", properties: { query: { type: "string" } } };
const flat = (name: string) => ({ name, description: "It.", parameters });
const wrapped = (name: string) => ({ type: "function", function: flat(name) });

const messages = (tools: unknown) =>
  validateClientTools(tools).faults.map(({ message }) => message);

test("both shapes come out as AG-UI has them, and nothing else of them", () => {
  const list = [
    { ...flat("a"), strict: true },
    wrapped("b"),
    { ...flat("c"), type: "function" },
    {
      ...flat("__proto__"),
      parameters: { $schema: "https://json-schema.org/draft/2020-12/schema" },
    },
  ];
  const { valid, faults } = validateClientTools(list);
  expect(faults).toEqual([]);
  expect(valid).toEqual([
    flat("a"),
    flat("b"),
    flat("c"),
    { name: "__proto__", description: "It.", parameters: { type: "object", properties: {} } },
  ]);
  // A copy.
  (list[0] as { parameters: unknown }).parameters = 1;
  expect(valid[0]?.parameters).toEqual(parameters);
});

test("a bad tool is left out with all of its faults and their places, and the rest keep working", () => {
  const { valid, faults } = validateClientTools([
    flat("a"),
    {
      type: "function",
      function: { name: "a b", description: "", parameters: { type: "string" } },
    },
    {},
    7,
    wrapped("b"),
    { ...flat("x"), type: "custom" },
    { type: "function", function: null },
    { ...flat("c"), parameters: { properties: { at: { type: "strin" } } } },
    { ...flat("d"), parameters: { $ref: "https://example.com/schema" } },
  ]);
  expect(valid.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(faults.map(({ index, name, message }) => [index, name, message])).toEqual([
    [1, "a b", expect.stringMatching(/^\[1\]\.function\.name: must be 1 to 64 characters/)],
    [1, "a b", expect.stringMatching(/^\[1\]\.function\.description: is empty/)],
    [1, "a b", expect.stringMatching(/^\[1\]\.function\.parameters\.type: must allow "object"/)],
    [2, undefined, expect.stringMatching(/^\[2\]\.name: is missing/)],
    [2, undefined, expect.stringMatching(/^\[2\]\.description: is missing/)],
    [2, undefined, "[2].parameters: is missing: give a JSON Schema of an object"],
    [3, undefined, expect.stringMatching(/^\[3\]: must be an object: \{ name, description/)],
    [5, "x", '[5].type: must be "function", or absent'],
    [6, undefined, "[6].function: must be an object"],
    [7, "c", expect.stringMatching(/^\[7\]\.parameters\.properties\.at\.type: expected one of/)],
    [8, "d", expect.stringMatching(/^\[8\]\.parameters\.\$ref: .*can't be resolved/)],
  ]);
});

test("of two tools with one name the first is taken, and both places are named", () => {
  const { valid, faults } = validateClientTools([flat("a"), wrapped("b"), wrapped("a"), flat("b")]);
  expect(valid.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(faults).toEqual([
    { index: 2, name: "a", message: '[2].function.name: "a" is the name of [0] already' },
    { index: 3, name: "b", message: '[3].name: "b" is the name of [1].function already' },
  ]);
});

test("what is no list is one fault", () => {
  expect(messages(undefined)).toEqual(["must be an array of tool definitions, but is undefined"]);
  expect(messages({ length: 1 })).toEqual([
    "must be an array of tool definitions, but is an object",
  ]);
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  expect(messages(proxy)).toEqual(["must be an array of tool definitions, but is an object"]);
});

test("whatever an entry does when it is read, it is a fault of its own", () => {
  const throwing = {
    ...flat("a"),
    get parameters(): never {
      throw new Error("boom");
    },
  };
  const cycle: Record<string, unknown> = flat("b");
  cycle.parameters = { type: "object", properties: { again: cycle } };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const endless = (): unknown =>
    new Proxy(
      {},
      {
        ownKeys: () => ["a", "b"],
        get: endless,
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
  let laughs: unknown = { type: "string" };
  for (let level = 0; level < 40; level += 1) laughs = { anyOf: [laughs, laughs] };
  let deep: unknown = {};
  for (let level = 0; level < 5000; level += 1) deep = { not: deep };
  const list = [throwing, cycle, proxy, endless(), flat("ok")];
  list.push({ ...flat("c"), parameters: laughs }, { ...flat("d"), parameters: deep });
  list.push(
    { ...flat("e"), description: { toJSON: () => Promise.reject } },
    { ...flat("f"), parameters: 1n },
  );
  list.push({ ...flat("g"), extra: "x".repeat(300_000) });
  const { valid, faults } = validateClientTools(list);
  expect(valid.map(({ name }) => name)).toEqual(["ok"]);
  expect([...new Set(faults.map(({ index }) => index))]).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
  for (const { index, message } of faults) {
    expect(message.startsWith(`[${index}]`), message).toBe(true);
    expect(message.length).toBeLessThan(1000);
  }
});

test("a list is no longer than it says, and of a long one no more is taken", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => flat(`tool_${index % 5000}`));
  const { valid, faults } = validateClientTools(many);
  expect(valid).toHaveLength(1000);
  expect(faults).toEqual([
    { index: 1000, message: "[1000]: at most 1000 tools are taken, but there are 10000" },
  ]);
  const lying = new Proxy([] as unknown[], { get: (_, key) => (key === "length" ? 2 ** 40 : 1) });
  expect(messages(lying)).toHaveLength(1001);
  const nameless = new Proxy([] as unknown[], { get: (_, key) => (key === "length" ? "many" : 1) });
  expect(messages(nameless)).toEqual(["can't be read"]);
});

test("hidden characters are left out of texts and named; in names and values a tool can't have them", () => {
  const inTexts = {
    name: "a",
    description: "It\u202E.\u{E0041}",
    parameters: { type: "object", properties: { q: { type: "string", title: "A\u200B word" } } },
  };
  const inNames = { ...flat("b"), parameters: { type: "object", properties: { "q\u200B": {} } } };
  const { valid, faults, hidden } = validateClientTools([inTexts, inNames]);
  expect(valid).toEqual([
    {
      name: "a",
      description: "It.",
      parameters: { type: "object", properties: { q: { type: "string", title: "A word" } } },
    },
  ]);
  expect(hidden).toEqual([{ name: "a", hidden: "U+202E, U+E0041, U+200B" }]);
  expect(faults.map(({ message }) => message)).toEqual([
    "[1].parameters: has hidden characters in names or values: U+200B",
  ]);
});
