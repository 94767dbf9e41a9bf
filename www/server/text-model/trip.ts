import { airportIn, type NamedAirport } from "./cities.js";
import { marker } from "./marker.js";

const DAY = 86_400_000;
/** Far enough for every airline, and never a date that has passed. */
const WEEKS_AHEAD = 4;
const HOME: NamedAirport = { code: "SFO", city: "San Francisco" };
const CALENDAR = /\b(?:calendar|free|busy|meetings?|appointments?|events?)\b/i;
const FLIGHT = /\b(?:fl(?:y|ight|ights)|trip|travel)\b/i;
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** An answer that calls the tools for a trip, several of them where several things are asked for. */
export function planTrip(prompt: string, tools: readonly string[], now: Date): string | undefined {
  const from = airportIn(prompt, "from") ?? HOME;
  const to = airportIn(prompt, "to") ?? airportIn(prompt.replace(/\bfrom\s+\S+/i, ""), "");
  const wantsFlight = to !== undefined && (FLIGHT.test(prompt) || !CALENDAR.test(prompt));
  const wantsCalendar = CALENDAR.test(prompt);
  if (!wantsFlight && !wantsCalendar) {
    return FLIGHT.test(prompt)
      ? "Where to? Paris, Zürich, São Paulo or Tōkyō, perhaps."
      : undefined;
  }
  const needed = [
    ...(wantsFlight ? ["search_flights"] : []),
    ...(wantsCalendar ? ["list_events"] : []),
  ];
  const missing = needed.filter((name) => !tools.includes(name));
  if (missing.length > 0)
    return `My prompt names no tool ${missing.join(" and ")}, so I can't look.`;
  const monday = mondayAhead(now);
  const parts: string[] = [];
  if (wantsFlight) {
    const departure_date = dateOf(monday);
    parts.push(
      `A flight from ${from.city} to **${to.city}** ✈️ on ${inWords(monday)}, in < 24 hours if I can: `,
      marker("search_flights", { origin: from.code, destination: to.code, departure_date }),
    );
  }
  if (wantsCalendar) {
    const calendarId = ADDRESS.exec(prompt)?.[0];
    const args = {
      ...(calendarId !== undefined && { calendarId }),
      timeMin: `${dateOf(monday)}T00:00:00Z`,
      timeMax: `${dateOf(new Date(monday.getTime() + 5 * DAY))}T00:00:00Z`,
      singleEvents: true,
    };
    const whose = calendarId === undefined ? "your week" : `the week of ${calendarId}`;
    parts.push(`${wantsFlight ? "\nAnd " : "I look at "}${whose} 🗓️: `, marker("list_events", args));
  }
  return parts.join("");
}

/** A Monday some weeks from now: the demo has no dates that grow old. */
export function mondayAhead(now: Date): Date {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(today + (7 * WEEKS_AHEAD - sinceMonday) * DAY);
}

function dateOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function inWords(date: Date): string {
  return date.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
}
