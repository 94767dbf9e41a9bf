import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aCount, anApproval, needed } from "../options/rules.js";
import type { ToolDefinition, ToolMetadata } from "../tools/types.js";
import { availabilityOf, type GroupAvailability, whyNoFetch } from "./availability.js";
import { webToolsCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { WebFetchMetadata } from "./module/raw-web.js";
import type { ToolApproval } from "./tool-approval.js";
import { hosts } from "./web/hosts.js";

/** What `web_fetch` may read. */
export interface WebToolsOptions {
  /**
   * Hosts that may be asked, also after redirects: `"example.com"`, `"*.example.com"` for what is below it, `"*"` for every
   * public host. `https` and its port are meant, unless `"http://example.com"` or a port (`"localhost:8080"`, `"localhost:*"`)
   * says otherwise; this machine may be asked by `http` too. IP addresses and names that are not public are only asked when
   * they are listed themselves.
   */
  readonly allow: readonly string[];
  /** Hosts that are never asked, whatever `allow` says, by no scheme and on no port unless one is named. */
  readonly deny?: readonly string[];
  /** Bytes that are read of an answer, decompressed; 2,097,152 unless said. */
  readonly maxBytes?: number;
  /** Characters that one call gives the model; 20,000 unless said. */
  readonly maxCharacters?: number;
  /** Whether cookies and logins go along, as `fetch` has it; `"omit"` unless said. */
  readonly credentials?: "omit" | "same-origin" | "include";
  /** Milliseconds a call may take; 30,000 unless said. */
  readonly timeout?: number;
  /** Whether a person is asked before a request; `"never"` unless said, since reading changes nothing. */
  readonly approval?: ToolApproval;
}

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    web_fetch: WebFetchMetadata;
  }
}

/**
 * `web_fetch`: reads addresses of the hosts that you allow.
 *
 * @throws {TypeError} that names the option which is not as it must be.
 *
 * @example
 * ```ts
 * for (const tool of webTools({ allow: ["docs.example.com"] })) registry.register(tool);
 * ```
 */
export function webTools(options: WebToolsOptions): ToolDefinition[] {
  checkOptions("webTools", options, rules);
  const { approval, timeout, ...rest } = options;
  const metadata: ToolMetadata = {
    ...(approval !== undefined && { approval }),
    ...(timeout !== undefined && { timeout }),
  };
  return lazyGroup({
    part: "web",
    catalogue: webToolsCatalogue,
    make: (raw) => raw.rawWebTools(rest),
    metadata: () => metadata,
  });
}

/** Returns whether `web_fetch` can be used here. Never rejects. */
export function webToolsAvailability(): Promise<GroupAvailability> {
  return availabilityOf(webToolsCatalogue, whyNoFetch);
}

const rules: OptionRules<WebToolsOptions> = {
  allow: needed(hosts),
  deny: hosts,
  maxBytes: aCount,
  maxCharacters: aCount,
  credentials: [
    '"omit", "same-origin" or "include"',
    (value) => ["omit", "same-origin", "include"].includes(value as string),
  ],
  timeout: aCount,
  approval: anApproval,
};
