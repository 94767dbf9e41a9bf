/** The origins that may receive the page's headers. */
export interface TrustedFetchOptions {
  /** The agent's address, which the page gave. */
  readonly home: URL;
  /** Origins besides that of `home`, as the page lists them. */
  readonly allowedOrigins: readonly string[];
  /** The page's headers, as they are now. */
  headers(): Readonly<Record<string, string>> | undefined;
}

/** The maximum number of redirects, one after the other. */
const MOST_REDIRECTS = 5;

/**
 * `fetch` with the page's headers, for addresses given by the other side: an agent's card and a redirect may lead
 * anywhere. The headers go to the origin of the page's own address and to the origins it lists, and never from https to
 * http. Redirects are followed step by step; a message is not sent on to another origin.
 */
export function trustedFetch(inner: typeof fetch, options: TrustedFetchOptions): typeof fetch {
  const { home, allowedOrigins } = options;
  const allowed = new Set([home.origin, ...allowedOrigins.map((one) => new URL(one).origin)]);
  const isTrusted = ({ origin, protocol }: URL): boolean =>
    allowed.has(origin) && !(home.protocol === "https:" && protocol === "http:");
  return async (input, init = {}) => {
    const own = Object.entries(options.headers() ?? {});
    // Without headers there is no secret to protect.
    if (own.length === 0) return inner(input, init);
    const isRead = (init.method ?? "GET").toUpperCase() === "GET";
    let target = new URL(input instanceof Request ? input.url : String(input), home);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const isOurs = isTrusted(target);
      const headers = new Headers(isOurs ? (own as [string, string][]) : []);
      // The protocol's own headers take precedence.
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const response = await inner(target.href, { ...init, headers, redirect: "manual" });
      const next = await redirectOf(response, target, async () => {
        if (!isRead) throw notFollowed(target);
        const followed = await inner(target.href, init);
        const led = new URL(followed.url);
        return isTrusted(led) && led.href !== target.href ? led : followed;
      });
      if (next instanceof Response) {
        if (!isOurs && (next.status === 401 || next.status === 403)) throw withheld(target, next);
        return next;
      }
      const keepsMethod = isRead || response.status === 307 || response.status === 308;
      const isDowngrade = target.protocol === "https:" && next.protocol === "http:";
      if (isDowngrade || !keepsMethod || (!isRead && !isTrusted(next))) {
        throw notFollowed(target, next);
      }
      target = next;
    }
    throw new Error(`${target.origin} redirects more than ${MOST_REDIRECTS} times.`);
  };
}

/**
 * The target of a redirect; for any other response, the response itself.
 *
 * @param bare repeats the request without the page's headers: a browser reveals a redirect's target only by following
 * it.
 */
async function redirectOf(
  response: Response,
  from: URL,
  bare: () => Promise<Response | URL>,
): Promise<Response | URL> {
  if (response.type === "opaqueredirect") return bare();
  const location = response.headers.get("location");
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
  await response.body?.cancel();
  return new URL(location, from);
}

function notFollowed(from: URL, to?: URL): Error {
  const where = to ? `to ${to.origin}${to.pathname}` : "elsewhere";
  return new Error(
    `${from.origin}${from.pathname} redirects ${where}, which is not followed with a message or from https to http. ` +
      "Set url to where the agent is, or list its origin in allowedOrigins.",
  );
}

function withheld({ origin }: URL, { status }: Response): Error {
  return new Error(
    `${origin} answered with HTTP ${status}. It is not the origin of url, so that the page's headers were not sent there: ` +
      "list it in allowedOrigins if it is to have them.",
  );
}
