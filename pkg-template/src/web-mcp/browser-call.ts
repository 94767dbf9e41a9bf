import { randomUUID } from "@ag-ui/client";
import { noteOfEdit } from "../element/answers/answer.js";
import type { Approvals } from "../element/answers/approval.js";
import { noteOrigin } from "../element/answers/origin.js";
import { type InternalExecuteOptions, onBegun } from "../execution/execution-handle.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";

/** A call that came from the browser, not from a conversation. */
export interface BrowserCall {
  readonly tool: RegisteredTool;
  /** What the browser's agent sent: not checked by anybody yet. */
  readonly input: unknown;
  /** Aborted when the browser's agent gives up. */
  readonly signal: AbortSignal | undefined;
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  /** Ask the user first, where the tool says so. */
  readonly approvals: Approvals;
}

/**
 * Runs a tool for the browser's agent. The only way from there to a tool.
 *
 * Never rejects: of a rejection its agent hears nothing but that there was one.
 *
 * @returns the text the model reads, or what MCP has for a failure.
 */
export async function runBrowserCall(call: BrowserCall): Promise<unknown> {
  const { tool, input, manager, registry, approvals } = call;
  const signal = call.signal ?? new AbortController().signal;
  const toolCallId = `webmcp-${randomUUID()}`;
  const args = (input ?? {}) as Record<string, unknown>;
  const permission = await approvals.request({ tool, toolCallId, args, manager, registry, signal });
  if (permission.may === "not run") return failure(permission.error.message);
  const options: InternalExecuteOptions = {
    signal,
    [onBegun]: (handle) => noteOrigin(handle, { asker: approvals, depth: 0 }),
  };
  const result = await manager.execute(tool, toolCallId, permission.args, options);
  const note = permission.edited ? noteOfEdit(permission.edited) : "";
  return result.success ? note + result.result : failure(note + result.error.message);
}

function failure(text: string): unknown {
  return { isError: true, content: [{ type: "text", text }] };
}
