import type { StreamableHTTPClientTransport, Transport } from "@modelcontextprotocol/client";
import { messageOf } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { inTurns } from "../element/scheduling/in-turns.js";
import { ToolFailure } from "../errors/tool-failure.js";
import { boundedResponse, type ResponseBound } from "./bounded-response.js";
import { messageTooLong } from "./failures.js";
import type { McpHeaders, McpSettings } from "./options.js";
import type { McpSdk } from "./sdk.js";

/** The maximum number of bytes of a page of a list of tools: the client looks at every value of it. */
const MOST_LIST_BYTES = 8 * 1024 * 1024;

/** A broken stream is opened again by the transport itself, while the session lives. */
const reconnectionOptions = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 10,
};

/** The official transport for a server's address, with the page's headers, and bounds for the server's messages. */
export function httpTransport(sdk: McpSdk, url: URL, settings: McpSettings): Transport {
  const { authProvider, headers } = settings;
  const ask = settings.fetch ?? ((input, init) => fetch(input, init));
  /** By the id of a request that was refused with a hint of when to try again. */
  const hints = new Map<unknown, Headers>();

  const withHeaders: typeof fetch = async (input, init) => {
    // The client also asks authorization servers, which these headers are not for.
    const isServer = addressOf(input) === url.href;
    const response = await ask(input, isServer ? await addHeaders(init, headers) : init);
    const asked = requestOf(init?.body);
    if (response.headers.has("retry-after")) hints.set(asked.id, response.headers);
    return inPieces(boundedResponse(response, boundOf(asked, settings)), init?.signal);
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
      // The client's errors have the status, but not the header with the time of the next try.
      const hint = hints.get(id);
      if (hint && isObject(thrown)) Object.defineProperty(thrown, "headers", { value: hint });
      throw thrown;
    } finally {
      hints.delete(id);
    }
  };
  return transport as Transport;
}

/** The limit of a request's answer, and the error that replaces a longer one: the client waits for an answer. */
function boundOf({ id, method }: Asked, { maxMessageBytes }: McpSettings): ResponseBound {
  const isList = method === "tools/list";
  const most = isList ? Math.min(maxMessageBytes, MOST_LIST_BYTES) : maxMessageBytes;
  if (id === undefined) return { most };
  const bound = most < maxMessageBytes ? `${most} bytes, which is all that a list may have` : "";
  const message = `its message is longer than ${bound || `maxMessageBytes (${most})`}`;
  const error = { code: -32000, message, data: messageTooLong };
  return { most, instead: JSON.stringify({ jsonrpc: "2.0", id, error }) };
}

function inPieces(response: Response, signal: AbortSignal | null | undefined): Response {
  const { body, status, statusText, headers } = response;
  return body ? new Response(inTurns(body, signal), { status, statusText, headers }) : response;
}

/** Adds the page's headers. Those that the client sets itself stay: session, protocol version, token, content types. */
async function addHeaders(
  init: RequestInit | undefined,
  headers: McpSettings["headers"],
): Promise<RequestInit> {
  const given = await givenHeaders(headers);
  const sent = new Headers(init?.headers);
  for (const [name, value] of pairsOf(given)) {
    if (value !== null && value !== undefined && !sent.has(name)) sent.set(name, String(value));
  }
  return { ...init, headers: sent };
}

/** @throws {ToolFailure} when the page's function fails: then nothing was sent. */
async function givenHeaders(headers: McpSettings["headers"]): Promise<McpHeaders | undefined> {
  if (typeof headers !== "function") return headers;
  let given: unknown;
  try {
    given = await headers();
  } catch (cause) {
    throw headersFailure(`failed: ${messageOf(cause)}`, cause);
  }
  if (given === undefined || given === null || isObject(given)) return (given ?? {}) as McpHeaders;
  throw headersFailure(`gave a ${typeof given}, and no object of headers`);
}

function headersFailure(what: string, cause?: unknown): ToolFailure {
  return new ToolFailure(`The option headers of the MCP connection ${what}. Nothing was sent.`, {
    category: "permanent",
    code: "mcp_headers",
    retryable: false,
    cause,
  });
}

function pairsOf(headers: McpHeaders | undefined): Iterable<readonly [string, unknown]> {
  if (!isObject(headers)) return [];
  return Symbol.iterator in headers ? (headers as Headers) : Object.entries(headers);
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof URL || typeof input === "string" ? new URL(input).href : input.url;
}

interface Asked {
  readonly id?: unknown;
  readonly method?: unknown;
}

/** The relevant fields of a body's JSON-RPC request. */
function requestOf(body: unknown): Asked {
  if (typeof body !== "string") return {};
  try {
    const message: unknown = JSON.parse(body);
    if (!isObject(message)) return {};
    return { id: read(message, "id"), method: read(message, "method") };
  } catch {
    return {};
  }
}
