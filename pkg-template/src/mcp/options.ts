import type {
  AuthProvider,
  Client,
  OAuthClientProvider,
  Transport,
} from "@modelcontextprotocol/client";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aFunction, aNumber, anObject, aRegistry, aSignal, hasMethods } from "../options/rules.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { ToolMetadata } from "../tools/types.js";
import type { McpToolInfo } from "./tool-info.js";

/** Headers of requests to a server. Values that are `null` or `undefined` are left out. */
export type McpHeaders = Readonly<Record<string, string | null | undefined>> | Headers;

/** Options for reconnecting. Times are in milliseconds. */
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
 * - `"always"`, `"never"`: regardless of annotations;
 * - `"annotations"`: for all tools except those annotated as read-only. A tool without annotations has the
 *   specification's defaults: it may change and destroy things. For servers that the page trusts: the specification
 *   calls annotations hints, which any server can give to any tool;
 * - a function of the tool and the call's arguments: `false` for no.
 */
export type McpApproval =
  | "always"
  | "annotations"
  | "never"
  | ((tool: McpToolInfo, args: unknown) => boolean | PromiseLike<boolean>);

/** Options of `connectMcp` and `McpConnection`. The server is given by one of `url`, `transport` and `client`. */
export interface McpOptions {
  /** The address of a server that speaks Streamable HTTP. */
  readonly url?: string | URL;
  /** Makes a transport of the page's own; called for each connection, the first and those after a break. */
  readonly transport?: () => Transport | PromiseLike<Transport>;
  /**
   * A client of the page's own, for its other uses of the server. With `url` or `transport` it is connected here; alone
   * it is connected already, and the page has to reconnect it.
   */
  readonly client?: Client;
  /** The registry for the tools. @default globalToolRegistry */
  readonly registry?: ToolRegistry;
  /** Stands before the name of each tool, such as `"files_"`. */
  readonly prefix?: string;
  /** Headers of each request to `url`, and to nowhere else; a function is asked before each request. */
  readonly headers?: McpHeaders | (() => McpHeaders | PromiseLike<McpHeaders>);
  /** The official client's own: a bearer token, or OAuth. Counts with `url`. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /** The function that sends requests to `url`. @default fetch */
  readonly fetch?: typeof fetch;
  /**
   * Returns true for the tools to register; by default all are. On failure, or after ten seconds, the tool is rejected.
   */
  readonly filter?: (tool: McpToolInfo) => boolean | PromiseLike<boolean>;
  /** Whether a person is asked before a tool runs. @default "always" */
  readonly approval?: McpApproval;
  /** Additional metadata of a tool, which override those from its annotations. Must return at once. */
  readonly metadata?: (tool: McpToolInfo) => ToolMetadata;
  /** Milliseconds without a sign of life after which a call has failed; progress is one. @default 60000 */
  readonly timeout?: number;
  /** The maximum number of tools. @default 256 */
  readonly maxTools?: number;
  /** Bytes of one message of the server. @default 33554432 */
  readonly maxMessageBytes?: number;
  /** Options for reconnecting; with `false` only `reconnect()` does. */
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

/** @throws {TypeError} that names the option, its rule and its value. */
export function settingsOf(options: McpOptions): McpSettings {
  checkOptions("connectMcp", options, rules);
  const { url, ...rest } = options;
  const { transport, client, reconnect = {} } = rest;
  if (url === undefined && transport === undefined && client === undefined) {
    throw new OptionError(
      "ag-ui-lit: connectMcp() needs one of url, transport and client, to know where the server is.",
    );
  }
  if (url !== undefined && transport !== undefined) {
    throw new OptionError(
      "ag-ui-lit: connectMcp() takes url or transport, not both: each says where the server is.",
    );
  }
  if (reconnect) checkOptions("connectMcp", reconnect, reconnectRules, "reconnect");
  return {
    ...rest,
    ...(url !== undefined && { url: endpoint(url) }),
    registry: options.registry ?? globalToolRegistry,
    prefix: options.prefix ?? "",
    approval: options.approval ?? "always",
    timeout: options.timeout ?? 60_000,
    maxTools: options.maxTools ?? 256,
    maxMessageBytes: options.maxMessageBytes ?? 2 ** 25,
    reconnect: reconnect && {
      initialDelay: reconnect.initialDelay ?? 1000,
      maxDelay: reconnect.maxDelay ?? 30_000,
      maxAttempts: reconnect.maxAttempts ?? Number.POSITIVE_INFINITY,
    },
    pingInterval: options.pingInterval ?? 30_000,
  };
}

const rules: OptionRules<McpOptions> = {
  url: [
    "the http(s) address of an MCP server",
    (value) => typeof value === "string" || hasMethods(value, "toString"),
  ],
  transport: [
    "a function that makes a transport: each connection needs a new one",
    (value) => typeof value === "function",
  ],
  client: [
    "a Client of @modelcontextprotocol/client",
    (value) => hasMethods(value, "connect", "close"),
  ],
  registry: aRegistry,
  prefix: [
    "at most 40 of A-Z a-z 0-9 _ -",
    (value) => typeof value === "string" && /^[\w-]{0,40}$/.test(value),
  ],
  headers: [
    "an object of headers, or a function that gives one",
    (value) => anObject[1](value) || typeof value === "function",
  ],
  authProvider: [
    "an AuthProvider or OAuthClientProvider of @modelcontextprotocol/client",
    (value) => hasMethods(value, "token") || hasMethods(value, "tokens"),
  ],
  fetch: aFunction,
  filter: aFunction,
  approval: [
    '"always", "annotations", "never" or a function',
    (value) =>
      ["always", "annotations", "never"].includes(value as string) || typeof value === "function",
  ],
  metadata: aFunction,
  timeout: aNumber(1, LONGEST),
  maxTools: aNumber(1, 10_000),
  maxMessageBytes: aNumber(1024),
  reconnect: ["false, or an object of options", (value) => value === false || anObject[1](value)],
  pingInterval: aNumber(0, LONGEST),
  signal: aSignal,
};

const reconnectRules: OptionRules<McpReconnectOptions> = {
  initialDelay: aNumber(0, LONGEST),
  maxDelay: aNumber(0, LONGEST),
  maxAttempts: aNumber(1),
};

/**
 * The address of the server; a relative one is resolved against the page's. An invalid one may hold a secret, so it is
 * not shown.
 */
function endpoint(url: string | URL): URL {
  const base = typeof document === "undefined" ? undefined : document.baseURI;
  let parsed: URL | undefined;
  try {
    parsed = new URL(String(url), base);
  } catch {
    // Reported below.
  }
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new OptionError(`ag-ui-lit: connectMcp({ url }) must be ${rules.url[0]}.`);
}
