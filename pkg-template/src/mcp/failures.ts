import { describe, messageOf } from "../codec/describe.js";
import { isObject, read, readNumber, readText } from "../codec/safe-read.js";
import { start, wellFormed } from "../codec/truncate.js";
import type { ToolErrorCategory } from "../core/raw.js";
import { categorizeError } from "../errors/categorize-error.js";
import { isToolFailure, ToolFailure, type ToolFailureOptions } from "../errors/tool-failure.js";
import { readableText } from "../visible-text/readable-text.js";
import { McpConnectionError, type McpConnectionErrorCode } from "./errors.js";

/** The `data` of the error for an answer that will not come: its stream ended before. */
export const streamEnded = Symbol("stream ended");

/** The `data` of the error for an answer whose stream ended after an invalid message. */
export const invalidAnswer = Symbol("invalid answer");

/** The `data` of the error for an answer that is too long. Servers gain nothing by imitating it. */
export const messageTooLong = "ag-ui-lit: message too long";

/** The maximum length of a server's text in an error, in UTF-16 units. */
const LONGEST_WORDS = 10_000;

/** JSON-RPC 2.0, section 5.1, and the additions of the Model Context Protocol. */
const byJsonRpcCode: Readonly<Record<number, readonly [ToolErrorCategory, code: string]>> = {
  [-32700]: ["permanent", "mcp_parse_error"],
  [-32600]: ["permanent", "mcp_invalid_request"],
  [-32601]: ["permanent", "mcp_method_not_found"],
  [-32602]: ["validation", "mcp_invalid_params"],
  [-32603]: ["execution", "mcp_internal_error"],
  [-32002]: ["permanent", "mcp_resource_not_found"],
  [-32042]: ["permanent", "mcp_url_elicitation_required"],
};

/** By the codes of the official client's `SdkError`. */
const bySdkCode: Readonly<Record<string, readonly [ToolErrorCategory, code: string]>> = {
  REQUEST_TIMEOUT: ["timeout", "mcp_timeout"],
  CLIENT_HTTP_UNEXPECTED_CONTENT: ["permanent", "mcp_invalid_result"],
  CONNECTION_CLOSED: ["transient", "mcp_connection_lost"],
  NOT_CONNECTED: ["transient", "mcp_disconnected"],
  SEND_FAILED: ["transient", "mcp_connection_lost"],
  INVALID_RESULT: ["permanent", "mcp_invalid_result"],
  UNSUPPORTED_RESULT_TYPE: ["permanent", "mcp_invalid_result"],
};

/** The HTTP status of a failed answer, from the thrown value or its causes. */
export function httpStatusOf(thrown: unknown): number | undefined {
  for (let value: unknown = thrown, depth = 0; isObject(value) && depth < 4; depth++) {
    const status = readNumber(value, "status");
    if (status !== undefined && status >= 400 && status < 600) return status;
    if (readText(value, "name") === "UnauthorizedError") return 401;
    value = read(value, "cause");
  }
  return undefined;
}

/** Returns true if an error is the server's own answer to a request, so that the server is there. */
export function isAnswer(thrown: unknown): boolean {
  return jsonRpcCode(thrown) !== undefined && !isEndOfStream(thrown);
}

/** Facts about a failed call, besides the thrown value. */
export interface FailedCall {
  readonly server: string;
  /** Whether the connection turned out to be gone. */
  readonly isLost: boolean;
}

