import type { OptionRule } from "../../options/check-options.js";
import { OptionError } from "../../options/option-error.js";
import { aCount, anApproval } from "../../options/rules.js";
import type { Approval } from "../../tools/approval.js";
import type { ToolMetadata } from "../../tools/types.js";
import { aBaseUrl, isSafe, readBaseUrl } from "./base-url.js";
import { aCache, cacheMetadata, type TravelCacheKey, type TravelCacheOptions } from "./cache.js";

/** Options common to the tools of a service. */
export interface ServiceOptions {
  /**
   * The address of a proxy that passes requests on and adds the key, so that the page has no key. Absolute, or relative
   * to the page.
   */
  readonly baseUrl?: string;
  /** Milliseconds a call may take. */
  readonly timeout?: number;
  /** Options of the cache of answers; `false` turns it off. */
  readonly cache?: TravelCacheOptions | false;
  /** Whether a person is asked before a request; `"never"` by default, since it only reads. */
  readonly approval?: Approval;
}

/**
 * For options that may hold a key: `checkOptions()` quotes refused values, and a mistyped key is still a secret.
 * `checkUnquoted()` checks them.
 */
export const unquoted: OptionRule = ["as the guide says", () => true];

/** Checks an option without repeating it. */
export function checkUnquoted(
  name: string,
  option: string,
  value: unknown,
  [expected, isSo]: OptionRule,
): void {
  if (value === undefined || isSo(value)) return;
  throw new OptionError(`ag-ui-lit: ${name}({ ${option} }) must be ${expected}.`);
}

/** The rules of these options. */
export const serviceRules: Record<keyof ServiceOptions, OptionRule> = {
  baseUrl: unquoted,
  timeout: aCount,
  cache: aCache,
  approval: anApproval,
};

/**
 * The address of a service. With a key it must be one whose requests can't be read on the way; other options are
 * refused.
 */
export function serviceUrl(name: string, given: string, hasKey: boolean): string {
  checkUnquoted(name, "baseUrl", given, aBaseUrl);
  const url = readBaseUrl(given) as string;
  if (!hasKey || isSafe(new URL(url))) return url;
  throw new OptionError(
    `ag-ui-lit: ${name}() sends no key over http, which everybody on the way can read. Serve the page over https, or let the proxy at baseUrl add the key.`,
  );
}

/** The metadata that a page's options make. */
export function serviceMetadata(
  { approval, timeout, cache }: ServiceOptions,
  ttl: number,
  key: TravelCacheKey,
): ToolMetadata {
  return {
    ...cacheMetadata(cache, ttl, key),
    // Limits of requests are counted by the minute: a wait may be as long.
    retryConfig: { maxDelay: 60_000 },
    ...(approval !== undefined && { approval }),
    ...(timeout !== undefined && { timeout }),
  };
}
