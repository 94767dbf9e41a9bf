import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import type { ToolDefinition } from "../tools/types.js";
import { availabilityOf, type GroupAvailability, whyNoFetch } from "./availability.js";
import { calendarToolsCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { ListEventsMetadata } from "./module/raw-light.js";
import {
  checkUnquoted,
  type ServiceOptions,
  serviceMetadata,
  serviceRules,
  serviceUrl,
  unquoted,
} from "./remote/service.js";
import {
  aTokenOrRefresh,
  type OAuthRefresh,
  rawToken,
  type TokenFunction,
} from "./remote/tokens.js";

export type {
  CalendarAttendee,
  CalendarEvent,
  CalendarTime,
  ListEventsMetadata,
} from "./module/raw-light.js";
export type { OAuthRefresh } from "./remote/tokens.js";

/** Options of the calendar tools, which call Google Calendar. Either `token` or `baseUrl` is required. */
export interface CalendarToolsOptions extends ServiceOptions {
  /**
   * The user's access token, for the scope `https://www.googleapis.com/auth/calendar.events.readonly`: a text, a
   * function that returns it for each request, or the credentials for requesting it. One that Google does not accept is
   * refreshed once.
   */
  readonly token?: string | TokenFunction | OAuthRefresh;
}

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    list_events: ListEventsMetadata;
  }
}

const GOOGLE = "https://www.googleapis.com/calendar/v3";
const FIVE_MINUTES = 300_000;

/**
 * `list_events`: reads the user's Google Calendar.
 *
 * @throws {OptionError} that names the invalid option.
 *
 * @example
 * ```ts
 * const token = async ({ refresh }) => signIn.accessToken({ forceRefresh: refresh });
 * for (const tool of calendarTools({ token })) registry.register(tool);
 * ```
 */
export function calendarTools(options: CalendarToolsOptions): ToolDefinition[] {
  checkOptions("calendarTools", options, rules);
  const { token, baseUrl } = options;
  checkUnquoted("calendarTools", "token", token, aTokenOrRefresh);
  if (token === undefined && baseUrl === undefined) {
    throw new OptionError(
      "ag-ui-lit: calendarTools() needs token, or baseUrl, the address of a proxy that adds it.",
    );
  }
  const raw = {
    baseUrl: serviceUrl("calendarTools", baseUrl ?? GOOGLE, token !== undefined),
    ...(token !== undefined && { token: rawToken(token) }),
  };
  return lazyGroup({
    part: "light",
    catalogue: calendarToolsCatalogue,
    make: (module) => module.rawCalendarTools(raw),
    metadata: () => serviceMetadata(options, FIVE_MINUTES, cacheKey(raw.baseUrl)),
  });
}

/** `calendar:${calendarId}:${timeMin}:${timeMax}`, and the other values that determine the list. */
const cacheKey = (baseUrl: string) => ({
  name: "calendar",
  first: (args: Record<string, unknown>) => [
    args.calendarId ?? "primary",
    args.timeMin,
    args.timeMax,
  ],
  rest: (args: Record<string, unknown>) => [
    args.maxResults ?? 25,
    args.singleEvents ?? false,
    baseUrl,
  ],
});

/** Returns whether `list_events` can be used here. Never rejects. */
export function calendarToolsAvailability(): Promise<GroupAvailability> {
  return availabilityOf(calendarToolsCatalogue, whyNoFetch);
}

const rules: OptionRules<CalendarToolsOptions> = { ...serviceRules, token: unquoted };
