import type { ToolMetadata } from "../../tools/types.js";
import { aCount, type OptionRule } from "../options.js";

/** How long answers are kept. */
export interface TravelCacheOptions {
  /** Milliseconds an answer is served. */
  readonly ttl?: number;
  /** Answers kept at the most; 50 unless said. */
  readonly maxEntries?: number;
}

/** What calls have in `metadata.cache`; absent where nothing is kept. */
export function cacheMetadata(
  given: TravelCacheOptions | false | undefined,
  ttl: number,
): Pick<ToolMetadata, "cache"> {
  if (given === false) return {};
  return { cache: { ttl: given?.ttl ?? ttl, maxEntries: given?.maxEntries ?? 50 } };
}

export const aCache: OptionRule = [
  "false, or { ttl?, maxEntries? } with whole numbers from 1",
  (value) => value === false || isCache(value),
];

function isCache(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { ttl = 1, maxEntries = 1, ...unknown } = value as TravelCacheOptions;
  return aCount[1](ttl) && aCount[1](maxEntries) && Object.keys(unknown).length === 0;
}
