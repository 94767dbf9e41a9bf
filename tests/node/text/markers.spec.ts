/** `ToolCallMarkers`: a model's text to events. What is a marker is tested in `crates/models/tests/text.rs`. */
// In a process of its own: it begins before the models' module is loaded.
import {
  loadModels,
  ToolCallMarkers,
  type ToolCallMarkersOptions,
  type ToolEvent,
} from "ag-ui-lit/text";
import { expect, test } from "../test.js";

/** All events of a text, with pieces of text that follow each other put together. */
function eventsOf(pieces: Iterable<string>, options?: ToolCallMarkersOptions): ToolEvent[] {
  const markers = new ToolCallMarkers({ messageId: "m", ...options });
  return joined([...[...pieces].flatMap((piece) => markers.push(piece)), ...markers.end()]);
}

function joined(events: readonly ToolEvent[]): ToolEvent[] {
  const result: ToolEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (event.type === "token" && last?.type === "token") {
      result[result.length - 1] = { type: "token", token: last.token + event.token };
    } else result.push(event);
  }
  return result;
}

async function streamed(
  pieces: readonly string[],
  options?: ToolCallMarkersOptions,
): Promise<ToolEvent[]> {
  const text = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: ToolEvent[] = [];
  const reader = text.pipeThrough(new ToolCallMarkers({ messageId: "m", ...options })).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(events);
    events.push(value);
  }
}

const done: ToolEvent = { type: "done", message_id: "m" };

test("before the module is loaded push() says what to do, and a stream loads it", async () => {
  expect(() => new ToolCallMarkers().push("x")).toThrow(/await loadModels\(\)/);
  expect(() => new ToolCallMarkers().end()).toThrow(/await loadModels\(\)/);
  expect(await streamed(["x"])).toEqual([{ type: "token", token: "x" }, done]);
  expect(eventsOf(["x"])).toEqual([{ type: "token", token: "x" }, done]);
});

test("the regular expression of the design fails on nested braces, and the markers do not", async () => {
  await loadModels();
  const toolCallRegex = /<tool_call name="([^"]+)" args=({[^}]+})><\/tool_call>/g;
  const text = 'Look. <tool_call name="find" args={"where": {"city": "}"}}></tool_call> Yes.';

  expect([...text.matchAll(toolCallRegex)]).toEqual([]);
  expect(eventsOf([text])).toEqual([
    { type: "token", token: "Look. " },
    { type: "tool_call", name: "find", args: { where: { city: "}" } } },
    { type: "token", token: " Yes." },
    done,
  ]);
});

test("a text reads the same wherever it is cut, within characters too", async () => {
  await loadModels();
  const text =
    "A 😀 <tool_call name='a' args={\"b\": \"😀></tool_call>\"}></tool_call> `<tool_call name='c'/>` <tool_call name=";
  const whole = eventsOf([text]);
  expect(whole.map(({ type }) => type)).toEqual(["token", "tool_call", "token", "error", "done"]);
  for (let at = 0; at <= text.length; at += 1) {
    expect(eventsOf([text.slice(0, at), text.slice(at)]), `cut at ${at}`).toEqual(whole);
  }
  expect(eventsOf(text.split("")), "in units").toEqual(whole);
  expect(await streamed(text.split("")), "in units, as a stream").toEqual(whole);
});

test("half a character at the end is not lost", async () => {
  await loadModels();
  expect(eventsOf(["a\ud83d"])).toEqual([{ type: "token", token: "a\ufffd" }, done]);
});

test("arguments are values of their own: __proto__ is a property, a lone surrogate is U+FFFD", async () => {
  await loadModels();
  const [event] = eventsOf(['<tool_call name="a" args={"__proto__": {"x": 1}, "s": "\\ud83d"}/>']);
  if (event?.type !== "tool_call") throw new Error("It is no call.");
  expect(Object.keys(event.args)).toEqual(["__proto__", "s"]);
  expect((event.args as { x?: number }).x).toBeUndefined();
  expect(event.args.s).toBe("\ufffd");
});

test("integers that a number can't hold are refused, unless they may be rounded", async () => {
  await loadModels();
  const text = '<tool_call name="a" args={"id": 9007199254740993}/>';
  expect(eventsOf([text]).map(({ type }) => type)).toEqual(["token", "error", "done"]);
  expect(eventsOf([text], { bigIntegers: "number" })[0]).toEqual({
    type: "tool_call",
    name: "a",
    args: { id: 9007199254740992 },
  });
});

test("a stream runs the tools, one after the other, and what they give follows their call", async () => {
  const order: string[] = [];
  const events = await streamed(["<tool_call name='a'/>, <tool_call name='b'/>."], {
    async execute({ name }) {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (name === "b") throw new Error("It broke.");
      return { data: [] };
    },
  });
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(events).toEqual([
    { type: "tool_call", name: "a", args: {} },
    { type: "tool_result", result: { data: [] } },
    { type: "token", token: ", " },
    { type: "tool_call", name: "b", args: {} },
    { type: "tool_result", result: { error: "It broke." } },
    { type: "token", token: "." },
    done,
  ]);
});

test("each end has an id of its own unless one is given", async () => {
  await loadModels();
  const ids = [new ToolCallMarkers().end()[0], new ToolCallMarkers().end()[0]];
  expect(new Set(ids.map((event) => (event?.type === "done" ? event.message_id : ""))).size).toBe(
    2,
  );
});

test("what is no text, and an option that nobody knows, is refused", async () => {
  await loadModels();
  expect(() => new ToolCallMarkers().push(1 as never)).toThrow("pieces of text, not number");
  expect(() => new ToolCallMarkers({ message: "m" } as never)).toThrow(/no option "message"/);
  expect(() => new ToolCallMarkers({ bigIntegers: "bigint" as never })).toThrow(
    /"error" or "number"/,
  );
  await expect(streamed([1 as never])).rejects.toThrow("pieces of text, not number");
});
