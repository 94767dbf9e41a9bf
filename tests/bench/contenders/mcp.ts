import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import type { Contender } from "./contender.js";
import { description, handler, toolName } from "./task.js";
import { zodSchema } from "./zod-schema.js";

export const mcp: Contender = {
  name: "MCP SDK, client and server in memory",
  kind: "peer",
  validates: true,
  events: 0,
  notes: ["zod; a protocol with two ends: request and answer are checked as well"],
  async prepare() {
    const about = { name: "bench", version: "1.0.0" };
    const server = new McpServer(about);
    server.registerTool(toolName, { description, inputSchema: zodSchema }, async (args) => ({
      content: [{ type: "text", text: await handler(args) }],
    }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client(about);
    await Promise.all([server.connect(far as never), client.connect(near)]);
    return async (text) => {
      const outcome = await client.callTool({ name: toolName, arguments: JSON.parse(text) });
      const [part] = outcome.content;
      return part?.type === "text" ? part.text : undefined;
    };
  },
};
