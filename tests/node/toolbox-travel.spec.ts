/** `search_flights` and `list_events` over the network, against servers that answer as the APIs' references say. */
import type { TestContext } from "node:test";
import {
  type CacheKeyContext,
  DEFAULT_RETRY_CONFIG,
  type RegisteredTool,
  structuredResults,
  ToolExecutionManager,
  type ToolExecutionResult,
  ToolRegistry,
} from "ag-ui-lit";
import { memoryStore } from "ag-ui-lit/log";
import {
  type CalendarToolsOptions,
  calendarTools,
  type FlightToolsOptions,
  flightTools,
  type ListEventsMetadata,
  type SearchFlightsMetadata,
} from "ag-ui-lit/toolbox";
import { Duffel, flightOffer } from "../support/travel/duffel.js";
import { calendarEvent, Google, googleFailure } from "../support/travel/google.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

const trip = { origin: "sfo", destination: "CDG", departure_date: "2099-05-10" };
const week = { timeMin: "2025-05-10T00:00:00Z", timeMax: "2025-05-17T00:00:00+02:00" };

/** Everything that a page hears of its executions, as text. */
function heard(manager: ToolExecutionManager): string[] {
  const heard: string[] = [];
  for (const name of ["started", "executing", "retrying", "failed", "succeeded"] as const) {
    manager.addEventListener(`tool-execution-${name}`, ({ detail }) => {
      heard.push(JSON.stringify(detail));
    });
  }
  return heard;
}

function execution(definitions: ReturnType<typeof flightTools>, attempts: number) {
  const registry = new ToolRegistry();
  const tools = definitions.map((definition) => registry.register(definition).tool);
  const manager = new ToolExecutionManager(undefined, {
    ...DEFAULT_RETRY_CONFIG,
    baseDelay: 1,
    maxAttempts: attempts,
  });
  const [tool] = tools;
  if (!tool) throw new Error("There is no tool.");
  const call = (args: object, options?: { signal?: AbortSignal }) =>
    manager.execute(tool, "c1", args as Record<string, unknown>, options);
  return { manager, tool, call, heard: heard(manager) };
}

async function duffel(t: TestContext, options: FlightToolsOptions = {}, attempts = 1) {
  const server = await new Duffel().start();
  t.after(() => server.stop());
  const tools = flightTools({ apiKey: server.key, baseUrl: server.origin, ...options });
  return { server, ...execution(tools, attempts) };
}

async function google(
  t: TestContext,
  options: (server: Google) => CalendarToolsOptions = () => ({ token: "ya29.first" }),
  attempts = 1,
) {
  const server = await new Google().start();
  t.after(() => server.stop());
  const tools = calendarTools({ baseUrl: `${server.origin}/calendar/v3`, ...options(server) });
  return { server, ...execution(tools, attempts) };
}

function succeeded<T>(result: ToolExecutionResult): {
  text: { message: string; data: unknown[] };
  output: T;
} {
  if (!result.success) throw new Error(result.error.message);
  return { text: JSON.parse(result.result), output: result.output as T };
}

function failed(result: ToolExecutionResult) {
  if (result.success) throw new Error(`It succeeded: ${result.result}`);
  return result.error;
}

