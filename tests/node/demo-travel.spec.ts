/** What the demo's scene Travel asks: a model that only writes text, and the stand-ins of Duffel and Google Calendar. */
// In a process of its own: servers are started before its tests.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before } from "node:test";
import { init, type ToolDefinition, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { nodeListener } from "ag-ui-lit/server";
import { openAiText, systemPrompt, type TextMessage } from "ag-ui-lit/text";
import { calendarTools, flightTools } from "ag-ui-lit/toolbox";
import type { Handler } from "../../www/server/http/handler.js";
import { duffel } from "../../www/server/stand-ins/duffel.js";
import { standIn } from "../../www/server/stand-ins/endpoint.js";
import { googleCalendar } from "../../www/server/stand-ins/google-calendar.js";
import { textModelEndpoint } from "../../www/server/text-model/endpoint.js";
import { inAwkwardPieces, inTwoParts } from "../../www/server/text-model/pieces.js";
import { answerTo } from "../../www/server/text-model/script.js";
import { mondayAhead } from "../../www/server/text-model/trip.js";
import { expect, test } from "./test.js";

const servers: Server[] = [];
const origins = { model: "", duffel: "", calendar: "" };
const registry = new ToolRegistry();

before(async () => {
  await init();
  origins.model = await serve(textModelEndpoint(0));
  origins.duffel = await serve(standIn(0, duffel));
  origins.calendar = await serve(standIn(0, googleCalendar));
  const tools: ToolDefinition[] = [
    ...flightTools({ baseUrl: origins.duffel, maxOffers: 3 }),
    ...calendarTools({ baseUrl: origins.calendar }),
  ];
  for (const tool of tools) registry.register(tool);
});
after(() => {
  for (const server of servers) server.close();
});

async function serve(handler: Handler): Promise<string> {
  const server = createServer(nodeListener(handler));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A Monday to come, and days after it. */
const day = (after = 0) =>
  new Date(mondayAhead(new Date()).getTime() + after * 86_400_000).toISOString().slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
async function run(name: string, args: object): Promise<any> {
  const tool = registry.get(name);
  if (!tool) throw new Error(`${name} is not registered.`);
  const end = await new ToolExecutionManager().execute(tool, "call", { ...args });
  return end.success ? JSON.parse(end.result) : { failed: end.error };
}

function ask(...contents: string[]): string {
  const prompt = systemPrompt(registry.all);
  const turns = contents.map((content): TextMessage => ({ role: "user", content }));
  return answerTo([{ role: "system", content: prompt }, ...turns], new Date());
}

test("the pieces cut markers, names and escapes, and are the text together", () => {
  const text = ask("Fly to São Paulo, and what is in my calendar?");
  expect(text.match(/<tool_call /g)).toHaveLength(2);
  const pieces = inAwkwardPieces(text);
  expect(pieces.join("")).toBe(text);
  for (const whole of ["<tool_call", "search_flights", "list_events", "\\u0053", "</tool_call>"]) {
    expect(text).toContain(whole);
    expect(pieces.some((piece) => piece.includes(whole))).toBe(false);
  }
  expect(inAwkwardPieces("")).toEqual([]);
  expect(inAwkwardPieces("é".repeat(100_000)).length).toBeLessThan(500);
});

test("bytes are cut inside of a character that has several", () => {
  const [first, second] = inTwoParts(new TextEncoder().encode("a São b"));
  expect(new TextDecoder().decode(first)).toBe("a S\ufffd");
  expect([...first, ...second]).toEqual([...new TextEncoder().encode("a São b")]);
  expect(inTwoParts(new Uint8Array()).map((part) => part.length)).toEqual([0, 0]);
});

test("openAiText() reads the model's answer whole", async () => {
  const stream = openAiText({ url: `${origins.model}/v1/chat/completions`, model: "scripted" });
  const messages: TextMessage[] = [{ role: "user", content: "How do you call a tool?" }];
  const { signal } = new AbortController();
  let text = "";
  for await (const piece of (await stream({ messages, signal })) as AsyncIterable<string>)
    text += piece;
  expect(text).toBe(answerTo(messages, new Date()));
});

test("without the tools in its prompt the model calls none", () => {
  const answer = answerTo([{ role: "user", content: "Fly to Paris" }], new Date());
  expect(answer).toBe("My prompt names no tool search_flights, so I can't look.");
});

const refused: [name: string, body: string, type: string, status: number, said: RegExp][] = [
  ["no JSON", "{", "application/json", 400, /not JSON/],
  ["another type", "{}", "text/plain", 415, /application\/json/],
  ["no messages", '{"model":"m","messages":[]}', "application/json", 400, /messages must be/],
  [
    "parts",
    '{"model":"m","messages":[{"role":"user","content":[]}]}',
    "application/json",
    400,
    /messages/,
  ],
  ["no model", '{"messages":[{"role":"user","content":"a"}]}', "application/json", 400, /model/],
  ["null", "null", "application/json", 400, /model/],
  [
    "tools",
    '{"model":"m","messages":[{"role":"user","content":"a"}],"tools":[]}',
    "application/json",
    400,
    /only writes text/,
  ],
];
for (const [name, body, type, status, said] of refused) {
  test(`the model refuses ${name}`, async () => {
    const headers = { "content-type": type };
    const url = `${origins.model}/v1/chat/completions`;
    const response = await fetch(url, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    expect((await response.json()).error.message).toMatch(said);
  });
}

test("what the model is told of results it tells, whatever they are", () => {
  const result = (name: string, json: string) =>
    `<tool_result name="${name}">${json}</tool_result>`;
  expect(ask(result("search_flights", '{"message":"No flights","data":[]}'))).toContain(
    "no flights",
  );
  expect(ask(result("list_events", '{"error":"Not Found"}'))).toContain(
    "failed, and I can't change that: Not Found",
  );
  expect(ask(result("search_flights", '{"data":[{"airline":1},null]}'))).toContain(
    "**search_flights** says:",
  );
  expect(ask(result("list_events", '{"data":[{"start":null}]}'))).toContain(
    "**list_events** says:",
  );
  expect(ask(result("else", "no JSON"))).toBe("**else** says: no JSON");
  expect(ask(result("else", "null"))).toBe("**else** says: null");
  expect(ask(result("else", `"${"a".repeat(5_000)}"`)).length).toBeLessThan(700);
  // A message of the person's that follows counts, not what was told before.
  expect(ask(`${result("else", "1")}\n\nHow do you call a tool?`)).toContain("In a code block");
  expect(ask(`One of your tool calls was not run. A value is missing.\n\nhello`)).toContain(
    "I only write text",
  );
});

test("a prompt that is made to take long does not", () => {
  expect(ask('<tool_result name="a">'.repeat(40_000))).toContain("characters");
  expect(ask("a".repeat(900_000))).toContain("900,000 characters");
});

test("flights are found one way and back, in pages, and change on the way", async () => {
  const one = await run("search_flights", {
    origin: "SFO",
    destination: "TBS",
    departure_date: day(),
  });
  expect(one.message).toContain("3 offers from SFO to TBS");
  expect(one.message).toContain("There are more offers");
  expect(one.message).toContain("test mode");
  expect(one.data[0]).toMatchObject({ airline: "ZZ", stops: 1, origin: { code: "SFO" } });
  expect(one.data[0].destination.name).toContain("თბილისი");
  const totals = one.data.map(({ total }: { total: { amount: number } }) => total.amount);
  expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b));
  const both = await run("search_flights", {
    origin: "lis",
    destination: "ZRH",
    departure_date: day(),
    return_date: day(4),
    adults: 2,
    max_connections: 0,
  });
  expect(both.data).toHaveLength(2);
  expect(both.data[0].return).toMatchObject({ origin: { code: "ZRH" }, stops: 0 });
  // By the clocks of both places: it is an hour later in Zürich.
  const { departure, arrival, duration_minutes } = both.data[0];
  const onClocks = (Date.parse(arrival.datetime) - Date.parse(departure.datetime)) / 60_000;
  expect(onClocks - duration_minutes).toBe(60);
});

test("nobody flies to Reykjavík, and to an unknown airport nobody can", async () => {
  const none = await run("search_flights", {
    origin: "LIS",
    destination: "KEF",
    departure_date: day(),
  });
  expect(none.data).toEqual([]);
  const { failed } = await run("search_flights", {
    origin: "LIS",
    destination: "XXX",
    departure_date: day(),
  });
  expect(failed.category).toBe("permanent");
  expect(failed.message).toContain("XXX is no airport of this stand-in");
});

test("a calendar's week has no cancelled event, and days that are whole", async () => {
  const week = {
    timeMin: `${day()}T00:00:00Z`,
    timeMax: `${day(5)}T00:00:00Z`,
    singleEvents: true,
  };
  const { data } = await run("list_events", week);
  expect(data.map(({ summary }: { summary: string }) => summary)).toEqual([
    "Planning",
    "Workshop with Zoë",
    "Offsite 🏔️",
  ]);
  expect(data[2]).toMatchObject({ start: { date: day(3) }, end: { date: day(4) } });
  const board = await run("list_events", { ...week, calendarId: "board@example.com" });
  expect(board.failed).toMatchObject({ category: "permanent", code: "http_403" });
  const nobody = await run("list_events", { ...week, calendarId: "no/body" });
  expect(nobody.failed).toMatchObject({ category: "permanent", code: "http_404" });
  const year = { ...week, timeMax: "9999-01-01T00:00:00Z", maxResults: 2_500 };
  expect((await run("list_events", year)).data.length).toBeLessThan(200);
});

const bad: [service: "duffel" | "calendar", path: string, status: number][] = [
  ["duffel", "/air/orders", 404],
  ["duffel", "/air/offers?offer_request_id=orq_x", 404],
  ["duffel", `/air/offers?offer_request_id=orq_${btoa('{"slices":[],"adults":1e9}')}`, 404],
  ["duffel", "/air/offers", 404],
  ["calendar", "/calendars/%ff/events", 404],
  ["calendar", "/calendars/primary/events", 400],
  ["calendar", "/calendars/primary/events?timeMin=2030-01-02&timeMax=2030-01-01", 400],
  ["calendar", "/calendars/primary/events?timeMin=2030-01-01&timeMax=2030-01-02&maxResults=x", 400],
];
for (const [service, path, status] of bad) {
  test(`${service} answers ${path.slice(0, 60)} with ${status}`, async () => {
    const response = await fetch(origins[service] + path, { headers: { "duffel-version": "v2" } });
    expect(response.status).toBe(status);
    const { error, errors } = await response.json();
    expect(service === "duffel" ? errors[0].code : error.code).toBeTruthy();
  });
}
