import type { RegisteredTool, ToolExecutionMode } from "./types.js";

/** The execution mode in a tool's metadata. */
export function executionModeOf({ metadata }: RegisteredTool): ToolExecutionMode {
  const { execution } = metadata;
  return execution === "server" || execution === "preflight" ? execution : "client";
}
