/** `ag-ui-lit/providers` where no vendor's client is needed. */
import { loadModels, type ProviderName, provider } from "ag-ui-lit/providers";
import { travelTools } from "./providers-tools.js";
import { expect, test } from "./test.js";

const names: readonly ProviderName[] = [
  ...(["anthropic", "openai-chat", "openai-responses", "gemini"] as const),
  ...(["mistral", "mcp", "webmcp", "ag-ui"] as const),
];

test("a name that no provider has, and an option that it has not, are refused and say what there is", async () => {
  await expect(provider("claude" as "anthropic")).rejects.toThrow(
    'ag-ui-lit: provider(): there is no provider "claude"; there are anthropic, openai-chat,',
  );
  await expect(provider("gemini", { strict: true as never })).rejects.toThrow(
    "gemini has no strict mode",
  );
  await expect(provider("anthropic", { strikt: true } as object)).rejects.toThrow(
    'provider() has no option "strikt". Did you mean "strict"? There are: strict.',
  );
  await expect(provider("anthropic", { strict: 1 as never })).rejects.toThrow(
    "provider({ strict }) must be true or false",
  );
});

test("the module is loaded once, and what is none is refused", async () => {
  await Promise.all([loadModels(), loadModels(), provider("mcp")]);
  await expect(loadModels(5 as never)).rejects.toThrow("loadModels() takes where models_bg.wasm");
});

test("tools come from a registry or a list, and nothing else", async () => {
  const { registry } = travelTools();
  for (const name of names) {
    const api = await provider(name);
    expect(api.lower(registry)).toEqual(api.lower(registry.all));
    expect(api.lower([])).toEqual({ tools: [], losses: [] });
    for (const wrong of [undefined, null, 5, {}, { all: 5 }]) {
      expect(() => api.lower(wrong as never)).toThrow("lower() takes a ToolRegistry");
    }
  }
});

test("AG-UI, MCP and WebMCP get a schema as it is", async () => {
  const { registry } = travelTools();
  const [agUi, mcp, webMcp] = [
    (await provider("ag-ui")).lower(registry),
    (await provider("mcp")).lower(registry),
    (await provider("webmcp")).lower(registry),
  ];
  expect(agUi).toEqual({ tools: registry.toAgUiTools(), losses: [] });
  expect(mcp.losses.concat(webMcp.losses)).toEqual([]);
  expect(webMcp.tools[0]?.inputSchema).toEqual(registry.get("travel")?.parameters);
});

test("answers that are no plain data are refused, and the next one is read", async () => {
  const api = await provider("anthropic");
  const circle: { content: { type: string }[]; self?: unknown } = { content: [] };
  circle.self = circle;
  const hostile = {
    content: [],
    toJSON() {
      throw new Error("no");
    },
  };
  for (const wrong of [circle, hostile, { content: [{ type: "x", big: 1n }] }]) {
    expect(() => api.lift(wrong)).toThrow(
      "ag-ui-lit: an answer can't be read: it is no plain data",
    );
  }
  expect(() => api.lift(undefined as never)).toThrow("ag-ui-lit: an answer is missing.");
  expect(api.lift({ content: [] })).toEqual([]);
});

test("an event that is too deep is refused, and its stream goes on", async () => {
  const api = await provider("ag-ui");
  const reader = api.reader();
  let deep: object = {};
  for (let level = 0; level < 600; level++) deep = { deep };
  expect(() => reader.push({ type: "CUSTOM", deep } as { type: string })).toThrow(
    "ag-ui-lit: push(): the input can't be read",
  );
  reader.push({ type: "TOOL_CALL_START", toolCallId: "1", toolCallName: "t" } as { type: string });
  reader.push({ type: "TOOL_CALL_ARGS", toolCallId: "1", delta: "{}" } as { type: string });
  expect(reader.push({ type: "TOOL_CALL_END", toolCallId: "1" } as { type: string })).toEqual([
    { type: "end", toolCallId: "1", toolCallName: "t", argsText: "{}", args: {} },
  ]);
});

