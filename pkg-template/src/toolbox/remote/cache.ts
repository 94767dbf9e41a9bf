import type { OptionRule } from "../../options/check-options.js";
import { aCount } from "../../options/rules.js";
import type { ResultStore } from "../../tools/result-store.js";
import type { ToolMetadata } from "../../tools/types.js";

/** Options of the cache of answers: its duration, its store and its account. */
export interface TravelCacheOptions {
  /** Milliseconds an answer is served. */
  readonly ttl?: number;
  /** The maximum number of kept answers; 50 by default. */
  readonly maxEntries?: number;
  /** A store that outlives the page, such as `indexedDbStore()` of `ag-ui-lit/log`. Needs `account`. */
  readonly store?: ResultStore;
  /**
   * The account of the answers: a name that no other user, and no other key, has; or a function that returns it for
   * each call. A call for which it returns `undefined` is not cached.
   */
  readonly account?: string | (() => string | undefined);
}

/** The parts of a call's cache key. */
export interface TravelCacheKey {
  /** The seed's key: its beginning, and the arguments in it. */
  readonly name: string;
  readonly first: (args: Record<string, unknown>) => readonly unknown[];
  /** The other values that determine the answer. */
  readonly rest: (args: Record<string, unknown>) => readonly unknown[];
}

/** The `metadata.cache` of calls; absent if caching is off. */
export function cacheMetadata(
  given: TravelCacheOptions | false | undefined,
  ttl: number,
  key: TravelCacheKey,
): Pick<ToolMetadata, "cache"> {
  if (given === false) return {};
  const { store, account = "" } = given ?? {};
  return {
    cache: {
      ttl: given?.ttl ?? ttl,
      maxEntries: given?.maxEntries ?? 50,
      ...(store && { store }),
      key: (args: unknown) => {
        const whose = typeof account === "function" ? account() : account;
        if (whose === undefined || (whose === "" && account !== "")) return undefined;
        const { name, first, rest } = key;
        const given = args as Record<string, unknown>;
        return [name, ...[...first(given), ...rest(given), whose].map(part)].join(":");
      },
    },
  };
}

/** No part can be taken for two: a time stays as the seed has it, since its colons are always as many. */
function part(value: unknown): string {
  const text = String(value ?? "");
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? text
    : encodeURIComponent(text);
}

export const aCache: OptionRule = [
  "false, or { ttl?, maxEntries?, store?, account? }: whole numbers from 1, a store with get, set and delete, and whose answers it keeps",
  (value) => value === false || isCache(value),
];

function isCache(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { ttl = 1, maxEntries = 1, store, account, ...unknown } = value as TravelCacheOptions;
  const isAccount = typeof account === "function" || (typeof account === "string" && account);
  const isStore =
    typeof store?.get === "function" &&
    typeof store.set === "function" &&
    typeof store.delete === "function";
  return (
    aCount[1](ttl) &&
    aCount[1](maxEntries) &&
    (account === undefined || Boolean(isAccount)) &&
    // Without it one user would be served what another one's token has read.
    (store === undefined || (isStore && Boolean(isAccount))) &&
    Object.keys(unknown).length === 0
  );
}
