/** `ag-ui-lit/mcp`: options, events and what a connection tells, without a cast. */

import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { type RegisteredTool, ToolRegistry } from "ag-ui-lit";
import {
  connectMcp,
  McpConnection,
  type McpConnectionError,
  type McpConnectionErrorCode,
  type McpRejection,
  type McpStatus,
  type McpTool,
  type McpToolMetadata,
  type McpToolOutput,
  type McpToolsChange,
} from "ag-ui-lit/mcp";
import { exactly } from "./expect.js";

declare global {
  /** The official client's types name Node's. */
  interface Buffer extends Uint8Array {}
}

const connection = await connectMcp({
  url: new URL("https://example.com/mcp"),
  registry: new ToolRegistry(),
  prefix: "a_",
  headers: async () => ({ authorization: "Bearer x", "x-none": undefined }),
  authProvider: { token: async () => "x" },
  approval: (tool, args) => {
    exactly<boolean>()(tool.annotations.readOnlyHint);
    exactly<unknown>()(args);
    return Promise.resolve(tool.tool !== "it");
  },
  metadata: ({ title }) => (title === undefined ? {} : { tags: [title], timeout: 5 }),
  filter: ({ server }) => server === "mine",
  reconnect: { maxAttempts: 3 },
  signal: new AbortController().signal,
});
exactly<McpConnection>()(connection);
exactly<McpStatus>()(connection.status);
exactly<readonly string[]>()(connection.toolNames);
exactly<readonly McpTool[]>()(connection.tools);
exactly<readonly McpRejection[]>()(connection.rejected);
exactly<McpConnectionError | undefined>()(connection.error);
exactly<RegisteredTool | undefined>()(connection.tools[0]?.registered);
if (connection.error) exactly<McpConnectionErrorCode>()(connection.error.code);
await using _used = connection;

connection.addEventListener("mcp-status-changed", ({ detail }) => {
  exactly<McpStatus>()(detail.previous);
  exactly<number | undefined>()(detail.retryIn);
});
connection.addEventListener("mcp-tools-changed", ({ detail }) => exactly<McpToolsChange>()(detail));
connection.addEventListener("mcp-tool-rejected", ({ detail }) => exactly<Error>()(detail.error));
// @ts-expect-error there is no such event
connection.addEventListener("mcp-tool-rejcted", ({ detail }) => detail);

const own = new McpConnection({
  transport: () => new StreamableHTTPClientTransport(new URL("https://example.com/mcp")),
  approval: "always",
  reconnect: false,
});
exactly<Promise<void>>()(own.connect());
exactly<Promise<void>>()(own.reconnect());
exactly<Promise<void>>()(own.close());
new McpConnection({ client: new Client({ name: "page", version: "1" }) });
new McpConnection({ transport: async () => InMemoryTransport.createLinkedPair()[0] });

// @ts-expect-error each connection needs a transport of its own
new McpConnection({ transport: InMemoryTransport.createLinkedPair()[0] });
// @ts-expect-error it is no word for it
new McpConnection({ url: "", approval: "ask" });
// @ts-expect-error there is no such option
new McpConnection({ adress: "" });

exactly<string>()(({} as McpToolMetadata).mcp.tool);
exactly<unknown>()(({} as McpToolOutput).structuredContent);
