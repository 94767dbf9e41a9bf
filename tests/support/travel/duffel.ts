import { type Answer, type Asked, Service } from "./service.js";

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
      return failure(
        401,
        "access_token_not_found",
        "Access token not found",
        "The access token is unknown.",
      );
    }
    const route = `${method} ${url.pathname}`;
    if (route === "POST /air/offer_requests") return this.#create(asked);
    if (route === "GET /air/offers") return this.#list(url.searchParams);
    return failure(404, "not_found", "Not found", "There is nothing there.");
  }

  #create({ url, headers, body }: Asked): Answer {
    if (url.searchParams.get("return_offers") !== "false")
      return this.refuse("Offers come in pages.");
    if (headers["content-type"] !== "application/json")
      return this.refuse("The body must be JSON.");
    const { data, ...rest } = JSON.parse(body);
    const { slices, passengers, cabin_class, max_connections, ...unknown } = data;
    if (Object.keys(rest).length + Object.keys(unknown).length > 0)
      return this.refuse("Unknown fields.");
    const isSlice = (slice: Record<string, string>) =>
      /^[A-Z]{3}$/.test(slice.origin ?? "") &&
      /^[A-Z]{3}$/.test(slice.destination ?? "") &&
      /^\d{4}-\d\d-\d\d$/.test(slice.departure_date ?? "") &&
      Object.keys(slice).length === 3;
    if (!slices.every(isSlice)) return this.refuse("A slice is none.");
    if (!passengers.every(({ type }: { type: string }) => type === "adult"))
      return this.refuse("Who flies?");
    if (!Number.isInteger(max_connections)) return this.refuse("max_connections is no integer.");
    const cabins = ["economy", "premium_economy", "business", "first", undefined];
    if (!cabins.includes(cabin_class)) return this.refuse("There is no such cabin.");
    return {
      status: 201,
      body: { data: { id: "orq_00009hjdomFOCJyxHG7k7k", live_mode: true, slices } },
    };
  }

  #list(query: URLSearchParams): Answer {
    const known = ["offer_request_id", "sort", "limit", "after", "before", "max_connections"];
    if ([...query.keys()].some((name) => !known.includes(name)))
      return this.refuse("Unknown parameter.");
    if (query.get("offer_request_id") !== "orq_00009hjdomFOCJyxHG7k7k")
      return this.refuse("Unknown request.");
    const limit = Number(query.get("limit") ?? 50);
    if (!(limit >= 1 && limit <= 200)) return this.refuse("limit is 1 to 200.");
    const start = Number((query.get("after") ?? "cursor+/=0").replace("cursor+/=", ""));
    const end = start + limit;
    const after = end < this.offers.length ? `cursor+/=${end}` : null;
    return { body: { data: this.offers.slice(start, end), meta: { after, before: null, limit } } };
  }
}

function failure(status: number, code: string, title: string, message: string): Answer {
  const errors = [
    {
      type: "invalid_request_error",
      title,
      message,
      code,
      documentation_url: "https://duffel.com/docs",
    },
  ];
  return { status, body: { errors, meta: { status, request_id: "FZW0H3HdJwKk5HMAAKxB" } } };
}

/** An offer of Duffel's, of one flight. */
export function flightOffer(id: string, total = "1040.10"): Record<string, unknown> {
  const place = (iata_code: string, name: string, time_zone: string) => ({
    iata_code,
    name,
    time_zone,
    type: "airport",
  });
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
    slices: [
      { id: "sli_1", origin: sfo, destination: cdg, duration: "PT10H30M", segments: [segment] },
    ],
  };
}
