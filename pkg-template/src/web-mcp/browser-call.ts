import { randomUUID } from "@ag-ui/client";
import { OfferedTools } from "../calls/offered-tools.js";
import { originWith } from "../calls/origin.js";
import { outcomeText } from "../calls/outcome-text.js";
import { runCall } from "../calls/run-call.js";
import type { Approvals } from "../element/answers/approval.js";
import type { CallSteps } from "../execution/call-steps.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";

/** A call that came from the browser, not from a conversation. */
export interface BrowserCall {
  readonly tool: RegisteredTool;
  /** The input from the browser's agent, not checked yet. */
  readonly input: unknown;
  /** Aborted when the browser's agent gives up. */
  readonly signal: AbortSignal | undefined;
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  /** The approvals of the user, for a tool that requires them. */
  readonly approvals: Approvals;
  /** The steps of the element that exposes the tool. */
  readonly steps: CallSteps;
}

/**
 * Runs a tool for the browser's agent, which has no other access to tools.
 *
 * Never rejects: its agent gets no details of a rejection.
 *
 * @returns the text for the model, or MCP's form of a failure.
 */
export async function runBrowserCall(call: BrowserCall): Promise<unknown> {
  const { tool, input, manager, registry, approvals: approver, steps } = call;
  const end = await runCall({
    toolName: tool.name,
    tool,
    toolCallId: `webmcp-${randomUUID()}`,
    args: (input ?? {}) as Record<string, unknown>,
    tools: new OfferedTools(registry),
    place: "page",
    manager,
    origin: originWith({ kind: "browser", depth: 0 }, { approver, steps }),
    signal: call.signal ?? new AbortController().signal,
  });
  const text = outcomeText(end);
  return end.outcome.success ? text : { isError: true, content: [{ type: "text", text }] };
}
