import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aCount, anApproval, needed } from "../options/rules.js";
import type { ToolDefinition, ToolMetadata } from "../tools/types.js";
import { availabilityOf, type GroupAvailability, whyNoFetch } from "./availability.js";
import { webToolsCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { WebFetchMetadata } from "./module/raw-web.js";
import type { ToolApproval } from "./tool-approval.js";
import { hosts } from "./web/hosts.js";

/** Options of {@link webTools}. */
export interface WebToolsOptions {
  /**
   * Hosts that may be requested, also after redirects: `"example.com"`, `"*.example.com"` for its subdomains, `"*"` for
   * every public host. `https` and its port are the default; `"http://example.com"` or a port (`"localhost:8080"`,
   * `"localhost:*"`) overrides them; this machine may be requested by `http` too. IP addresses and names that are not
   * public are only requested if they are listed themselves.
   */
  readonly allow: readonly string[];
  /** Hosts that are never requested, even if `allow` lists them, by any scheme and on any port unless one is named. */
  readonly deny?: readonly string[];
  /** The maximum number of bytes read of an answer, decompressed; 2,097,152 by default. */
  readonly maxBytes?: number;
  /** The maximum number of characters that one call returns to the model; 20,000 by default. */
  readonly maxCharacters?: number;
  /** Whether cookies and logins are sent, as in `fetch`; `"omit"` by default. */
  readonly credentials?: "omit" | "same-origin" | "include";
  /** Milliseconds a call may take; 30,000 by default. */
  readonly timeout?: number;
  /** Whether a person is asked before a request; `"never"` by default, since reading changes nothing. */
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
 * @throws {TypeError} that names the invalid option.
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
