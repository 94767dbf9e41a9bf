import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aCount } from "../options/rules.js";
import type { ToolDefinition } from "../tools/types.js";
import { availabilityOf, type GroupAvailability, whyNoFetch } from "./availability.js";
import { flightToolsCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { SearchFlightsMetadata } from "./module/raw-light.js";
import {
  checkUnquoted,
  type ServiceOptions,
  serviceMetadata,
  serviceRules,
  serviceUrl,
  unquoted,
} from "./remote/service.js";
import { aToken, rawToken, type TokenFunction } from "./remote/tokens.js";

export type {
  FlightLeg,
  FlightOption,
  FlightPlace,
  FlightTime,
  Money,
  SearchFlightsMetadata,
} from "./module/raw-light.js";
export type { TravelCacheOptions } from "./remote/cache.js";
export type { ServiceOptions } from "./remote/service.js";
export type { TokenFunction } from "./remote/tokens.js";

/** Options of the flight tools, which call Duffel. Either `apiKey` or `baseUrl` is required. */
export interface FlightToolsOptions extends ServiceOptions {
  /**
   * Your access token of Duffel, or a function that returns it. Anyone who opens your page can read it there, and
   * Duffel does not answer pages: use it in Node and in tests; a page needs a proxy (`baseUrl`).
   */
  readonly apiKey?: string | TokenFunction;
  /** The number of offers of a search, the cheapest first; 25 by default, at most 1,000. */
  readonly maxOffers?: number;
}

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    search_flights: SearchFlightsMetadata;
  }
}

const DUFFEL = "https://api.duffel.com";
const HALF_AN_HOUR = 1_800_000;

/**
 * `search_flights`: finds flights by Duffel's API. It only searches; nothing is booked.
 *
 * @throws {OptionError} that names the invalid option.
 *
 * @example
 * ```ts
 * for (const tool of flightTools({ baseUrl: "/duffel" })) registry.register(tool);
 * ```
 */
export function flightTools(options: FlightToolsOptions): ToolDefinition[] {
  checkOptions("flightTools", options, rules);
  const { apiKey, baseUrl, maxOffers } = options;
  checkUnquoted("flightTools", "apiKey", apiKey, aToken);
  if (apiKey === undefined && baseUrl === undefined) {
    throw new OptionError(
      "ag-ui-lit: flightTools() needs baseUrl, the address of a proxy that adds your key, or apiKey.",
    );
  }
  const raw = {
    baseUrl: serviceUrl("flightTools", baseUrl ?? DUFFEL, apiKey !== undefined),
    maxOffers,
    ...(apiKey !== undefined && { token: rawToken(apiKey) }),
  };
  return lazyGroup({
    part: "light",
    catalogue: flightToolsCatalogue,
    make: (module) => module.rawFlightTools(raw),
    metadata: () => serviceMetadata(options, HALF_AN_HOUR, cacheKey(raw)),
  });
}

/** `flights:${origin}:${destination}:${date}:${cabin}`, and the other values that determine the search. */
const cacheKey = ({ baseUrl, maxOffers }: { baseUrl: string; maxOffers: number | undefined }) => ({
  name: "flights",
  first: (args: Record<string, unknown>) => [
    code(args.origin),
    code(args.destination),
    args.departure_date,
    args.cabin_class ?? "any",
  ],
  rest: (args: Record<string, unknown>) => [
    args.return_date,
    args.adults ?? 1,
    args.max_connections ?? 2,
    maxOffers,
    baseUrl,
  ],
});

/** Written as it is sent. */
const code = (text: unknown): string => String(text).trim().toUpperCase();

/** Returns whether `search_flights` can be used here. Never rejects. */
export function flightToolsAvailability(): Promise<GroupAvailability> {
  return availabilityOf(flightToolsCatalogue, whyNoFetch);
}

const rules: OptionRules<FlightToolsOptions> = {
  ...serviceRules,
  apiKey: unquoted,
  maxOffers: [
    "a whole number from 1 to 1,000",
    (value) => aCount[1](value) && (value as number) <= 1_000,
  ],
};