test("flights: a search is asked in pages, and the offers have the seed's shape", async (t) => {
  const { server, call } = await duffel(t, { maxOffers: 201 });
  server.offers = Array.from({ length: 260 }, (_, n) => flightOffer(`off_${n}`));
  const { text, output } = succeeded<SearchFlightsMetadata>(await call({ ...trip, adults: 2 }));
  expect(server.faults).toEqual([]);
  expect(server.asked.map(({ method, url }) => `${method} ${url.search}`)).toEqual([
    "POST ?return_offers=false",
    "GET ?offer_request_id=orq_00009hjdomFOCJyxHG7k7k&sort=total_amount&limit=200",
    "GET ?offer_request_id=orq_00009hjdomFOCJyxHG7k7k&sort=total_amount&limit=200&after=cursor%2B%2F%3D200",
  ]);
  expect(output).toMatchObject({ hasMore: true, expired: 0, unreadable: 0, liveMode: true });
  expect(output.data).toHaveLength(201);
  expect(text.data[0]).toEqual(output.data[0]);
  expect(output.data[0]).toEqual({
    id: "off_0",
    airline: "BA",
    airline_name: "British Airways",
    flight_number: "112",
    origin: { code: "SFO", name: "San Francisco" },
    destination: { code: "CDG", name: "Paris Charles de Gaulle" },
    departure: {
      date: "2099-05-10",
      time: "08:00",
      datetime: "2099-05-10T08:00:00",
      time_zone: "America/Los_Angeles",
    },
    arrival: {
      date: "2099-05-11",
      time: "08:30",
      datetime: "2099-05-11T08:30:00",
      time_zone: "Europe/Paris",
    },
    duration_minutes: 630,
    stops: 0,
    direct: true,
    price: { amount: 920, currency: "USD" },
    tax: { amount: 120.1, currency: "USD" },
    total: { amount: 1040.1, currency: "USD" },
    expires_at: "2099-01-21T14:30:00.000Z",
  });
});

test("flights: nothing found is a success that says so", async (t) => {
  const { call } = await duffel(t);
  const { text } = succeeded(await call(trip));
  expect(text.data).toEqual([]);
  expect(text.message).toContain("No flights from SFO to CDG on 2099-05-10.");
});

test("flights: a second search with the same arguments is served from the cache for half an hour", async (t) => {
  const { server, call, tool } = await duffel(t);
  expect(tool.metadata.cache).toMatchObject({ ttl: 1_800_000, maxEntries: 50 });
  await call(trip);
  const asked = server.asked.length;
  await call(trip);
  expect(server.asked).toHaveLength(asked);
  // All that decides what is found is part of what an answer is kept by.
  for (const other of [
    { return_date: "2099-06-01" },
    { adults: 2 },
    { max_connections: 0 },
    { cabin_class: "first" },
  ]) {
    await call({ ...trip, ...other });
  }
  expect(server.asked).toHaveLength(5 * asked);
});

test("flights: arguments are refused before anybody is asked", async (t) => {
  const { server, call } = await duffel(t);
  const error = failed(
    await call({ origin: "SFO", destination: "SFO", departure_date: "2001-01-01", adults: 10 }),
  );
  expect(error.category).toBe("validation");
  expect(error.validationErrors?.map(({ path }) => path.join("."))).toEqual([
    "destination",
    "departure_date",
    "adults",
  ]);
  expect(server.asked).toEqual([]);
});

test("flights: a function gives the key, and another one after 401", async (t) => {
  const given: boolean[] = [];
  const apiKey = ({ refresh }: { refresh: boolean }) => {
    given.push(refresh);
    return refresh ? "duffel_test_0123456789" : "old";
  };
  const { server, call } = await duffel(t, { apiKey });
  server.offers = [flightOffer("off_1")];
  succeeded(await call(trip));
  // It is asked for each of the two requests, and says the old one again.
  expect(given).toEqual([false, true, false, true]);
  expect(server.faults).toEqual([]);
});

test("flights: 429 waits as Duffel says, then goes on", async (t) => {
  const { server, call, heard } = await duffel(t, {}, 2);
  server.offers = [flightOffer("off_1")];
  server.next.push({
    status: 429,
    headers: { "ratelimit-reset": new Date().toUTCString() },
    body: { errors: [] },
  });
  succeeded(await call(trip));
  expect(heard.some((detail) => detail.includes("http_429"))).toBe(true);
});