/** A call that did not lead to a result, as a tool's failure. */
export function callFailure(thrown: unknown, { server, isLost }: FailedCall): ToolFailure {
  if (isToolFailure(thrown)) return thrown;
  const status = httpStatusOf(thrown);
  if (status !== undefined) return httpFailure(thrown, status, server, isLost);
  if (isEndOfStream(thrown)) return lostFailure(server, thrown);
  if (isTooLong(thrown)) return tooLongFailure(server, thrown);
  if (isInvalidAnswer(thrown)) return invalidFailure(server, thrown);
  const jsonRpc = jsonRpcCode(thrown);
  if (jsonRpc !== undefined) {
    // Codes from -32000 to -32099 are the server's own.
    const [category, code] = byJsonRpcCode[jsonRpc] ?? ["execution", "mcp_error"];
    return failure(`The MCP server ${server} answered with an error: ${words(thrown)}`, {
      category,
      code,
      cause: thrown,
    });
  }
  const [category, code] = bySdkCode[sdkCode(thrown) ?? ""] ?? [];
  if (code === "mcp_disconnected" || wasNeverSent(thrown))
    return disconnectedFailure(server, thrown);
  if (code === "mcp_connection_lost" || (isLost && code !== "mcp_timeout")) {
    return lostFailure(server, thrown);
  }
  if (code === "mcp_timeout") {
    return failure(`The MCP server ${server} did not answer in time.`, {
      category,
      code,
      cause: thrown,
    });
  }
  if (code === "mcp_invalid_result") return invalidFailure(server, thrown);
  const known = categorizeError(thrown, "execution");
  // A failed fetch does not reveal in any browser whether the request arrived.
  if (isOpaque(thrown) || known.category === "transient") return lostFailure(server, thrown);
  return failure(
    `The call to the MCP server ${server} failed, and what the tool did is unknown: ${words(thrown, 500)}`,
    { category: "permanent", code: "mcp_error", retryable: false, cause: thrown },
  );
}

function tooLongFailure(server: string, thrown: unknown): ToolFailure {
  return failure(
    `The MCP server ${server} has answered, but ${words(thrown, 200)} and was not read. What the tool did is unknown: it may have run.`,
    { category: "permanent", code: "mcp_message_too_long", retryable: false, cause: thrown },
  );
}

/**
 * Replaces the client's message, which is pages of a schema's expectations: the server's error, which no model can
 * repair.
 */
function invalidFailure(server: string, thrown: unknown): ToolFailure {
  const content = contentTypeOf(thrown);
  const what =
    content === undefined
      ? "with something that is no tool result"
      : `with content of the type ${content}, in place of JSON or a stream of events`;
  return failure(
    `The MCP server ${server} answered ${what}. What the tool did is unknown: it may have run.`,
    { category: "permanent", code: "mcp_invalid_result", retryable: false, cause: thrown },
  );
}

function contentTypeOf(thrown: unknown): string | undefined {
  if (sdkCode(thrown) !== "CLIENT_HTTP_UNEXPECTED_CONTENT") return undefined;
  const data = read(thrown as object, "data");
  const type = isObject(data) ? readText(data, "contentType") : undefined;
  return type ? readableText(wellFormed(start(type, 100))) : "unknown";
}

/** Errors of Node's before a connection is there. */
const beforeConnection = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

function wasNeverSent(thrown: unknown): boolean {
  for (let value: unknown = thrown, depth = 0; isObject(value) && depth < 4; depth++) {
    if (beforeConnection.has(readText(value, "code") ?? "")) return true;
    value = read(value, "cause");
  }
  return false;
}

/** A call without a connection: nothing was sent, so that another try is safe. */
export function disconnectedFailure(server: string, cause: unknown): ToolFailure {
  return failure(
    `The connection to the MCP server ${server} is interrupted: the tool was not called. It may work again in a moment.`,
    { category: "transient", code: "mcp_disconnected", retryable: true, cause },
  );
}

/** A call after the page has closed the connection. */
export function closedFailure(server: string): ToolFailure {
  return failure(`The page has closed the connection to the MCP server ${server}.`, {
    category: "permanent",
    code: "mcp_closed",
    retryable: false,
  });
}

function lostFailure(server: string, cause: unknown): ToolFailure {
  return failure(
    `The connection to the MCP server ${server} broke before it answered: whether the tool has run is unknown.`,
    { category: "transient", code: "mcp_connection_lost", cause },
  );
}

