import { randomUUID } from "@ag-ui/client";
import type { ToolCall, ToolMessage } from "@ag-ui/core";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolError } from "../execution/types.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { CallIds } from "./call-ids.js";
import type { CallStatus } from "./call-status.js";
import type { Emit } from "./events.js";

/** What answering a call needs. */
export interface AnswerContext {
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  readonly status: CallStatus;
  readonly ids: CallIds;
}

/** Runs a call's tool and says what came of it. Never rejects: every call gets an answer. */
export async function answerCall(call: ToolCall, context: AnswerContext): Promise<ToolMessage> {
  const { registry, manager, signal, emit, status, ids } = context;
  const named = { toolCallId: call.id, toolCallName: call.function.name };
  const tool = registry.get(call.function.name);
  if (!tool) {
    const error = unknownTool(call.function.name, registry.names);
    emit("ag-ui-tool-call-error", { ...named, error });
    return errorMessage(call, error.message);
  }
  const result = await status.watch(call, () =>
    manager.execute(tool, ids.idOf(call.id), call.function.arguments, { signal }),
  );
  const execution = status.executionOf(call);
  const known = execution && { execution };
  if (result.success) {
    const toolCallArgs = execution?.args ?? {};
    emit("ag-ui-tool-call-end", { ...named, toolCallArgs, result: result.result, ...known });
    return { id: randomUUID(), role: "tool", toolCallId: call.id, content: result.result };
  }
  emit("ag-ui-tool-call-error", { ...named, error: result.error, ...known });
  return errorMessage(call, result.error.message);
}

/** The answer to a call that was not run. */
export function notRunMessage(call: ToolCall, why: string): ToolMessage {
  return errorMessage(call, `The tool was not run: ${why}`);
}

/**
 * Arguments that are no JSON object must not stay in the history: backends parse it, and some refuse the whole
 * thread. They go back as `{}`, and the answer quotes what was there.
 */
export function repairArguments(call: ToolCall): ToolCall {
  return isObjectText(call.function.arguments)
    ? call
    : { ...call, function: { ...call.function, arguments: "{}" } };
}

/** The error text goes into `content` as well: several backends show the model only that. */
function errorMessage(call: ToolCall, reason: string): ToolMessage {
  const written = call.function.arguments;
  const isBroken = written.trim() !== "" && !isObjectText(written);
  const content = isBroken ? `${reason} The arguments were: ${excerpt(written)}` : reason;
  return { id: randomUUID(), role: "tool", toolCallId: call.id, content, error: content };
}

function unknownTool(name: string, names: readonly string[]): ToolError {
  const available =
    names.length > 0 ? `Available tools: ${names.join(", ")}.` : "The page offers no tools.";
  return {
    category: "permanent",
    code: "unknown_tool",
    message: `There is no tool named "${name}". ${available}`,
    retryable: false,
  };
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function excerpt(text: string): string {
  const longest = 1000;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
