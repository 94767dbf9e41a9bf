import type { Handler } from "./http/handler.js";
import { paceFactor } from "./pace.js";
import { routesOf } from "./routes.js";
import { scriptedModel } from "./scripted/model.js";

/**
 * Answers what the demo asks inside the page itself, for a site without a server: `fetch` of a path of the demo's server is answered by
 * the handler that Node would run. Every other request goes to the network.
 */
export function serveInPage(): void {
  const base = new URL(".", document.baseURI);
  const info = { brain: "scripted" } as const;
  const pace = paceFactor(import.meta.env.DEMO_PACE);
  const routes = routesOf({ model: scriptedModel(pace), info, pace, base: base.pathname });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
    const route = routeOf(routes, base, url);
    if (!route) return fetch(input, init);
    const asked = new Request(input instanceof Request ? input : url, init);
    return answerTo(route.handler, asked, new URL(route.rest, url.origin));
  };
}

/** The handler of an address, and the rest of the path that it sees. */
function routeOf(routes: ReadonlyMap<string, Handler>, base: URL, url: URL) {
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return undefined;
  const path = url.pathname.slice(base.pathname.length);
  for (const [start, handler] of routes) {
    if (path === start || path.startsWith(`${start}/`)) {
      return { handler, rest: `${path.slice(start.length) || "/"}${url.search}` };
    }
  }
  return undefined;
}

/** A handler's answer; rejects as `fetch` does when the request is aborted. */
async function answerTo(handler: Handler, asked: Request, url: URL): Promise<Response> {
  const { signal, method, headers } = asked;
  signal.throwIfAborted();
  const body = method === "GET" || method === "HEAD" ? null : await asked.arrayBuffer();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([handler(new Request(url, { method, headers, body, signal })), aborted]);
}