function httpFailure(
  thrown: unknown,
  status: number,
  server: string,
  isLost: boolean,
): ToolFailure {
  // A server that does not know the session has not looked at the call.
  if (isLost && (status === 400 || status === 404)) return disconnectedFailure(server, thrown);
  const known = categorizeError(thrown, "execution");
  const codes: Readonly<Record<number, string>> = {
    401: "mcp_unauthorized",
    403: "mcp_forbidden",
    404: "mcp_not_found",
    429: "mcp_rate_limited",
  };
  const isRefused = status === 401 || status === 403;
  const kinds: Readonly<Record<number, ToolErrorCategory>> = {
    408: "transient",
    425: "transient",
    429: "transient",
  };
  return failure(
    isRefused
      ? `The MCP server ${server} refuses the page (HTTP ${status}): its authorization is missing, has run out or does not suffice.`
      : `The MCP server ${server} answered with HTTP ${status}: ${words(thrown, 500)}`,
    {
      category: kinds[status] ?? (status >= 500 ? "transient" : "permanent"),
      code: codes[status] ?? "mcp_http_error",
      retryAfter: known.retryAfter,
      cause: thrown,
    },
  );
}

/** The error of a missing connection. */
export function connectionError(thrown: unknown, server: string): McpConnectionError {
  if (thrown instanceof McpConnectionError) return thrown;
  const status = httpStatusOf(thrown);
  const [code, message] = wordsOfConnection(thrown, status);
  return new McpConnectionError(code, `The MCP server ${server} ${message}`, { cause: thrown });
}

function wordsOfConnection(
  thrown: unknown,
  status: number | undefined,
): [McpConnectionErrorCode, string] {
  if (status === 401 || status === 403) {
    return ["unauthorized", `refuses the page (HTTP ${status}): check headers or authProvider.`];
  }
  if (status !== undefined)
    return ["refused", `answered with HTTP ${status}: ${words(thrown, 500)}`];
  if (sdkCode(thrown) === "REQUEST_TIMEOUT") return ["timeout", "did not answer in time."];
  if (isTooLong(thrown)) return ["refused", `can't be used: ${words(thrown, 200)}.`];
  if (isInvalidAnswer(thrown) || sdkCode(thrown) === "INVALID_RESULT") {
    return ["refused", "can't be used: its answer is not as the protocol has it."];
  }
  const isNetwork = categorizeError(thrown).category === "transient" || isOpaque(thrown);
  if (!isNetwork && sdkCode(thrown) !== "CONNECTION_CLOSED") {
    return ["refused", `can't be used: ${words(thrown, 500)}`];
  }
  const advice =
    typeof document === "undefined"
      ? ""
      : " Does it run, and does it allow this page's origin by CORS, with mcp-session-id among the exposed headers?";
  return ["unreachable", `can't be reached: ${words(thrown, 500)}.${advice}`];
}

/** Returns true for a `fetch` that failed, also as the cause of the client's error. */
function isOpaque(thrown: unknown): boolean {
  const cause = isObject(thrown) ? read(thrown, "cause") : undefined;
  return [thrown, cause].some((one) => isObject(one) && readText(one, "name") === "TypeError");
}

function isTooLong(thrown: unknown): boolean {
  return isObject(thrown) && read(thrown, "data") === messageTooLong;
}

/** Returns true if an answer violates the protocol: invalid JSON, or JSON that the client's schemas refuse. */
export function isInvalidAnswer(thrown: unknown): boolean {
  if (!isObject(thrown)) return false;
  const name = readText(thrown, "name") ?? "";
  return (
    read(thrown, "data") === invalidAnswer ||
    /^\$?Zod\w*Error$/.test(name) ||
    name === "SyntaxError"
  );
}

function isEndOfStream(thrown: unknown): boolean {
  return isObject(thrown) && read(thrown, "data") === streamEnded;
}

function jsonRpcCode(thrown: unknown): number | undefined {
  return isObject(thrown) ? readNumber(thrown, "code") : undefined;
}

function sdkCode(thrown: unknown): string | undefined {
  return isObject(thrown) ? readText(thrown, "code") : undefined;
}

function words(thrown: unknown, longest = LONGEST_WORDS): string {
  const text = messageOf(thrown) || describe(thrown);
  return readableText(wellFormed(start(text, longest)));
}

function failure(message: string, options: ToolFailureOptions): ToolFailure {
  return new ToolFailure(message, options);
}
