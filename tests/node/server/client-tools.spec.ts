/** The client tool provider: what its seed lists under "Testing", in that order. */
import "ag-ui-lit";
import {
  ClientToolDefinitionsError,
  ClientToolProvider,
  safeValidateToolDefinitions,
  type ToolCall,
  type ToolDefinition,
  ToolDefinitionSchema,
  type ToolResult,
  validateToolDefinitions,
} from "ag-ui-lit/server";
import { expect, test } from "../test.js";

const search = {
  name: "search_database",
  description: "Search the client database",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "Search query" },
      limit: { type: "integer", minimum: 1, maximum: 100 },
    },
    required: ["query"],
  },
} as const satisfies ToolDefinition;

const wrapped: ToolDefinition = {
  type: "function",
  function: {
    name: "test",
    description: "Test tool",
    parameters: { type: "object", properties: { param: { type: "string" } } },
  },
};

const call = (args: unknown, name = "search_database", id = "call-123"): ToolCall => ({
  id,
  type: "function",
  function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
});

const answered = async ({ id, function: { name } }: ToolCall): Promise<ToolResult> => ({
  toolCallId: id,
  toolName: name,
  success: true,
  result: { rows: 1 },
});

const provider = (
  tools: unknown = [search, wrapped],
  onInputRequired: (call: ToolCall) => unknown = answered,
) => new ClientToolProvider({ tools, onInputRequired });

test("valid tool definitions are taken, in the shape they came in, as copies", async () => {
  const given = [structuredClone(search), structuredClone(wrapped)];
  const tools = validateToolDefinitions(given);
  expect(tools).toEqual([search, wrapped]);
  expect(safeValidateToolDefinitions(given)).toEqual({ success: true, data: [search, wrapped] });
  expect(ToolDefinitionSchema.parse(wrapped)).toEqual(wrapped);
  expect(ToolDefinitionSchema.safeParse(search)).toEqual({ success: true, data: search });
  expect(ToolDefinitionSchema["~standard"].validate(search)).toEqual({ value: search });
  (given[0] as { name: string }).name = "changed";
  expect(tools[0]).toEqual(search);
  expect(Object.isFrozen(tools[0])).toBe(true);
});

test("a provider gives its tools in one form, whichever they came in", async () => {
  const tools = await provider().getTools();
  expect(tools.map(({ name }) => name)).toEqual(["search_database", "test"]);
  expect(tools[1]).toEqual("function" in wrapped ? wrapped.function : undefined);
  expect(await provider([]).getTools()).toEqual([]);
});

test("invalid tools are refused, with every fault of every definition", () => {
  const tools = [
    { ...search, name: "" },
    { ...search, name: "bad name!", description: "" },
    { type: "function", function: { name: "x".repeat(65), parameters: [] } },
    { ...search, name: "long", description: "x".repeat(1025) },
  ];
  const { success, errors } = safeValidateToolDefinitions(tools);
  expect(success).toBe(false);
  expect(errors?.map((error) => error.split(": ")[0])).toEqual([
    "[0].name",
    "[1].name",
    "[1].description",
    "[2].function.name",
    "[2].function.description",
    "[2].function.parameters",
    "[3].description",
  ]);
  for (const make of [() => validateToolDefinitions(tools), () => provider(tools)]) {
    expect(make).toThrow(ClientToolDefinitionsError);
    expect(make).toThrow(
      /^Invalid client tool definitions: \[0\]\.name: must be 1 to 64 characters/,
    );
  }
  try {
    validateToolDefinitions(tools);
  } catch (thrown) {
    expect((thrown as ClientToolDefinitionsError).errors).toEqual(errors);
  }
  expect(() => ToolDefinitionSchema.parse({ ...search, name: "a b" })).toThrow(
    /definitions: name: must be/,
  );
  expect(ToolDefinitionSchema["~standard"].validate(7)).toMatchObject({
    issues: [{ message: expect.stringMatching(/^must be an object/) }],
  });
});

test("names that are there twice are refused, and both places are named", () => {
  const twice = { type: "function", function: search };
  expect(safeValidateToolDefinitions([search, twice])).toEqual({
    success: false,
    errors: ['[1].function.name: "search_database" is the name of [0] already'],
  });
});

test("a call goes to the client with its context, and its result comes back", async () => {
  const seen: unknown[] = [];
  const asking = new ClientToolProvider<{ taskId: string }>({
    tools: [search],
    onInputRequired: async (toolCall, context) => {
      seen.push(toolCall, context);
      return answered(toolCall);
    },
  });
  const toolCall = call({ query: "test", limit: 10 });
  expect(await asking.execute(toolCall, { taskId: "task-1" })).toEqual({
    toolCallId: "call-123",
    toolName: "search_database",
    success: true,
    result: { rows: 1 },
  });
  expect(seen).toEqual([toolCall, { taskId: "task-1" }]);
});