test("flights: what can't pass is not tried again, and no key is told", async (t) => {
  const { server, manager, call, heard } = await duffel(t, { apiKey: "wrong_key_of_mine" }, 3);
  const error = failed(await call(trip));
  expect(error).toMatchObject({ category: "permanent", code: "http_401" });
  expect(error.message).toContain(
    "Access token not found: The access token is unknown. (access_token_not_found)",
  );
  expect(server.asked).toHaveLength(1);
  for (const status of [403, 404, 422]) {
    server.next.push({
      status,
      body: { errors: [{ title: "No", message: "wrong_key_of_mine may not", code: "c" }] },
    });
    expect(failed(await call(trip))).toMatchObject({
      category: "permanent",
      code: `http_${status}`,
    });
  }
  expect(server.asked).toHaveLength(4);
  expect(JSON.stringify([heard, structuredResults(manager)])).not.toContain("wrong_key_of_mine");
});

test("flights: 5xx and a server that is gone are transient", async (t) => {
  const { server, call } = await duffel(t);
  server.next.push({ status: 502, body: "<html>" });
  expect(failed(await call(trip))).toMatchObject({ category: "transient", code: "http_502" });
  await server.stop();
  const error = failed(await call(trip));
  expect(error).toMatchObject({ category: "transient", code: "fetch_failed" });
  expect(error.message).toContain("Duffel could not be reached");
});

test("flights: a redirect is not followed, and the key stays", async (t) => {
  const elsewhere = await new Duffel().start();
  t.after(() => elsewhere.stop());
  const { server, call } = await duffel(t);
  server.next.push({
    status: 307,
    headers: { location: `${elsewhere.origin}/air/offer_requests` },
  });
  expect(failed(await call(trip))).toMatchObject({
    category: "permanent",
    code: "redirect_not_followed",
  });
  expect(elsewhere.asked).toEqual([]);
});

test("flights: an abort cancels the request", async (t) => {
  const { server, call } = await duffel(t);
  const arrived = deferred<void>();
  const left = deferred<void>();
  server.hangs = () => arrived.resolve();
  server.left = () => left.resolve();
  server.next.push({ hangs: true });
  const controller = new AbortController();
  const result = call(trip, { signal: controller.signal });
  await arrived.promise;
  controller.abort();
  expect(failed(await result).category).toBe("cancelled");
  await left.promise;
});

test("calendar: events are listed in pages, without those that are cancelled", async (t) => {
  const { server, call } = await google(t);
  server.pageSize = 2;
  const cancelled = { id: "gone", status: "cancelled" };
  const day = {
    ...calendarEvent("day"),
    start: { date: "2025-05-10" },
    end: { date: "2025-05-11" },
  };
  server.events = [calendarEvent("a"), cancelled, cancelled, cancelled, day, calendarEvent("b")];
  const args = { ...week, calendarId: "team/a@example.com", maxResults: 10, singleEvents: true };
  const { text, output } = succeeded<ListEventsMetadata>(await call(args));
  expect(server.faults).toEqual([]);
  expect(server.asked.map(({ url }) => url.pathname)).toEqual(
    Array(3).fill("/calendar/v3/calendars/team%2Fa%40example.com/events"),
  );
  expect(output).toMatchObject({
    calendar: "ada@example.com",
    timeZone: "Europe/Paris",
    hasMore: false,
    unreadable: 0,
  });
  expect(output.data.map(({ id }) => id)).toEqual(["a", "day", "b"]);
  expect(text.data[0]).toEqual({
    id: "a",
    summary: "Meeting a",
    start: { dateTime: "2025-05-10T08:00:00+02:00", timeZone: "Europe/Paris" },
    end: { dateTime: "2025-05-10T09:00:00+02:00", timeZone: "Europe/Paris" },
    attendees: [{ email: "user@company.com" }],
  });
});

test("calendar: no events is a success that says so; an unknown calendar is none", async (t) => {
  const { call, tool } = await google(t);
  expect(tool.metadata.cache).toMatchObject({ ttl: 300_000, maxEntries: 50 });
  expect(succeeded(await call(week)).text).toMatchObject({
    data: [],
    message: expect.stringContaining("No events from"),
  });
  expect(failed(await call({ ...week, calendarId: "x" }))).toMatchObject({
    category: "permanent",
    code: "http_404",
  });
});

