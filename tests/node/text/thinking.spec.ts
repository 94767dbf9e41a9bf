/** `ag-ui-lit/text`: what a model thinks, text that comes in parts, and what proxies are told. */
import { ToolRegistry } from "ag-ui-lit";
import { loadModels, openAiText, ToolCallMarkers, toolEventStream } from "ag-ui-lit/text";
import { expect, test } from "../test.js";

const marker = '<tool_call name="pay" args={"to": "Ada"}></tool_call>';

test("a call in what the model thinks is text, unless it is allowed", async () => {
  await loadModels();
  const text = `<think>Shall I? ${marker}</think>${marker}`;
  const called = (options = {}) => {
    const markers = new ToolCallMarkers(options);
    const events = [...text].flatMap((character) => markers.push(character));
    return [...events, ...markers.end()].filter(({ type }) => type === "tool_call").length;
  };
  expect(called()).toBe(1);
  expect(called({ callsInThinking: false })).toBe(1);
  expect(called({ callsInThinking: true })).toBe(2);
  expect(() => called({ callsInThinking: 1 })).toThrow("callsInThinking");
});

test("a worker runs no call of a thought, and its answer is held back by no proxy", async () => {
  const paid: unknown[] = [];
  const registry = new ToolRegistry();
  registry.register({
    name: "pay",
    description: "Pays.",
    schema: {},
    handler: ({ to }) => void paid.push(to),
  });
  const answer = (callsInThinking?: boolean, headers: HeadersInit = {}) =>
    toolEventStream({
      registry,
      messages: [{ role: "user", content: "Go." }],
      headers,
      ...(callsInThinking !== undefined && { callsInThinking }),
      stream: async function* ({ messages }) {
        yield messages.length > 2 ? "Done." : `<think>${marker}</think> No.`;
      },
    });
  const response = answer();
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  await response.text();
  expect(paid).toEqual([]);
  await answer(true).text();
  expect(paid).toEqual(["Ada"]);
  expect(answer(false, { "X-Accel-Buffering": "yes" }).headers.get("x-accel-buffering")).toBe(
    "yes",
  );
});

test("a content that is a list of parts is the text of its parts, in whole characters", async () => {
  const contents = [
    "Hel",
    [
      { type: "text", text: "lo " },
      { type: "text", text: "\ud83d" },
    ],
    [{ type: "text", text: "\ude00" }, { type: "thinking", thinking: [] }, { text: "!" }, null, 7],
    null,
    "\ud83d",
  ];
  const body = contents
    .map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
    )
    .join("");
  const stream = openAiText({
    url: "https://models.example/v1/chat/completions",
    model: "m",
    fetch: async () =>
      new Response(`${body}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } }),
  });
  const pieces: string[] = [];
  const signal = new AbortController().signal;
  for await (const piece of (await stream({ messages: [], signal })) as AsyncIterable<string>) {
    expect(piece.isWellFormed()).toBe(true);
    pieces.push(piece);
  }
  expect(pieces.join("")).toBe("Hello 😀!\uFFFD");
});
