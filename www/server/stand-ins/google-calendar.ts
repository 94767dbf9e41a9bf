import { eventsBetween } from "./calendar-events.js";
import type { Answer } from "./endpoint.js";

/** Whose calendars may be read. */
const CALENDARS: readonly string[] = ["primary", "grace@example.com"];
/** There is this one, but not for everybody. */
const PRIVATE = "board@example.com";

/**
 * Stands for Google Calendar behind a proxy that adds the token: no request of this demo reaches Google. It answers as the
 * reference says (https://developers.google.com/workspace/calendar/api/v3/reference/events/list): pages, cancelled events, errors.
 */
export function googleCalendar({ method }: Request, url: URL): Answer {
  const [, id] = /^\/calendars\/([^/]+)\/events$/.exec(url.pathname) ?? [];
  if (method !== "GET" || id === undefined) return failure(404, "notFound", "Not Found");
  const calendar = decode(id);
  if (calendar === PRIVATE) return failure(403, "forbidden", "Forbidden");
  if (calendar === undefined || !CALENDARS.includes(calendar))
    return failure(404, "notFound", "Not Found");
  return list(calendar, url.searchParams);
}

function list(calendar: string, query: URLSearchParams): Answer {
  const [from, to] = ["timeMin", "timeMax"].map((name) => Date.parse(query.get(name) ?? ""));
  if (from === undefined || to === undefined || !(from < to)) {
    return failure(400, "timeRangeEmpty", "The specified time range is empty.");
  }
  const isExpanded = query.get("singleEvents") === "true";
  if (query.get("orderBy") === "startTime" && !isExpanded) {
    return failure(
      400,
      "badRequest",
      "The requested ordering is not available for the particular query.",
    );
  }
  const most = Number(query.get("maxResults") ?? 250);
  if (!(Number.isInteger(most) && most >= 1))
    return failure(400, "invalid", "Invalid value for: maxResults");
  const start = Number(query.get("pageToken") ?? 0) || 0;
  const events = eventsBetween(calendar, from, to);
  const end = start + Math.min(most, 2500);
  return {
    status: 200,
    body: {
      kind: "calendar#events",
      summary: calendar === "primary" ? "ada@example.com" : calendar,
      timeZone: "Europe/Zurich",
      ...(end < events.length && { nextPageToken: String(end) }),
      items: events.slice(start, end),
    },
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function failure(code: number, reason: string, message: string): Answer {
  return {
    status: code,
    body: { error: { code, message, errors: [{ domain: "global", reason, message }] } },
  };
}
