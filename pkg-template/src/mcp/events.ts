import type { McpConnectionError } from "./errors.js";
import type { McpRejection, McpToolsChange } from "./tool-set.js";

/**
 * The status of a connection:
 *
 * - `"idle"`: not begun;
 * - `"connecting"`: for the first time, or because the page asked for it;
 * - `"connected"`: the server's tools are registered;
 * - `"reconnecting"`: it broke, the tools have left the registry, and it is tried again;
 * - `"failed"`: it is not tried again unless the page asks for it by `reconnect()`;
 * - `"closed"`: the page closed it, for good.
 */
export type McpStatus = "idle" | "connecting" | "connected" | "reconnecting" | "failed" | "closed";

/** The detail of `mcp-status-changed`. */
export interface McpStatusChange {
  readonly status: McpStatus;
  readonly previous: McpStatus;
  /** The reason of its end or failure. */
  readonly error?: McpConnectionError;
  /** Milliseconds until the next try. */
  readonly retryIn?: number;
}

/** The events of an `McpConnection`. */
export interface McpConnectionEventMap {
  /** After the new status is visible. Also before each further try to reconnect. */
  "mcp-status-changed": CustomEvent<McpStatusChange>;
  /** Tools came, changed or left. Not when nothing did. */
  "mcp-tools-changed": CustomEvent<McpToolsChange>;
  /** Something that the server lists did not become a tool; once for each error. */
  "mcp-tool-rejected": CustomEvent<McpRejection>;
}