test("arguments grow while they arrive", async () => {
  const api = await provider("openai-chat");
  const reader = api.reader();
  const piece = (text: string) =>
    reader.push({
      choices: [
        {
          delta: {
            tool_calls: [{ index: 0, id: "1", function: { name: "note", arguments: text } }],
          },
        },
      ],
    });
  const seen = ['{"te', 'xt":"He', 'llo"', "}"].flatMap((text) =>
    piece(text).flatMap((event) =>
      event.type === "args" ? [structuredClone(event.partialArgs)] : [],
    ),
  );
  expect(seen).toEqual([{}, { text: "He" }, { text: "Hello" }, { text: "Hello" }]);
});

test("integers that a number can't hold are in the text, and not in args", async () => {
  const api = await provider("openai-chat");
  const text = '{"n":12345678901234567890}';
  const [call] = api.lift({
    role: "assistant",
    tool_calls: [{ id: "1", type: "function", function: { name: "t", arguments: text } }],
  });
  expect(call).toEqual({ toolCallId: "1", toolCallName: "t", argsText: text });
});

test("what is only for the page does not reach a model by results", async () => {
  const api = await provider("gemini");
  const call = { toolCallId: "1", toolCallName: "t", argsText: "{}" };
  const outcome = { success: true, result: "Done.", output: { secret: 1 } } as const;
  expect(JSON.stringify(api.results([call], [outcome]))).not.toContain("secret");
  expect(() => api.results(call as never, [])).toThrow("results() takes a list of calls");
});

test("a thousand tools of a few keywords each are no matter", async () => {
  const { registry } = travelTools();
  const tool = registry.get("travel");
  if (!tool) throw new Error("There is no travel.");
  const many = Array.from({ length: 1000 }, (_, number) => ({ ...tool, name: `t${number}` }));
  const { tools } = (await provider("openai-responses", { strict: true })).lower(many);
  expect(tools.length).toBe(1000);
});

test("what an API was not told of a schema is asked of the arguments all the same", async () => {
  const { registry, ran, run } = travelTools();
  const gemini = await provider("gemini");
  const { losses } = gemini.lower(registry);
  expect(losses).toContainEqual(
    expect.objectContaining({ tool: "travel", path: "/properties/city/minLength" }),
  );
  const calls = gemini.lift({
    candidates: [
      { content: { parts: [{ functionCall: { name: "travel", args: { city: "X" } } }] } },
    ],
  });
  const [outcome] = await run(calls);
  expect(outcome).toMatchObject({ success: false, error: { category: "validation" } });
  expect(JSON.stringify(outcome)).toContain("city");
  expect(ran).toEqual([]);
});

test("a server that gives a call no id gets the one that was made up with the result", async () => {
  const api = await provider("openai-chat");
  const calls = api.lift({
    role: "assistant",
    tool_calls: [{ type: "function", function: { name: "t", arguments: "{}" } }],
  });
  expect(calls).toMatchObject([{ toolCallName: "t", argsText: "{}" }]);
  expect(calls[0]?.toolCallId).toBeTruthy();
  expect(calls[0]?.issue).toBeUndefined();
  const outcome = { success: true, result: "Done.", output: undefined } as const;
  expect(api.results(calls, [outcome])).toEqual([
    { role: "tool", tool_call_id: calls[0]?.toolCallId, content: "Done." },
  ]);
});

test("Mistral gets ids of nine characters for calls of other providers, and these come back", async () => {
  const api = await provider("mistral");
  const call = { toolCallId: "toolu_01A09q90qw90lq917835lq9", toolCallName: "t", argsText: "{}" };
  const outcome = { success: true, result: "Done.", output: undefined } as const;
  const [result] = api.results([call], [outcome]);
  expect(result).toEqual({
    role: "tool",
    name: "t",
    content: "Done.",
    tool_call_id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/),
  });
  const message = {
    role: "assistant",
    tool_calls: [{ id: result?.tool_call_id, function: { name: "t", arguments: "{}" } }],
  } as const;
  expect(api.lift(message)[0]?.toolCallId).toBe(call.toolCallId);
});
