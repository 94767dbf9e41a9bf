import { randomUUID } from "@ag-ui/client";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { RegisteredTool } from "../tools/types.js";

/** A call that came from the browser, not from a conversation. */
export interface BrowserCall {
  readonly tool: RegisteredTool;
  /** What the browser's agent sent: not checked by anybody yet. */
  readonly input: unknown;
  /** Aborted when the browser's agent gives up. */
  readonly signal: AbortSignal | undefined;
  readonly manager: ToolExecutionManager;
}

/**
 * Runs a tool for the browser's agent. The only way from there to a tool.
 *
 * Never rejects: of a rejection the browser tells its agent nothing but that there was one.
 *
 * @returns the text the model reads, or what MCP has for a failure.
 */
export async function runBrowserCall(call: BrowserCall): Promise<unknown> {
  const { tool, input, signal, manager } = call;
  const args = (input ?? {}) as Record<string, unknown>;
  const result = await manager.execute(tool, `webmcp-${randomUUID()}`, args, signal && { signal });
  if (result.success) return result.result;
  return { isError: true, content: [{ type: "text", text: result.error.message }] };
}
