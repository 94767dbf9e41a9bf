import { McpConnection } from "./connection.js";
import type { McpOptions } from "./options.js";

/**
 * Connects to an MCP server, and registers its tools.
 *
 * @returns a promise of the connection. It rejects, and nothing is left behind, when the server can't be reached.
 * @throws {TypeError} that names the invalid option.
 *
 * @example
 * ```ts
 * const connection = await connectMcp({ url: "https://example.com/mcp", prefix: "shop_" });
 * console.log(connection.toolNames);
 * await connection.close();
 * ```
 */
export async function connectMcp(options: McpOptions): Promise<McpConnection> {
  const connection = new McpConnection(options);
  try {
    await connection.connect();
    return connection;
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
}
