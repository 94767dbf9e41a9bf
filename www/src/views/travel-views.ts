import type { CalendarEvent, FlightOption } from "ag-ui-lit/toolbox";
import { html, type TemplateResult } from "lit";

/** More of them belong into a page of their own. */
const MAX_SHOWN = 4;

/** The cheapest offers of a search. */
export function flightList(flights: readonly FlightOption[]): TemplateResult {
  return html`<ul class="list" aria-label="Flights" data-testid="flight-list">
    ${flights.slice(0, MAX_SHOWN).map(
      ({ airline, flight_number, origin, destination, ...flight }) => html`<li>
        <span><strong>${flight.departure.time} – ${flight.arrival.time}${later(flight.departure.date, flight.arrival.date)}</strong><span class="quiet">${airline} ${flight_number}, ${origin.code}–${destination.code}${flight.duration_minutes === undefined ? "" : `, ${hours(flight.duration_minutes)}`}</span></span>
        <span><strong>${flight.total.amount.toFixed(2)} ${flight.total.currency}</strong><span class="quiet">${flight.stops === 0 ? "non-stop" : flight.stops === 1 ? "1 stop" : `${flight.stops} stops`}</span></span>
      </li>`,
    )}
  </ul>`;
}

/** The events of a calendar. */
export function eventList(events: readonly CalendarEvent[]): TemplateResult {
  return html`<ul class="list" aria-label="Events" data-testid="event-list">
    ${events.slice(0, MAX_SHOWN).map(
      ({ summary, location, start }) => html`<li>
        <span><strong>${summary ?? "Something private"}</strong>${location === undefined ? "" : html`<span class="quiet">${location}</span>`}</span>
        <span class="quiet">${when(start)}</span>
      </li>`,
    )}
  </ul>`;
}

function when({ date, dateTime }: CalendarEvent["start"]): string {
  const text = dateTime ?? date ?? "";
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const weekday = day.toLocaleDateString("en", { weekday: "short", timeZone: "UTC" });
  // As the calendar says it: no clock is converted to another.
  return `${weekday}, ${dateTime === undefined ? "all day" : text.slice(11, 16)}`;
}

/** How many days later it lands, as timetables write it. */
function later(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return days === 0 ? "" : ` ${days > 0 ? "+" : "−"}${Math.abs(days)}`;
}

function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
