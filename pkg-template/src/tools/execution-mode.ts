import type { RegisteredTool, ToolExecutionMode } from "./types.js";

/** Where a tool runs, by its own word. */
export function executionModeOf({ metadata }: RegisteredTool): ToolExecutionMode {
  const { execution } = metadata;
  return execution === "server" || execution === "preflight" ? execution : "client";
}
