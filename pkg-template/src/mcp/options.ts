import type {
  AuthProvider,
  Client,
  OAuthClientProvider,
  Transport,
} from "@modelcontextprotocol/client";
import { describe } from "../codec/describe.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { ToolMetadata } from "../tools/types.js";
import type { McpToolInfo } from "./tool-info.js";

/** Headers of requests to a server. Values that are `null` or `undefined` are left out. */
export type McpHeaders = Readonly<Record<string, string | null | undefined>> | Headers;

/** How a broken connection is made again. Times are milliseconds. */
export interface McpReconnectOptions {
  /** The longest wait before the first try; each further one is twice as long. @default 1000 */
  readonly initialDelay?: number;
  /** The longest wait of all. @default 30000 */
  readonly maxDelay?: number;
  /** Tries in a row before it is given up. @default Infinity */
  readonly maxAttempts?: number;
}

/**
 * Whether a person is asked before a tool of the server runs:
 *
 * - `"annotations"`: a tool that says it only reads is not asked about, any other is. A tool that says nothing counts
 *   as the specification counts it: it may change and destroy things;
 * - `"always"`, `"never"`: whatever the server says;
 * - a function of the tool and the call's arguments: `false` for no.
 */
export type McpApproval =
  | "annotations"
  | "always"
  | "never"
  | ((tool: McpToolInfo, args: unknown) => boolean | PromiseLike<boolean>);

/** Options of `connectMcp` and `McpConnection`. One of `url`, `transport` and `client` says where the server is. */
export interface McpOptions {
  /** The address of a server that speaks Streamable HTTP. */
  readonly url?: string | URL;
  /** Makes a transport of the page's own; called for each connection, the first and those after a break. */
  readonly transport?: () => Transport | PromiseLike<Transport>;
  /**
   * A client of the page's own, for what else it does with the server. With `url` or `transport` it is connected here;
   * alone it is connected already, and connecting it again is the page's affair.
   */
  readonly client?: Client;
  /** Where the tools are registered. @default globalToolRegistry */
  readonly registry?: ToolRegistry;
  /** Stands before the name of each tool, such as `"files_"`. */
  readonly prefix?: string;
  /** Headers of each request to `url`, and to nowhere else; a function is asked before each request. */
  readonly headers?: McpHeaders | (() => McpHeaders | PromiseLike<McpHeaders>);
  /** The official client's own: a bearer token, or OAuth. Counts with `url`. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /** What sends the requests to `url`. @default fetch */
  readonly fetch?: typeof fetch;
  /** Which tools are taken; all when absent. */
  readonly filter?: (tool: McpToolInfo) => boolean;
  /** Whether a person is asked before a tool runs. @default "annotations" */
  readonly approval?: McpApproval;
  /** More about a tool, or something else than its annotations say: what it gives takes the place of ours. */
  readonly metadata?: (tool: McpToolInfo) => ToolMetadata;
  /** Milliseconds without a sign of life after which a call has failed; progress is one. @default 60000 */
  readonly timeout?: number;
  /** How many tools are taken at the most. @default 256 */
  readonly maxTools?: number;
  /** Bytes of one message of the server. @default 33554432 */
  readonly maxMessageBytes?: number;
  /** How a broken connection is made again; `false`: only `reconnect()` does. */
  readonly reconnect?: false | McpReconnectOptions;
  /** Milliseconds between questions whether the server is still there; `0` for none. @default 30000 */
  readonly pingInterval?: number;
  /** Closes the connection when aborted. */
  readonly signal?: AbortSignal;
}

/** The options, checked and with their defaults. */
export interface McpSettings extends McpOptions {
  readonly url?: URL;
  readonly registry: ToolRegistry;
  readonly prefix: string;
  readonly approval: McpApproval;
  readonly timeout: number;
  readonly maxTools: number;
  readonly maxMessageBytes: number;
  readonly reconnect: false | Required<McpReconnectOptions>;
  readonly pingInterval: number;
}

/** The longest that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** @throws {TypeError} that names the option, and says what it must be and is. */
export function settingsOf(options: McpOptions): McpSettings {
  if (typeof options !== "object" || options === null) {
    fault("its options", "an object with url, transport or client", options);
  }
  const { url, ...rest } = options;
  const { transport, client, prefix = "", approval = "annotations", reconnect } = rest;
  if (url === undefined && transport === undefined && client === undefined) {
    throw new TypeError(
      "ag-ui-lit/mcp: one of url, transport and client must say where the server is.",
    );
  }
  if (url !== undefined && transport !== undefined) {
    throw new TypeError("ag-ui-lit/mcp: url and transport can't both say where the server is.");
  }
  if (transport !== undefined && typeof transport !== "function") {
    fault(
      "transport",
      "a function that makes a transport: each connection needs a new one",
      transport,
    );
  }
  if (typeof prefix !== "string" || !/^[\w-]{0,40}$/.test(prefix)) {
    fault("prefix", "at most 40 of A-Z a-z 0-9 _ -", prefix);
  }
  const isWord = approval === "annotations" || approval === "always" || approval === "never";
  if (!isWord && typeof approval !== "function") {
    fault("approval", '"annotations", "always", "never" or a function', approval);
  }
  return {
    ...rest,
    ...(url !== undefined && { url: endpoint(url) }),
    registry: options.registry ?? globalToolRegistry,
    prefix,
    approval,
    timeout: number("timeout", options.timeout ?? 60_000, 1, LONGEST),
    maxTools: number("maxTools", options.maxTools ?? 256, 1, 10_000),
    maxMessageBytes: number("maxMessageBytes", options.maxMessageBytes ?? 2 ** 25, 1024),
    reconnect: reconnect === false ? false : readReconnect(reconnect ?? {}),
    pingInterval: number("pingInterval", options.pingInterval ?? 30_000, 0, LONGEST),
  };
}

function readReconnect(given: McpReconnectOptions): Required<McpReconnectOptions> {
  const { initialDelay = 1000, maxDelay = 30_000, maxAttempts = Number.POSITIVE_INFINITY } = given;
  return {
    initialDelay: number("reconnect.initialDelay", initialDelay, 0, LONGEST),
    maxDelay: number("reconnect.maxDelay", maxDelay, 0, LONGEST),
    maxAttempts: number("reconnect.maxAttempts", maxAttempts, 1),
  };
}

/** A relative address is the page's. */
function endpoint(url: string | URL): URL {
  const base = typeof document === "undefined" ? undefined : document.baseURI;
  let parsed: URL | undefined;
  try {
    parsed = new URL(String(url), base);
  } catch {
    // Said below.
  }
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new TypeError(
    "ag-ui-lit/mcp: the option url must be the http(s) address of an MCP server.",
  );
}

function number(
  option: string,
  given: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (typeof given === "number" && given >= least && given <= most) return given;
  const range =
    most === Number.POSITIVE_INFINITY ? `at least ${least}` : `from ${least} to ${most}`;
  return fault(option, `a number, ${range}`, given);
}

function fault(option: string, expected: string, given: unknown): never {
  const shown = typeof given === "string" ? JSON.stringify(given) : describe(given);
  throw new TypeError(`ag-ui-lit/mcp: ${option} must be ${expected}, not ${shown.slice(0, 80)}.`);
}