test("calendar: a refresh token is exchanged once for calls at the same time, and again after 401", async (t) => {
  const { server, call } = await google(t, ({ origin, refreshToken }) => ({
    token: { clientId: "client", refreshToken, tokenUrl: `${origin}/token` },
    cache: false,
  }));
  const [one, other] = await Promise.all([call(week), call({ ...week, maxResults: 7 })]);
  succeeded(one);
  succeeded(other);
  expect(server.refreshes).toBe(1);
  await call(week);
  expect(server.refreshes).toBe(1);
  server.accepted.clear();
  const results = await Promise.all([call(week), call(week), call({ ...week, maxResults: 7 })]);
  for (const result of results) succeeded(result);
  expect(server.refreshes).toBe(2);
  expect(server.faults).toEqual([]);
});

test("calendar: a sign-in that can't be renewed is permanent, and tells no secret", async (t) => {
  const { server, manager, call, heard } = await google(
    t,
    ({ origin }) => ({
      token: { clientId: "client", refreshToken: "1//revoked", tokenUrl: `${origin}/token` },
    }),
    3,
  );
  const error = failed(await call(week));
  expect(error).toMatchObject({ category: "permanent", code: "token_not_refreshed" });
  expect(error.message).toContain("invalid_grant: Bad token [hidden]");
  expect(server.asked).toHaveLength(1);
  expect(JSON.stringify([heard, structuredResults(manager)])).not.toContain("revoked");
});

test("calendar: a function is asked for each request, and once more for all that were refused", async (t) => {
  const asked: boolean[] = [];
  let token = "ya29.expired";
  const { server, call } = await google(t, () => ({
    token: async ({ refresh }) => {
      asked.push(refresh);
      if (refresh) token = "ya29.first";
      return token;
    },
  }));
  const results = await Promise.all([call(week), call({ ...week, maxResults: 7 })]);
  for (const result of results) succeeded(result);
  expect(asked.filter((refresh) => refresh)).toEqual([true]);
  expect(server.faults).toEqual([]);
});

test("calendar: a token that is refused twice needs a person; what a function throws or gives by mistake is said", async (t) => {
  const { server, call } = await google(t, () => ({ token: () => "ya29.unknown" }), 3);
  const error = failed(await call(week));
  expect(error).toMatchObject({ category: "permanent", code: "http_401" });
  expect(error.message).toContain("the user has to sign in again");
  expect(server.asked).toHaveLength(2);
  const throws = await google(t, () => ({
    token: () => Promise.reject(new Error("The popup was closed.")),
  }));
  expect(failed(await throws.call(week)).message).toContain("The popup was closed.");
  const mistaken = await google(t, () => ({ token: (() => undefined) as unknown as () => string }));
  expect(failed(await mistaken.call(week))).toMatchObject({
    category: "permanent",
    code: "bad_token",
  });
  expect([...throws.server.asked, ...mistaken.server.asked]).toEqual([]);
});

test("calendar: too many requests may come as 403", async (t) => {
  const { server, call } = await google(t, undefined, 2);
  server.next.push(googleFailure(403, "rateLimitExceeded", "Rate Limit Exceeded"));
  succeeded(await call(week));
  server.next.push(googleFailure(403, "forbidden", "Forbidden"));
  expect(failed(await call({ ...week, maxResults: 3 }))).toMatchObject({
    category: "permanent",
    code: "http_403",
  });
});

test("a proxy gets no key of the page's, and nobody is asked for approval", async (t) => {
  const server = await new Google().start();
  t.after(() => server.stop());
  server.next.push({ body: { items: [calendarEvent("a")] } });
  const { call, tool } = execution(calendarTools({ baseUrl: server.origin }), 1);
  succeeded(await call(week));
  expect(server.asked[0]?.headers.authorization).toBeUndefined();
  expect(tool.metadata.approval).toBeUndefined();
});

