/** The demo's agent without a model, as a function of what it is asked. */
import type { Message } from "@ag-ui/core";
import type { ModelEvent, ModelRequest } from "ag-ui-lit/server";
import { scriptedModel } from "../../www/server/scripted/model.js";
import { expect, test } from "./test.js";

const context = { conversation: { id: "t" }, session: { id: "r" } };
const tool = (name: string) => ({ name, description: "A tool.", parameters: {} });

/** What the model says to a conversation. */
async function ask(messages: readonly Message[], names: readonly string[]): Promise<ModelEvent[]> {
  const { signal } = new AbortController();
  const request: ModelRequest = {
    messages,
    tools: names.map(tool),
    context,
    request: { context, messages },
    iteration: 1,
    signal,
  };
  const events: ModelEvent[] = [];
  for await (const event of scriptedModel(0)(request) as AsyncIterable<ModelEvent>)
    events.push(event);
  return events;
}

const user = (content: string): Message => ({ id: "u", role: "user", content });

/** The text of events, or of the arguments of a call. */
const textOf = (events: readonly ModelEvent[], id?: string): string =>
  events
    .map((event) =>
      (id === undefined && event.type === "text") ||
      (event.type === "tool_call_args" && event.id === id)
        ? event.delta
        : "",
    )
    .join("");

test("two calls of one answer are written side by side, and end", async () => {
  const events = await ask(
    [user("Make the page teal and chart sales by region")],
    ["set_theme", "get_sales"],
  );
  const started = events.flatMap((event) => (event.type === "tool_call_start" ? [event] : []));
  expect(started.map(({ name }) => name)).toEqual(["set_theme", "get_sales"]);
  const pieces = events.flatMap((event) => (event.type === "tool_call_args" ? [event.id] : []));
  const [theme, sales] = started.map(({ id }) => id);
  expect(pieces.slice(0, 4)).toEqual([theme, sales, theme, sales]);
  expect(started.map(({ id }) => JSON.parse(textOf(events, id)))).toEqual([
    { color: "teal" },
    { by: "region" },
  ]);
  expect(events.slice(-2)).toEqual([
    { type: "tool_call_end", id: theme },
    { type: "tool_call_end", id: sales },
  ]);
});

test("a long answer comes in no more than sixty pieces, and whole", async () => {
  const long = "word ".repeat(5_000);
  const events = await ask([user(`call set_theme ${JSON.stringify({ long })}`)], ["set_theme"]);
  const [start] = events;
  if (start?.type !== "tool_call_start") throw new Error("There is a call.");
  expect(events.length).toBeLessThanOrEqual(62);
  expect(JSON.parse(textOf(events, start.id))).toEqual({ long });
});

test("nobody who waits: it stops at the next pause", async () => {
  const gone = new AbortController();
  const request: ModelRequest = {
    messages: [user("What can you do?")],
    tools: [],
    context,
    request: { context, messages: [] },
    iteration: 1,
    signal: gone.signal,
  };
  const said = scriptedModel(0)(request) as AsyncGenerator<ModelEvent>;
  expect((await said.next()).value).toMatchObject({ type: "text" });
  gone.abort();
  await expect(said.next()).rejects.toMatchObject({ name: "AbortError" });
});
