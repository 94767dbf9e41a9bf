/**
 * `ag-ui-lit/mcp`: the tools of MCP servers in a registry, by the official client `@modelcontextprotocol/client`, which
 * is loaded when a page connects. Importing it in Node is harmless.
 *
 * @module
 */
export type { McpProgress } from "../mcp/call.js";
export { connectMcp } from "../mcp/connect-mcp.js";
export { McpConnection } from "../mcp/connection.js";
export type { McpToolOutput } from "../mcp/content.js";
export { McpConnectionError, type McpConnectionErrorCode, McpToolError } from "../mcp/errors.js";
export type { McpConnectionEventMap, McpStatus, McpStatusChange } from "../mcp/events.js";
export type { McpApproval, McpHeaders, McpOptions, McpReconnectOptions } from "../mcp/options.js";
export type { McpToolMetadata } from "../mcp/tool-definition.js";
export type { McpToolAnnotations, McpToolInfo } from "../mcp/tool-info.js";
export type { McpRejection, McpTool, McpToolsChange } from "../mcp/tool-set.js";
export {
  connectFrameTools,
  type FrameTools,
  type FrameToolsOptions,
} from "../web-mcp/frame-tools.js";
