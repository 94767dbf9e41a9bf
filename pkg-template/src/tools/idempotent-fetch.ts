import { fingerprint } from "../codec/fingerprint.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aText } from "../options/rules.js";
import type { ToolExecutionContext } from "./types.js";

/** Options for `idempotentFetch`. */
export interface IdempotentFetchOptions {
  /** The header that carries the key. @default "Idempotency-Key" */
  readonly header?: string;
}

/** A `fetch` whose requests carry a key, so that a service does not do the work of a call twice. */
export type IdempotentFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for one attempt of a call: every request that may change something carries a key in its header
 * `Idempotency-Key`. The key is the call's, a fingerprint of method and address, and the number of such requests before
 * it, joined by hyphens: about 75 characters for a call of `<ag-ui-agent>`. Each attempt that makes the same requests
 * sends the same keys, also after a reload. An existing header is not replaced. Each request ends when the call is
 * aborted, or by its own signal.
 *
 * `GET`, `HEAD`, `OPTIONS` and `TRACE` change nothing and carry none. A service of another origin must allow the header
 * (CORS: `Access-Control-Allow-Headers`).
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ for the header. Its draft writes the
 *   value in quotes; the services that take it today, such as Stripe, read it as it is.
 * @throws {TypeError} for options that are not known.
 *
 * @example
 * ```ts
 * handler: async ({ product, count }, context) => {
 *   const body = JSON.stringify({ product, count });
 *   const response = await idempotentFetch(context)("/orders", { method: "POST", body });
 *   return response.json();
 * };
 * ```
 */
export function idempotentFetch(
  context: Pick<ToolExecutionContext, "idempotencyKey" | "signal">,
  options: IdempotentFetchOptions = {},
): IdempotentFetch {
  checkOptions("idempotentFetch", options, optionRules);
  const { header = "Idempotency-Key" } = options;
  const counts = new Map<string, number>();
  return (input, init) => {
    const request = new Request(input, init);
    const { method, headers, url } = request;
    if (!harmless.has(method) && !headers.has(header)) {
      // Counted by its fingerprint: two addresses that share one have different keys all the same.
      const mark = fingerprint(`${method} ${url}`);
      const count = counts.get(mark) ?? 0;
      counts.set(mark, count + 1);
      headers.set(header, `${context.idempotencyKey}-${mark}-${count}`);
    }
    return fetch(request, { signal: AbortSignal.any([context.signal, request.signal]) });
  };
}

const optionRules: OptionRules<IdempotentFetchOptions> = { header: aText };

/** The methods that RFC 9110 calls safe. */
const harmless = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
