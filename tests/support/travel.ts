/** Servers that answer as the references of Duffel and of Google Calendar say, and refuse what those don't allow. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a server answers. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answered: the request stays open until its client leaves. */
  readonly hangs?: boolean;
}

abstract class Service {
  readonly asked: Asked[] = [];
  /** What a request did wrong by the reference. */
  readonly faults: string[] = [];
  /** Answered first, in order, whatever is asked. */
  readonly next: Answer[] = [];
  /** Called when a request is left without an answer, and when its client leaves. */
  hangs: () => void = () => {};
  left: () => void = () => {};
  #server: Server | undefined;

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#serve(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`;
  }

  protected abstract answer(asked: Asked): Answer;

  /** Notes what is wrong with a request, and answers it as a bad one. */
  protected refuse(why: string): Answer {
    this.faults.push(why);
    return { status: 400, body: why };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "/", headers } = request;
    const origin = { "access-control-allow-origin": "*" };
    if (method === "OPTIONS") {
      const allowed = { "access-control-allow-headers": "authorization, content-type, duffel-version" };
      response.writeHead(204, { ...origin, ...allowed }).end();
      return;
    }
    const asked = { method, url: new URL(url, this.origin), headers, body };
    this.asked.push(asked);
    if (headers.cookie !== undefined) this.faults.push("A cookie came along.");
    if (headers.referer !== undefined) this.faults.push("A referrer came along.");
    const answer = this.next.shift() ?? this.answer(asked);
    if (answer.hangs) {
      response.on("close", () => this.left());
      this.hangs();
      return;
    }
    const { status = 200, body: content = "" } = answer;
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const exposed = { "access-control-expose-headers": "retry-after, ratelimit-reset" };
    response.writeHead(status, { "content-type": "application/json", ...origin, ...exposed, ...answer.headers });
    response.end(text);
  }
}

/** Duffel: https://duffel.com/docs/api/v2 */
export class Duffel extends Service {
  key = "duffel_test_0123456789";
  /** What a search finds. */
  offers: unknown[] = [];

  protected answer(asked: Asked): Answer {
    const { method, url, headers } = asked;
    if (headers["duffel-version"] !== "v2") return this.refuse("Duffel-Version must be v2.");
    if (headers.accept !== "application/json") return this.refuse("Accept must be JSON.");
    if (headers.authorization !== `Bearer ${this.key}`) {
      return failure(401, "access_token_not_found", "Access token not found", "The access token is unknown.");
    }
    const route = `${method} ${url.pathname}`;
    if (route === "POST /air/offer_requests") return this.#create(asked);
    if (route === "GET /air/offers") return this.#list(url.searchParams);
    return failure(404, "not_found", "Not found", "There is nothing there.");
  }

  #create({ url, headers, body }: Asked): Answer {
    if (url.searchParams.get("return_offers") !== "false") return this.refuse("Offers come in pages.");
    if (headers["content-type"] !== "application/json") return this.refuse("The body must be JSON.");
    const { data, ...rest } = JSON.parse(body);
    const { slices, passengers, cabin_class, max_connections, ...unknown } = data;
    if (Object.keys(rest).length + Object.keys(unknown).length > 0) return this.refuse("Unknown fields.");
    const isSlice = (slice: Record<string, string>) =>
      /^[A-Z]{3}$/.test(slice.origin ?? "") &&
      /^[A-Z]{3}$/.test(slice.destination ?? "") &&
      /^\d{4}-\d\d-\d\d$/.test(slice.departure_date ?? "") &&
      Object.keys(slice).length === 3;
    if (!slices.every(isSlice)) return this.refuse("A slice is none.");
    if (!passengers.every(({ type }: { type: string }) => type === "adult")) return this.refuse("Who flies?");
    if (!Number.isInteger(max_connections)) return this.refuse("max_connections is no integer.");
    const cabins = ["economy", "premium_economy", "business", "first", undefined];
    if (!cabins.includes(cabin_class)) return this.refuse("There is no such cabin.");
    return { status: 201, body: { data: { id: "orq_00009hjdomFOCJyxHG7k7k", live_mode: true, slices } } };
  }

  #list(query: URLSearchParams): Answer {
    const known = ["offer_request_id", "sort", "limit", "after", "before", "max_connections"];
    if ([...query.keys()].some((name) => !known.includes(name))) return this.refuse("Unknown parameter.");
    if (query.get("offer_request_id") !== "orq_00009hjdomFOCJyxHG7k7k") return this.refuse("Unknown request.");
    const limit = Number(query.get("limit") ?? 50);
    if (!(limit >= 1 && limit <= 200)) return this.refuse("limit is 1 to 200.");
    const start = Number((query.get("after") ?? "cursor+/=0").replace("cursor+/=", ""));
    const end = start + limit;
    const after = end < this.offers.length ? `cursor+/=${end}` : null;
    return { body: { data: this.offers.slice(start, end), meta: { after, before: null, limit } } };
  }
}

/** Google Calendar: https://developers.google.com/workspace/calendar/api/v3/reference/events/list, and its token endpoint. */
export class Google extends Service {
  /** The access tokens that are accepted. */
  readonly accepted = new Set(["ya29.first"]);
  refreshToken = "1//refresh+token";
  events: unknown[] = [];
  /** Events of a page, whatever is asked for: Google may give fewer. */
  pageSize = 250;
  #granted = 0;

