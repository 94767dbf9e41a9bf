import { messageOf } from "../codec/describe.js";
import { McpConnectionError } from "./errors.js";

/** The used parts of the official client. */
export type McpSdk = Pick<
  typeof import("@modelcontextprotocol/client"),
  "Client" | "StreamableHTTPClientTransport"
>;

/**
 * Loads the official client when a page connects for the first time: it is an optional peer, and large.
 *
 * @throws {McpConnectionError} that names the package and the command that installs it.
 */
export async function loadSdk(): Promise<McpSdk> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    throw new McpConnectionError(
      "missing_peer",
      "ag-ui-lit/mcp needs the package @modelcontextprotocol/client, which could not be loaded " +
        `(${messageOf(cause)}). Install it: npm install @modelcontextprotocol/client`,
      { cause },
    );
  }
}
