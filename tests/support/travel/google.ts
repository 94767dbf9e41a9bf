import { type Answer, type Asked, Service } from "./service.js";

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
    if (calendar !== "primary" && calendar !== "team/a@example.com")
      return googleFailure(404, "notFound", "Not Found");
    return this.#list(url.searchParams);
  }

  #list(query: URLSearchParams): Answer {
    const known = ["timeMin", "timeMax", "maxResults", "singleEvents", "orderBy", "pageToken"];
    if ([...query.keys()].some((name) => !known.includes(name)))
      return this.refuse("Unknown parameter.");
    const isTime = (name: string) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(query.get(name) ?? "");
    if (!isTime("timeMin") || !isTime("timeMax")) return this.refuse("A time is none of RFC 3339.");
    const most = Number(query.get("maxResults"));
    if (!(Number.isInteger(most) && most >= 1 && most <= 2500))
      return this.refuse("maxResults is 1 to 2500.");
    if (query.get("orderBy") === "startTime" && query.get("singleEvents") !== "true") {
      return this.refuse("By time only single events can be ordered.");
    }
    const start = Number((query.get("pageToken") ?? "page/=0").replace("page/=", ""));
    const end = start + Math.min(most, this.pageSize);
    const nextPageToken =
      end < this.events.length ? { nextPageToken: `page/=${end}` } : { nextSyncToken: "s" };
    const items = this.events.slice(start, end);
    return {
      body: {
        kind: "calendar#events",
        summary: "ada@example.com",
        timeZone: "Europe/Paris",
        ...nextPageToken,
        items,
      },
    };
  }

  #grant({ method, headers, body }: Asked): Answer {
    if (method !== "POST") return this.refuse("Tokens are granted to POST.");
    if (headers["content-type"] !== "application/x-www-form-urlencoded")
      return this.refuse("No form.");
    const form = Object.fromEntries(new URLSearchParams(body));
    const { grant_type, client_id, refresh_token, ...unknown } = form;
    if (grant_type !== "refresh_token" || !client_id || Object.keys(unknown).length > 0)
      return this.refuse("Odd form.");
    if (refresh_token !== this.refreshToken) {
      return {
        status: 400,
        body: { error: "invalid_grant", error_description: `Bad token ${refresh_token}.` },
      };
    }
    const token = `ya29.granted-${++this.#granted}`;
    this.accepted.add(token);
    return { body: { access_token: token, expires_in: 3599, token_type: "Bearer" } };
  }
}

/** An error of Google's. */
export function googleFailure(code: number, reason: string, message: string): Answer {
  const errors = [{ domain: "global", reason, message }];
  return { status: code, body: { error: { errors, code, message } } };
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