  /** How often an access token was asked for. */
  get refreshes(): number {
    return this.asked.filter(({ url }) => url.pathname === "/token").length;
  }

  protected answer(asked: Asked): Answer {
    const { method, url, headers } = asked;
    if (url.pathname === "/token") return this.#grant(asked);
    if (method !== "GET") return this.refuse("Events are read with GET.");
    const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (!this.accepted.has(token)) return googleFailure(401, "authError", "Invalid Credentials");
    const [, id = ""] = /^\/calendar\/v3\/calendars\/([^/]+)\/events$/.exec(url.pathname) ?? [];
    const calendar = decodeURIComponent(id);
    if (calendar !== "primary" && calendar !== "team/a@example.com") return googleFailure(404, "notFound", "Not Found");
    return this.#list(url.searchParams);
  }

  #list(query: URLSearchParams): Answer {
    const known = ["timeMin", "timeMax", "maxResults", "singleEvents", "orderBy", "pageToken"];
    if ([...query.keys()].some((name) => !known.includes(name))) return this.refuse("Unknown parameter.");
    const isTime = (name: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(query.get(name) ?? "");
    if (!isTime("timeMin") || !isTime("timeMax")) return this.refuse("A time is none of RFC 3339.");
    const most = Number(query.get("maxResults"));
    if (!(Number.isInteger(most) && most >= 1 && most <= 2500)) return this.refuse("maxResults is 1 to 2500.");
    if (query.get("orderBy") === "startTime" && query.get("singleEvents") !== "true") {
      return this.refuse("By time only single events can be ordered.");
    }
    const start = Number((query.get("pageToken") ?? "page/=0").replace("page/=", ""));
    const end = start + Math.min(most, this.pageSize);
    const nextPageToken = end < this.events.length ? { nextPageToken: `page/=${end}` } : { nextSyncToken: "s" };
    const items = this.events.slice(start, end);
    return { body: { kind: "calendar#events", summary: "ada@example.com", timeZone: "Europe/Paris", ...nextPageToken, items } };
  }

  #grant({ method, headers, body }: Asked): Answer {
    if (method !== "POST") return this.refuse("Tokens are granted to POST.");
    if (headers["content-type"] !== "application/x-www-form-urlencoded") return this.refuse("No form.");
    const form = Object.fromEntries(new URLSearchParams(body));
    const { grant_type, client_id, refresh_token, ...unknown } = form;
    if (grant_type !== "refresh_token" || !client_id || Object.keys(unknown).length > 0) return this.refuse("Odd form.");
    if (refresh_token !== this.refreshToken) {
      return { status: 400, body: { error: "invalid_grant", error_description: `Bad token ${refresh_token}.` } };
    }
    const token = `ya29.granted-${++this.#granted}`;
    this.accepted.add(token);
    return { body: { access_token: token, expires_in: 3599, token_type: "Bearer" } };
  }
}

function failure(status: number, code: string, title: string, message: string): Answer {
  const errors = [{ type: "invalid_request_error", title, message, code, documentation_url: "https://duffel.com/docs" }];
  return { status, body: { errors, meta: { status, request_id: "FZW0H3HdJwKk5HMAAKxB" } } };
}

/** An error of Google's. */
export function googleFailure(code: number, reason: string, message: string): Answer {
  const errors = [{ domain: "global", reason, message }];
  return { status: code, body: { error: { errors, code, message } } };
}

/** An offer of Duffel's, of one flight. */
export function flightOffer(id: string, total = "1040.10"): Record<string, unknown> {
  const place = (iata_code: string, name: string, time_zone: string) => ({ iata_code, name, time_zone, type: "airport" });
  const sfo = place("SFO", "San Francisco", "America/Los_Angeles");
  const cdg = place("CDG", "Paris Charles de Gaulle", "Europe/Paris");
  const carrier = { iata_code: "BA", name: "British Airways", id: "arl_1" };
  const segment = {
    id: "seg_1",
    origin: sfo,
    destination: cdg,
    departing_at: "2099-05-10T08:00:00",
    arriving_at: "2099-05-11T08:30:00",
    duration: "PT10H30M",
    marketing_carrier: carrier,
    marketing_carrier_flight_number: "112",
    operating_carrier: carrier,
    operating_carrier_flight_number: "112",
    stops: [],
    passengers: [],
  };
  return {
    id,
    base_amount: "920.00",
    base_currency: "USD",
    tax_amount: "120.10",
    tax_currency: "USD",
    total_amount: total,
    total_currency: "USD",
    expires_at: "2099-01-21T14:30:00.000Z",
    owner: carrier,
    slices: [{ id: "sli_1", origin: sfo, destination: cdg, duration: "PT10H30M", segments: [segment] }],
  };
}

/** An event of a calendar. */
export function calendarEvent(id: string): Record<string, unknown> {
  return {
    kind: "calendar#event",
    id,
    status: "confirmed",
    summary: `Meeting ${id}`,
    start: { dateTime: "2025-05-10T08:00:00+02:00", timeZone: "Europe/Paris" },
    end: { dateTime: "2025-05-10T09:00:00+02:00", timeZone: "Europe/Paris" },
    attendees: [{ email: "user@company.com", responseStatus: "accepted" }],
  };
}
