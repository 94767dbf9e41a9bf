/** The demo's agent that shares its state: an endpoint of plain AG-UI. */
import type { Message } from "@ag-ui/core";
import { dinnerEndpoint } from "../../www/server/build/endpoint.js";
import { pngSize } from "../../www/server/build/png-size.js";
import { expect, test } from "./test.js";

type Event = Record<string, unknown> & { readonly type: string };

const user = (content: string): Message => ({ id: "u", role: "user", content });

/** Sends a request as a client of AG-UI does. */
function post(body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return dinnerEndpoint(0)(new Request("http://demo/", init));
}

/** The events of a run. */
async function eventsOf(messages: readonly Message[], state: unknown = {}): Promise<Event[]> {
  const run = { threadId: "t", runId: "r", messages, state, tools: [], context: [] };
  const text = await (await post({ ...run, forwardedProps: {} })).text();
  return text
    .split("\n\n")
    .filter((part) => part !== "")
    .map((part) => JSON.parse(part.replace(/^data: /, "")));
}

const ofType = (events: readonly Event[], type: string): Event[] =>
  events.filter((event) => event.type === type);

const textOf = (events: readonly Event[]): string =>
  ofType(events, "TEXT_MESSAGE_CONTENT")
    .map(({ delta }) => delta)
    .join("");

test("a run begins and ends, and says which version of the protocol it speaks", async () => {
  const events = await eventsOf([user("Hello")]);
  expect(events[0]).toMatchObject({ type: "RUN_STARTED", threadId: "t", runId: "r" });
  expect(Number.parseInt(String(events[0]?.protocolVersion), 10)).toBe(1);
  expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED" });
});

for (const [prompt, guests, wine] of [
  ["Make it a dinner for six", 6, 3],
  ["We are 3 people", 3, 2],
  ["a dinner for 900", 12, 6],
] as const) {
  test(`“${prompt}” changes the state by a delta`, async () => {
    const [delta] = ofType(await eventsOf([user(prompt)], { guests: 4 }), "STATE_DELTA");
    expect(delta?.delta).toEqual([
      { op: "replace", path: "/guests", value: guests },
      { op: "replace", path: "/wine", value: wine },
    ]);
  });
}

test("the menu is predicted before it is written, and confirmed after", async () => {
  const events = await eventsOf([user("Write the menu")]);
  const order = events.map(({ type }) => type).filter((type) => !/ARGS|CONTENT/.test(type));
  expect(order.slice(1, 6)).toEqual([
    "CUSTOM",
    "TOOL_CALL_START",
    "TOOL_CALL_END",
    "TOOL_CALL_RESULT",
    "STATE_DELTA",
  ]);
  const args = ofType(events, "TOOL_CALL_ARGS").map(({ delta }) => delta);
  const { menu } = JSON.parse(args.join(""));
  expect(ofType(events, "STATE_DELTA")[0]?.delta).toEqual([
    { op: "replace", path: "/menu", value: menu },
  ]);
});

test("a picture of the person is described by its size, and not by what it claims", async () => {
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGP4z8DwH4QZ4AwAR9wF+xq8PTYAAAAASUVORK5CYII=";
  const sent = async (mimeType: string, value: string) =>
    textOf(
      await eventsOf([
        {
          id: "u",
          role: "user",
          content: [{ type: "image", source: { type: "data", mimeType, value } }],
        },
      ]),
    );
  expect(await sent("image/png", png)).toBe("You sent a PNG of 2 × 3 pixels.");
  expect(await sent("image/<b>", "AAAA")).toBe("You sent a picture of 3 bytes.");
});

test("what is no request of AG-UI is refused", async () => {
  expect((await post({ messages: "none" })).status).toBe(422);
  const get = await dinnerEndpoint(0)(new Request("http://demo/"));
  expect(get.status).toBe(415);
});

test("only a PNG has the size of one", () => {
  expect(pngSize("")).toBeUndefined();
  expect(pngSize("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")).toBeUndefined();
  expect(pngSize("iVBORw0KGgoAAAANSUhEUg")).toBeUndefined();
});
