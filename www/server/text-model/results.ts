import type { ToldResult } from "./turn.js";

/** What a tool of another kind says is quoted this far. */
const MAX_QUOTED = 600;

interface Flight {
  readonly airline: string;
  readonly flight_number: string;
  readonly origin: { readonly code: string };
  readonly destination: { readonly code: string; readonly name: string };
  readonly departure: { readonly date: string; readonly time: string };
  readonly arrival: { readonly date: string; readonly time: string };
  readonly duration_minutes?: number;
  readonly stops: number;
  readonly total: { readonly amount: number; readonly currency: string };
}

interface CalendarEvent {
  readonly summary?: string;
  readonly start: { readonly date?: string; readonly dateTime?: string };
}

/** An answer to what came of the calls: all of it in one text, as a model would write it. */
export function tellResults(results: readonly ToldResult[]): string {
  const events = results.find(({ name }) => name === "list_events");
  return results.map((result) => tell(result, events)).join("\n\n");
}

function tell({ name, value }: ToldResult, events: ToldResult | undefined): string {
  const { error, data } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (typeof error === "string" && /cancel/i.test(error))
    return `You stopped **${name}**, so I go on without it.`;
  if (typeof error === "string") return `**${name}** failed, and I can't change that: ${error}`;
  if (name === "search_flights" && isListOf(data, isFlight)) return tellFlights(data, events);
  if (name === "list_events" && isListOf(data, isEvent)) return tellEvents(data);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `**${name}** says: ${text.slice(0, MAX_QUOTED)}`;
}

function tellFlights(flights: readonly Flight[], events: ToldResult | undefined): string {
  const [first, second] = flights;
  if (!first) return "I found no flights. Another date, or an airport nearby, may have some.";
  const { airline, flight_number, origin, destination, departure, arrival } = first;
  const landing =
    arrival.date === departure.date ? arrival.time : `${arrival.time} on ${weekday(arrival.date)}`;
  const other = second
    ? ` The next is **${second.airline} ${second.flight_number}** for ${price(second)}, ${stops(second)}.`
    : "";
  return `The cheapest flight to ${destination.name} is **${airline} ${flight_number}**: it leaves ${origin.code} at ${departure.time}, lands at \
${landing}, ${stops(first)}, and costs ${price(first)}.${other}${clash(departure.date, events)}`;
}

/** Both results are known, so they are told together. */
function clash(date: string, events: ToldResult | undefined): string {
  const { data } = (events?.value ?? {}) as { data?: unknown };
  if (!isListOf(data, isEvent)) return "";
  const sameDay = data.filter(({ start }) => dayOf(start) === date);
  if (sameDay.length === 0) return " Nothing in the calendar is on that day.";
  return ` Mind the calendar: on that day is ${sameDay.map(named).join(", and ")}.`;
}

function tellEvents(events: readonly CalendarEvent[]): string {
  if (events.length === 0) return "The calendar has nothing in that week.";
  const lines = events.map((event) => `- ${named(event)}`).join("\n");
  return `In the calendar ${events.length === 1 ? "is 1 event" : `are ${events.length} events`} that week:\n${lines}`;
}

function named({ summary = "something private", start }: CalendarEvent): string {
  const time = start.dateTime === undefined ? ", all day" : `, ${start.dateTime.slice(11, 16)}`;
  return `“${summary}” (${weekday(dayOf(start))}${time})`;
}

function weekday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return day.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });
}

function dayOf({ date, dateTime }: CalendarEvent["start"]): string {
  return (date ?? dateTime ?? "").slice(0, 10);
}

function price({ total }: Flight): string {
  return `${total.amount.toFixed(2)} ${total.currency}`;
}

function stops({ stops }: Flight): string {
  return stops === 0 ? "non-stop" : stops === 1 ? "with one stop" : `with ${stops} stops`;
}

/** The page may have put another tool in a name's place. */
function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isFlight(value: unknown): value is Flight {
  const { origin, destination, departure, arrival, total } = (value ?? {}) as Partial<Flight>;
  const times = [departure?.date, departure?.time, arrival?.date, arrival?.time];
  return (
    [...times, origin?.code, destination?.name, total?.currency].every(isText) &&
    typeof total?.amount === "number"
  );
}

function isEvent(value: unknown): value is CalendarEvent {
  const { start } = (value ?? {}) as Partial<CalendarEvent>;
  return isText(start?.date ?? start?.dateTime);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
