import { type Airport, airports, distance, epochOf, localTime } from "./airports.js";

/** One way of a trip. */
export interface Slice {
  readonly origin: string;
  readonly destination: string;
  readonly departure_date: string;
}

/** What offers are made for. */
export interface OfferRequest {
  readonly slices: readonly Slice[];
  readonly adults: number;
  readonly cabin_class: string;
  readonly max_connections: number;
}

interface Service {
  readonly carrier: { readonly id: string; readonly iata_code: string; readonly name: string };
  readonly number: string;
  readonly departs: string;
  /** Where it changes, if it does. */
  readonly via?: string;
  /** Of the usual price. */
  readonly factor: number;
}

/** Made up, as the airlines are. */
const SERVICES: readonly Service[] = [
  {
    carrier: carrier("ZZ", "Duffel Airways"),
    number: "112",
    departs: "08:05",
    via: "LIS",
    factor: 0.82,
  },
  { carrier: carrier("ZZ", "Duffel Airways"), number: "83", departs: "15:10", factor: 1 },
  { carrier: carrier("YY", "Stand-in Air"), number: "7", departs: "18:40", factor: 1.13 },
  {
    carrier: carrier("YY", "Stand-in Air"),
    number: "19",
    departs: "21:15",
    via: "ZRH",
    factor: 1.31,
  },
];

const CABINS: Readonly<Record<string, number>> = {
  premium_economy: 1.6,
  business: 3.4,
  first: 5.2,
};
const MINUTE = 60_000;
const CHANGE = 95;

/** What can be bought, the cheapest first. Nobody flies to Reykjavík: a search may find nothing. */
export function offersOf(request: OfferRequest, now: Date): object[] {
  const places = request.slices.flatMap(({ origin, destination }) => [origin, destination]);
  if (places.includes("KEF")) return [];
  const suits = ({ via }: Service) =>
    via === undefined || (request.max_connections > 0 && !places.includes(via));
  const offers = SERVICES.filter(suits).map((service) => offer(service, request, now));
  return offers.toSorted((a, b) => Number(a.total_amount) - Number(b.total_amount));
}

function offer(service: Service, { slices, adults, cabin_class }: OfferRequest, now: Date) {
  const { carrier, number, factor } = service;
  const trips = slices.map((slice) => trip(service, slice));
  const length = trips.reduce((sum, { kilometres }) => sum + kilometres, 0);
  const base = (55 + length * 0.061) * factor * (CABINS[cabin_class] ?? 1) * adults;
  const tax = base * 0.13;
  const amount = (value: number) => value.toFixed(2);
  return {
    id: `off_${carrier.iata_code}${number}${slices.map(({ departure_date }) => departure_date).join("")}`,
    base_amount: amount(base),
    base_currency: "USD",
    tax_amount: amount(tax),
    tax_currency: "USD",
    total_amount: amount(Number(amount(base)) + Number(amount(tax))),
    total_currency: "USD",
    expires_at: new Date(now.getTime() + 30 * MINUTE).toISOString(),
    owner: carrier,
    slices: trips.map(({ slice }) => slice),
  };
}

function trip({ carrier, number, departs, via }: Service, slice: Slice) {
  const stops = [slice.origin, ...(via === undefined ? [] : [via]), slice.destination].map(find);
  const segments: object[] = [];
  let kilometres = 0;
  const start = epochOf(`${slice.departure_date}T${departs}:00`, stops[0] as Airport);
  let at = start;
  for (const [index, to] of stops.slice(1).entries()) {
    const from = stops[index] as Airport;
    if (index > 0) at += CHANGE * MINUTE;
    const length = distance(from, to);
    const minutes = 35 + Math.round(length / 14.2);
    kilometres += length;
    segments.push({
      id: `seg_${from.iata_code}${to.iata_code}`,
      origin: place(from),
      destination: place(to),
      departing_at: localTime(at, from),
      arriving_at: localTime(at + minutes * MINUTE, to),
      duration: duration(minutes),
      marketing_carrier: carrier,
      marketing_carrier_flight_number: String(Number(number) + index),
      operating_carrier: carrier,
      operating_carrier_flight_number: String(Number(number) + index),
      stops: [],
    });
    at += minutes * MINUTE;
  }
  const total = duration((at - start) / MINUTE);
  const { origin, destination } = slice;
  return {
    kilometres,
    slice: {
      origin: place(find(origin)),
      destination: place(find(destination)),
      duration: total,
      segments,
    },
  };
}

function duration(minutes: number): string {
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
}

function place({ iata_code, name, city_name, time_zone }: Airport) {
  return { type: "airport", iata_code, name, city_name, time_zone };
}

function find(code: string): Airport {
  const found = airports.find(({ iata_code }) => iata_code === code);
  if (!found) throw new Error(`${code} was checked before.`);
  return found;
}

function carrier(iata_code: string, name: string) {
  return { id: `arl_${iata_code}`, iata_code, name };
}
