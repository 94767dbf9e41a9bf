/** `ag-ui-lit/providers`: a stream that is cut within a character, and calls that lost something. */
// In a process of its own: it waits for the package before it has tests.
import { init } from "ag-ui-lit";
import { type CallEvent, type ProviderName, provider } from "ag-ui-lit/providers";
import { travelTools } from "./providers-tools.js";
import { expect, test } from "./test.js";

await init();

/** A call's pieces in each API's events. */
const streams: Readonly<Record<string, (pieces: readonly string[]) => object[]>> = {
  anthropic: (pieces) => [
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "c", name: "note", input: {} },
    },
    ...pieces.map((partial_json) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "tool_use" } },
  ],
  "openai-chat": (pieces) => [
    chunk({ index: 0, id: "c", function: { name: "note", arguments: "" } }),
    ...pieces.map((text) => chunk({ index: 0, function: { arguments: text } })),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  ],
  mistral: (pieces) => [
    mistralChunk({ id: "V2bduoFbR", function: { name: "note", arguments: "" } }),
    ...pieces.map((text) => mistralChunk({ id: "null", function: { name: "", arguments: text } })),
    { data: { choices: [{ index: 0, delta: {}, finishReason: "tool_calls" }] } },
  ],
  "openai-responses": (pieces) => [
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "function_call", id: "f", call_id: "c", name: "note", arguments: "" },
    },
    ...pieces.map((delta) => ({
      type: "response.function_call_arguments.delta",
      output_index: 0,
      delta,
    })),
    {
      type: "response.output_item.done",
      output_index: 0,
      item: {
        type: "function_call",
        id: "f",
        call_id: "c",
        name: "note",
        arguments: pieces.join(""),
        status: "completed",
      },
    },
  ],
  "ag-ui": (pieces) => [
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "note" },
    ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: "c", delta })),
    { type: "TOOL_CALL_END", toolCallId: "c" },
  ],
};

function chunk(call: object): object {
  return { choices: [{ index: 0, delta: { tool_calls: [call] } }] };
}

/** As `@mistralai/mistralai` gives a chunk. */
function mistralChunk(call: object): object {
  const delta = { toolCalls: [{ index: 0, type: "function", ...call }] };
  return { data: { choices: [{ index: 0, delta, finishReason: null }] } };
}

async function read(name: string, events: readonly object[]): Promise<CallEvent[]> {
  const api = await provider(name as "anthropic");
  api.lower(travelTools().registry);
  const reader = api.reader();
  return [...events.flatMap((event) => reader.push(event as never)), ...reader.end()];
}

const endOf = (events: readonly CallEvent[]) => events.find((event) => event.type === "end");

for (const name of Object.keys(streams)) {
  test(`${name}: wherever arguments are cut, each character is whole`, async () => {
    // With characters of the range by which halves cross.
    const text = '{"text":"a😀b🇨🇭 \u{10F800}\u{10F7FF}\u{10FFFF} \\\\ud83d é"}';
    for (let cut = 1; cut < text.length; cut += 1) {
      for (const pieces of [
        [text.slice(0, cut), text.slice(cut)],
        [text.slice(0, cut), "", text.slice(cut)],
      ]) {
        const events = await read(name, streams[name]?.(pieces) ?? []);
        const end = endOf(events);
        expect(end, `${cut}`).toMatchObject({ argsText: text, args: JSON.parse(text) });
        const deltas = events.flatMap((event) => (event.type === "args" ? [event.delta] : []));
        expect(deltas.join("")).toBe(text);
        for (const delta of deltas) expect(delta.isWellFormed()).toBe(true);
      }
    }
  });

  test(`${name}: half a character that nothing completes is U+FFFD, once`, async () => {
    const events = await read(name, streams[name]?.(['{"text":"a\ud83d', ' b\ude00"}']) ?? []);
    expect(endOf(events)).toMatchObject({ args: { text: "a\uFFFD b\uFFFD" } });
    const cut = await read(name, streams[name]?.(['{"text":"a\ud83d']) ?? []);
    expect(endOf(cut)).toMatchObject({ argsText: '{"text":"a\uFFFD' });
    expect(endOf(cut)).toHaveProperty("issue");
    const deltas = cut.flatMap((event) => (event.type === "args" ? [event.delta] : []));
    expect(deltas.join("")).toBe('{"text":"a\uFFFD');
  });
}

test("characters of two calls that arrive at once are joined each for itself", async () => {
  const events = await read("openai-chat", [
    chunk({ index: 0, id: "a", function: { name: "note", arguments: '{"text":"\ud83d' } }),
    chunk({ index: 1, id: "b", function: { name: "note", arguments: '{"text":"\ud83c' } }),
    chunk({ index: 0, function: { arguments: '\ude00"}' } }),
    chunk({ index: 1, function: { arguments: '\udf0d"}' } }),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  ]);
  const ends = events.flatMap((event) => (event.type === "end" ? [event.args] : []));
  expect(ends).toEqual([{ text: "😀" }, { text: "🌍" }]);
});

test("a name in pieces is announced whole, and arguments that were lost do not run as none", async () => {
  const whole = await read("openai-chat", [
    chunk({ index: 0, id: "a", function: { name: "no", arguments: "" } }),
    chunk({ index: 0, function: { name: "te" } }),
    chunk({ function: { arguments: '{"text":' } }),
    chunk({ function: { arguments: '"x"}' } }),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  ]);
  expect(whole[0]).toMatchObject({ type: "start", toolCallName: "note" });
  expect(endOf(whole)).toMatchObject({ toolCallName: "note", args: { text: "x" } });
  expect(endOf(whole)).not.toHaveProperty("issue");

  const lost = await read("openai-chat", [
    chunk({ index: 0, id: "a", function: { name: "note", arguments: "" } }),
    { choices: [{ index: 0, delta: {}, finish_reason: "length" }] },
  ]);
  expect(endOf(lost)).toHaveProperty("issue", expect.stringContaining("length"));
});

test("a schema that an API would refuse the whole request for is sent as that API takes it", async () => {
  const tools = [
    {
      name: "t",
      description: "Does.",
      parameters: {
        type: "object",
        properties: {
          list: { type: "array" },
          name: { type: "string", pattern: "^\\p{L}+$" },
        },
      },
    },
  ];
  for (const name of ["openai-chat", "openai-responses"] as const) {
    const { tools: sent, losses } = (await provider(name as ProviderName)).lower(tools as never);
    const text = JSON.stringify(sent);
    expect(text).toContain('"items":{}');
    expect(text).not.toContain('"pattern":"');
    expect(losses.map(({ path }) => path)).toEqual([
      "/properties/list/items",
      "/properties/name/pattern",
    ]);
  }
});
