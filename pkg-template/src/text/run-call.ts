import { randomUUID } from "@ag-ui/client";
import { permanent, unknownTool } from "../calls/refusals.js";
import { isObject } from "../codec/safe-read.js";
import { nobody } from "../element/answers/nobody.js";
import { isRefusal } from "../errors/public-tool-error.js";
import { tellNotRun } from "../execution/calls-not-run.js";
import { CheckedArguments } from "../execution/checked-arguments.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolError } from "../execution/types.js";
import { executionModeOf } from "../tools/execution-mode.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import type { CallOutcome } from "./history.js";
import type { WrittenCall } from "./reading.js";

/** Where tools run that were called in a text. */
export interface CallHost {
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly signal: AbortSignal;
  /** What the model and the client read of a tool's failure. */
  readonly told: (error: ToolError, toolName: string) => ToolError;
}

/** What came of a call: for the model, and for whoever watches. */
export interface CallEnd extends CallOutcome {
  readonly result: Record<string, unknown>;
}

/**
 * Runs a call. Never rejects. A tool that needs a person's approval does not run: there is nobody to ask.
 */
export async function runCall(call: WrittenCall, host: CallHost): Promise<CallEnd> {
  const { registry, manager, signal, told } = host;
  const { name, arguments: args } = call;
  const tool = registry.get(name);
  const toolCallId = randomUUID();
  const notRun = (error: ToolError): CallEnd => {
    tellNotRun(manager, { tool: tool?.id ?? name, toolCallId, args, error });
    return failed(name, error.message, error.category);
  };
  if (!tool) return notRun(unknownTool(name, registry.names));
  if (!runsHere(tool)) return notRun(permanent("not_preflighted", notFinished(name)));
  const permission = await nobody.request({ tool, toolCallId, args, manager, registry, signal });
  if (permission.may === "not run") {
    return notRun(permission.error);
  }
  const { args: permitted } = permission;
  const checked =
    permitted instanceof CheckedArguments ? permitted : await manager.check(tool, permitted);
  const outcome = await manager.execute(tool, toolCallId, checked, { signal });
  if (!outcome.success) {
    const error = isRefusal(checked.error) ? outcome.error : told(outcome.error, name);
    return failed(name, error.message, error.category);
  }
  return { name, text: outcome.result, isError: false, result: recordOf(outcome.result) };
}

/** The stream's tools run where it is made, and it has no page that could finish a call: one of two halves does not run. */
export function runsHere(tool: RegisteredTool): boolean {
  return executionModeOf(tool) !== "preflight";
}

function notFinished(name: string): string {
  return `The tool "${name}" was not run: a page must finish each call of it, and there is none here.`;
}

function failed(name: string, error: string, category: string): CallEnd {
  return { name, text: error, isError: true, result: { error, category } };
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