test("options that are not as they must be are refused at once, and without the key", () => {
  const flights = (options: object) => () => flightTools(options as FlightToolsOptions);
  const calendar = (options: object) => () => calendarTools(options as CalendarToolsOptions);
  expect(flights({})).toThrow(/flightTools\(\) needs baseUrl/);
  expect(calendar({})).toThrow(/calendarTools\(\) needs token/);
  expect(flights({ apiKey: "k", key: "k" })).toThrow(/has no option "key"/);
  for (const apiKey of ["", "Bearer secret", "secret\n", 7, null]) {
    const thrown = catchOf(flights({ apiKey }));
    expect(thrown).toMatch(/flightTools\(\{ apiKey \}\) must be/);
    expect(thrown).not.toContain("secret");
  }
  const bad = [
    "http://api.example",
    "ftp://x",
    "https://user:pw@x.example",
    "https://x.example/?a",
    "https://x.example/#a",
    "/relative",
    "",
  ];
  expect(catchOf(flights({ apiKey: "k", baseUrl: "https://user:secret@x.example" }))).not.toContain(
    "secret",
  );
  expect(
    catchOf(calendar({ token: { clientId: "c", refreshToken: "secret", scope: "x" } })),
  ).not.toContain("secret");
  for (const baseUrl of bad)
    expect(flights({ apiKey: "k", baseUrl })).toThrow(/\{ baseUrl \}\) must be/);
  for (const baseUrl of [
    "https://x.example/duffel/",
    "http://localhost:3000",
    "http://127.0.0.1/a",
  ]) {
    expect(flights({ apiKey: "k", baseUrl })).not.toThrow();
  }
  for (const maxOffers of [0, 1.5, 1001])
    expect(flights({ apiKey: "k", maxOffers })).toThrow(/maxOffers/);
  for (const cache of [true, { ttl: 0 }, { store: {} }])
    expect(flights({ apiKey: "k", cache })).toThrow(/cache/);
  const refresh = { clientId: "c", refreshToken: "r" };
  expect(calendar({ token: refresh })).not.toThrow();
  for (const token of [
    { clientId: "c" },
    { ...refresh, tokenUrl: "http://x.example" },
    { ...refresh, clientSecret: "" },
    { ...refresh, scope: "x" },
  ]) {
    expect(calendar({ token })).toThrow(/\{ token \}\) must be/);
  }
});

test("the keys of the caches are the seed's, with what else decides", async (t) => {
  const { tool } = await duffel(t);
  const key = (given: { tool: RegisteredTool }, args: object) =>
    given.tool.metadata.cache?.key?.(args, {} as CacheKeyContext);
  expect(key({ tool }, { ...trip, cabin_class: "economy" })).toMatch(
    /^flights:SFO:CDG:2099-05-10:economy::1:2::http%3A%2F%2F127.0.0.1%3A\d+:$/,
  );
  const calendar = await google(t, () => ({ token: "ya29.first", cache: { account: "ada:1" } }));
  expect(key(calendar, { ...week, calendarId: "a:b" })).toMatch(
    /^calendar:a%3Ab:2025-05-10T00:00:00Z:2025-05-17T00:00:00\+02:00:25:false:http.+:ada%3A1$/,
  );
  expect(tool.id).toBe("flights-mcp::search-flights");
  expect(calendar.tool.id).toBe("google-calendar-mcp::list-events");
});

test("a store that lasts keeps each user's answers apart, and outlives the tools", async (t) => {
  let user: string | undefined = "ada";
  const store = memoryStore();
  const server = await new Google().start();
  t.after(() => server.stop());
  const tools = () =>
    calendarTools({
      baseUrl: `${server.origin}/calendar/v3`,
      token: "ya29.first",
      cache: { store, account: () => user },
    });
  const ask = async () => {
    const before = server.asked.length;
    succeeded(await execution(tools(), 1).call(week));
    return server.asked.length - before;
  };
  expect([await ask(), await ask()]).toEqual([1, 0]);
  user = "bob";
  expect([await ask(), await ask()]).toEqual([1, 0]);
  user = undefined;
  expect([await ask(), await ask()]).toEqual([1, 1]);
  user = "ada";
  expect(await ask()).toBe(0);
});

function catchOf(work: () => unknown): string {
  try {
    work();
    return "";
  } catch (thrown) {
    return String(thrown);
  }
}
