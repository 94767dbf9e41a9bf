import type { StreamableHTTPClientTransport, Transport } from "@modelcontextprotocol/client";
import { isObject, read } from "../codec/safe-read.js";
import { boundedResponse } from "./bounded-response.js";
import type { McpHeaders, McpSettings } from "./options.js";
import type { McpSdk } from "./sdk.js";

/** A broken stream is opened again by the transport itself, while the session lives. */
const reconnectionOptions = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 10,
};

/** The official transport for a server's address, with the page's headers, and bounds for what the server sends. */
export function httpTransport(sdk: McpSdk, url: URL, settings: McpSettings): Transport {
  const { authProvider, headers, maxMessageBytes } = settings;
  const ask = settings.fetch ?? ((input, init) => fetch(input, init));
  /** By the id of a request that was refused with a hint of when to try again. */
  const hints = new Map<unknown, Headers>();

  const withHeaders: typeof fetch = async (input, init) => {
    // The client also asks authorization servers, which these headers are not for.
    const isServer = addressOf(input) === url.href;
    const response = await ask(input, isServer ? await addHeaders(init, headers) : init);
    if (!isServer) return response;
    if (response.headers.has("retry-after")) hints.set(idOf(init?.body), response.headers);
    return boundedResponse(response, maxMessageBytes);
  };
  const transport: StreamableHTTPClientTransport = new sdk.StreamableHTTPClientTransport(url, {
    ...(authProvider && { authProvider }),
    fetch: withHeaders,
    reconnectionOptions,
  });
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const id = "id" in message ? message.id : undefined;
    try {
      await send(message, options);
    } catch (thrown) {
      // The client's errors know the status, and not the header that says when to try again.
      const hint = hints.get(id);
      if (hint && isObject(thrown)) Object.defineProperty(thrown, "headers", { value: hint });
      throw thrown;
    } finally {
      hints.delete(id);
    }
  };
  return transport as Transport;
}

/** What the client says itself stands: session, protocol version, token, kinds of content. */
async function addHeaders(
  init: RequestInit | undefined,
  headers: McpSettings["headers"],
): Promise<RequestInit> {
  const given = typeof headers === "function" ? await headers() : headers;
  const sent = new Headers(init?.headers);
  for (const [name, value] of pairsOf(given)) {
    if (value !== null && value !== undefined && !sent.has(name)) sent.set(name, String(value));
  }
  return { ...init, headers: sent };
}

function pairsOf(headers: McpHeaders | undefined): Iterable<readonly [string, unknown]> {
  if (!isObject(headers)) return [];
  return Symbol.iterator in headers ? (headers as Headers) : Object.entries(headers);
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof URL || typeof input === "string" ? new URL(input).href : input.url;
}

function idOf(body: unknown): unknown {
  try {
    const message: unknown = JSON.parse(String(body));
    return isObject(message) ? read(message, "id") : undefined;
  } catch {
    return undefined;
  }
}