test("a failure that the client reports is the call's", async () => {
  const failing = provider([search], ({ id }) => ({
    toolCallId: id,
    toolName: "search_database",
    success: false,
    error: "The database is closed",
  }));
  expect(await failing.execute(call({ query: "x" }), {})).toMatchObject({
    success: false,
    error: "The database is closed",
  });
});

for (const [what, args, errors] of [
  ["valid ones", { query: "test", limit: 10 }, []],
  ["none, where none are needed", "", ["Missing required parameter: query"]],
  ["missing ones", { limit: 10 }, ["Missing required parameter: query"]],
  ["wrong types", { query: 5 }, ["Parameter query has wrong type: expected string, got number"]],
  ["null", { query: null }, ["Parameter query has wrong type: expected string, got null"]],
  ["a list", { query: [] }, ["Parameter query has wrong type: expected string, got array"]],
  ["no integer", { query: "x", limit: 2.5 }, ["Parameter limit must be an integer, got: 2.5"]],
  [
    "no number",
    { query: "x", limit: "1" },
    ["Parameter limit has wrong type: expected integer, got string"],
  ],
  ["an integer as a decimal", { query: "x", limit: 2.0 }, []],
  [
    "several",
    { limit: true },
    [
      "Missing required parameter: query",
      "Parameter limit has wrong type: expected integer, got boolean",
    ],
  ],
  [
    "more than the seed looks at",
    { query: "x", limit: 101 },
    ["Parameter limit: expected a number of at most 100, received 101"],
  ],
  ["unknown ones, which are allowed", { query: "x", more: 1 }, []],
] as const) {
  test(`arguments are validated: ${what}`, () => {
    const { valid, errors: found } = provider().validateToolArguments(call(args));
    expect([...found].sort()).toEqual([...errors].sort());
    expect(valid).toBe(errors.length === 0);
  });
}

test("additional properties are refused where the schema says so, and nested ones are named by their place", () => {
  const strict = provider([
    {
      name: "strict",
      description: "Strict.",
      parameters: {
        type: "object",
        properties: {
          address: {
            type: "object",
            properties: { city: { type: "string" } },
            required: ["city"],
            additionalProperties: false,
          },
          tags: { type: "array", items: { type: ["string", "null"] } },
        },
        additionalProperties: false,
      },
    },
  ]);
  const validate = (args: unknown) => strict.validateToolArguments(call(args, "strict")).errors;
  expect(validate({ abc: 1 })).toEqual(["Unknown parameter: abc"]);
  expect(validate({ address: { zip: 1 }, tags: ["a", 5] }).sort()).toEqual([
    "Missing required parameter: address.city",
    "Parameter tags.1 has wrong type: expected null or string, got number",
    "Unknown parameter: address.zip",
  ]);
  expect(validate(JSON.parse('{ "__proto__": 1 }'))).toEqual(["Unknown parameter: __proto__"]);
});

test("unknown tools and invalid JSON are errors of the call, and the client is not asked", async () => {
  let asked = 0;
  const counting = provider([search], () => {
    asked += 1;
  });
  const failures = [
    [call({}, "xyz"), "Tool xyz not found in client tools"],
    [call("{ nope"), /^Invalid tool arguments JSON: /],
    [call("[1]"), "Invalid tool arguments JSON: must be an object, but is an array"],
    [call("null"), "Invalid tool arguments JSON: must be an object, but is null"],
  ] as const;
  for (const [toolCall, error] of failures) {
    const result = await counting.execute(toolCall, {});
    expect(result).toMatchObject({
      toolCallId: "call-123",
      toolName: toolCall.function.name,
      success: false,
    });
    expect(result.error).toMatch(error);
    const { valid, errors } = counting.validateToolArguments(toolCall);
    expect(valid).toBe(false);
    expect(errors[0]).toMatch(error);
  }
  expect(asked).toBe(0);
});

test("what the callback throws or rejects with is the error of the call", async () => {
  const throwing = provider([search], () => {
    throw new Error("The client is gone");
  });
  const rejecting = provider([search], () => Promise.reject(new Error("The client is gone")));
  for (const each of [throwing, rejecting]) {
    expect(await each.execute(call({ query: "x" }), {})).toEqual({
      toolCallId: "call-123",
      toolName: "search_database",
      success: false,
      error: "The client is gone",
    });
  }
});
