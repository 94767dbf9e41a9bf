import { randomUUID } from "@ag-ui/client";
import { denyAll } from "../calls/deny-all.js";
import { OfferedTools } from "../calls/offered-tools.js";
import { originWith } from "../calls/origin.js";
import { placeFault } from "../calls/place.js";
import { runCall } from "../calls/run-call.js";
import { isObject } from "../codec/safe-read.js";
import { isRefusal } from "../errors/public-tool-error.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolError } from "../execution/types.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import type { WrittenOutcome } from "./history.js";
import type { WrittenCall } from "./reading.js";

/** The dependencies of calls in a text. */
export interface TextCallHost {
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly signal: AbortSignal;
  /** Makes the part of a tool's failure that the model and the client read. */
  readonly told: (error: ToolError, toolName: string) => ToolError;
}

/** The end of a call: for the model, and for observers. */
export interface WrittenCallEnd extends WrittenOutcome {
  readonly result: Record<string, unknown>;
}

/** The stream's tools run where it is made: no page can finish a call. */
const origin = originWith({ kind: "text", depth: 0 }, { approver: denyAll });

/** Runs a call. Never rejects. A tool that needs approval does not run: there is no person to ask. */
export async function runWrittenCall(
  { name, arguments: args }: WrittenCall,
  { registry, manager, signal, told }: TextCallHost,
): Promise<WrittenCallEnd> {
  const { call, outcome } = await runCall({
    toolName: name,
    toolCallId: randomUUID(),
    args,
    tools: new OfferedTools(registry, undefined, "alone"),
    place: "alone",
    manager,
    origin,
    signal,
    check: (tool, written) => manager.check(tool, written),
  });
  if (outcome.success) {
    return { name, text: outcome.result, isError: false, result: recordOf(outcome.result) };
  }
  const isOurs = call.ownRefusal !== undefined || isRefusal(call.checked?.error);
  const { message, category } = isOurs ? outcome.error : told(outcome.error, name);
  return { name, text: message, isError: true, result: { error: message, category } };
}

/** Returns true for a tool that can run where a text stream is made. */
export function runsHere(tool: RegisteredTool): boolean {
  return placeFault(tool, "alone") === undefined;
}

/** A result as the event has it: an object as it is, and anything else as its `data`. */
function recordOf(text: string): Record<string, unknown> {
  let data: unknown = text;
  try {
    data = JSON.parse(text);
  } catch {
    // It is text.
  }
  const isRecord = isObject(data) && !Array.isArray(data);
  return isRecord ? (data as Record<string, unknown>) : { data };
}
