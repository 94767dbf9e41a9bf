import { HttpError } from "../http/http-error.js";
import { readJson } from "../http/read-json.js";
import { airports } from "./airports.js";
import { fromBase64Url, toBase64Url } from "./base64-url.js";
import { type OfferRequest, offersOf, type Slice } from "./duffel-offers.js";
import type { Answer } from "./endpoint.js";

const MOST_SLICES = 6;
const MOST_ADULTS = 9;

/**
 * Stands for Duffel behind a proxy that adds the key: no request of this demo reaches Duffel. It answers as the reference says
 * (https://duffel.com/docs/api/v2): offer requests, offers in pages, errors. Its flights are made up.
 */
export async function duffel(request: Request, url: URL): Promise<Answer> {
  if (request.headers.get("duffel-version") !== "v2") {
    return failure(
      400,
      "invalid_request_error",
      "unsupported_version",
      "Duffel-Version must be v2.",
    );
  }
  const route = `${request.method} ${url.pathname}`;
  if (route === "POST /air/offer_requests") return createOfferRequest(request);
  if (route === "GET /air/offers") return listOffers(url.searchParams);
  return failure(404, "invalid_request_error", "not_found", "There is nothing at this address.");
}

async function createOfferRequest(request: Request): Promise<Answer> {
  let body: unknown;
  try {
    body = await readJson(request);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return failure(error.status, "invalid_request_error", error.code, error.message);
  }
  const read = readOfferRequest(body);
  if (typeof read === "string") return failure(422, "validation_error", "validation_invalid", read);
  const id = `orq_${toBase64Url(JSON.stringify(read))}`;
  return { status: 201, body: { data: { id, live_mode: false, slices: read.slices } } };
}

/** What a search is for; a text says what is wrong with it. */
function readOfferRequest(body: unknown): OfferRequest | string {
  const { data } = (body ?? {}) as { data?: Partial<Record<string, unknown>> };
  const { slices, passengers, cabin_class = "economy", max_connections = 1 } = data ?? {};
  if (!Array.isArray(slices) || slices.length === 0 || !slices.every(isSlice)) {
    return "Field 'slices' must be a list of { origin, destination, departure_date }.";
  }
  if (slices.length > MOST_SLICES) return `Field 'slices' must have ${MOST_SLICES} at the most.`;
  if (!Array.isArray(passengers) || passengers.length === 0 || passengers.length > MOST_ADULTS)
    return `Field 'passengers' must have 1 to ${MOST_ADULTS}.`;
  if (typeof cabin_class !== "string" || typeof max_connections !== "number") {
    return "Field 'cabin_class' or 'max_connections' is none.";
  }
  const codes = slices.flatMap(({ origin, destination }) => [origin, destination]);
  const unknown = codes.find((code) => !airports.some(({ iata_code }) => iata_code === code));
  if (unknown !== undefined) {
    const known = airports.map(({ iata_code }) => iata_code).join(", ");
    return `${unknown} is no airport of this stand-in, which knows ${known}.`;
  }
  const trips = slices.map(({ origin, destination, departure_date }) => ({
    origin,
    destination,
    departure_date,
  }));
  return { slices: trips, adults: passengers.length, cabin_class, max_connections };
}

function isSlice(value: unknown): value is Slice {
  const { origin, destination, departure_date } = (value ?? {}) as Partial<Slice>;
  return (
    typeof origin === "string" &&
    typeof destination === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(departure_date ?? "") &&
    !Number.isNaN(Date.parse(departure_date ?? ""))
  );
}

function listOffers(query: URLSearchParams): Answer {
  const request = requestOf(query.get("offer_request_id") ?? "");
  if (!request)
    return failure(404, "invalid_request_error", "not_found", "There is no such offer request.");
  const limit = Number(query.get("limit") ?? 50);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 200)) {
    return failure(
      422,
      "validation_error",
      "validation_invalid",
      "Field 'limit' must be from 1 to 200.",
    );
  }
  const start = Number(query.get("after") ?? 0) || 0;
  const offers = offersOf(request, new Date());
  const end = start + limit;
  const after = end < offers.length ? String(end) : null;
  return {
    status: 200,
    body: { data: offers.slice(start, end), meta: { limit, before: null, after } },
  };
}

/** The id is the request: nothing is kept. */
function requestOf(id: string): OfferRequest | undefined {
  try {
    const request = JSON.parse(fromBase64Url(id.replace(/^orq_/, "")));
    const { slices, adults, cabin_class, max_connections } = request;
    // Whoever asks may have made it.
    const passengers = Array(Math.min(Number(adults) || 0, MOST_ADULTS)).fill({});
    const body = { slices, passengers, cabin_class, max_connections };
    const read = readOfferRequest({ data: body });
    return typeof read === "string" ? undefined : read;
  } catch {
    return undefined;
  }
}

function failure(status: number, type: string, code: string, message: string): Answer {
  const title = status === 404 ? "Not found" : "Invalid request";
  const documentation_url = "https://duffel.com/docs/api/overview/errors";
  return {
    status,
    body: {
      errors: [{ type, title, code, message, documentation_url }],
      meta: { status, request_id: "stand-in" },
    },
  };
}
