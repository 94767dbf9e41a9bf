/** The reason that there is no connection to an MCP server. */
export type McpConnectionErrorCode =
  /** The package `@modelcontextprotocol/client` is not installed. */
  | "missing_peer"
  /** The server can't be reached, or the connection broke. */
  | "unreachable"
  /** The server does not know who the page is (HTTP 401), or does not let it in (403). */
  | "unauthorized"
  /** The server answered, but not as an MCP server does, or with another HTTP status. */
  | "refused"
  /** The server did not answer in time. */
  | "timeout"
  /** The page closed the connection, or began another. */
  | "closed";

/** The error of a missing connection to an MCP server: `connect()` rejects with it, `mcp-status-changed` carries it. */
export class McpConnectionError extends Error {
  override readonly name = "McpConnectionError";
  /** The reason. */
  readonly code: McpConnectionErrorCode;

  constructor(code: McpConnectionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A tool of a server that did not become one of the page's, and why. */
export class McpToolError extends Error {
  override readonly name = "McpToolError";
}
