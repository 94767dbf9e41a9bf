import { isObject, read, readText } from "../../codec/safe-read.js";
import type { CallEntry, ServerOutcome } from "../../conversation/raw.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";

/** What an executor made of a call, held to what it must be: it may be anybody's. */
export function outcomeOf(
  call: AgentCall,
  made: unknown,
): { readonly made: AgentToolCall; readonly outcome: ServerOutcome } {
  if (!isObject(made)) return failureOf(call, "The executor gave no outcome.");
  const handsOver = read(made, "requiresClientExecution") === true;
  const errorMessage = readText(made, "errorMessage");
  const own = { ...(made as AgentToolCall), ...namesOf(call) };
  if (handsOver && errorMessage === undefined) return { made: own, outcome: { handsOver } };
  const isError = errorMessage !== undefined || read(made, "wasExecuted") !== true;
  const content =
    readText(made, "content") ?? errorMessage ?? readText(made, "resultJson") ?? "null";
  const whole = { ...own, requiresClientExecution: false, content };
  return {
    made: Object.freeze(isError ? { ...whole, errorMessage: errorMessage ?? content } : whole),
    outcome: { content, isError },
  };
}

/** An executor that throws after all. */
export function failureOf(call: AgentCall, message: string): ReturnType<typeof outcomeOf> {
  const made = Object.freeze({
    ...namesOf(call),
    isServerTool: true,
    wasExecuted: false,
    requiresClientExecution: false,
    content: message,
    errorMessage: message,
  });
  return { made, outcome: { content: message, isError: true } };
}

/** A call that has its answer without having been run by anybody's code: as the ledger has it. */
export function answeredCall(call: CallEntry, argumentsJson = call.arguments): AgentToolCall {
  const { id, name, mode, content = "null", isError = false, by } = call;
  return Object.freeze({
    toolCallId: id,
    toolName: name,
    argumentsJson,
    ...(mode && { execution: mode }),
    isServerTool: mode !== "client",
    wasExecuted: by === "server" && !isError,
    requiresClientExecution: false,
    content,
    ...(isError ? { errorMessage: content } : { resultJson: JSON.stringify(content) }),
  });
}

function namesOf(
  call: AgentCall,
): Pick<AgentToolCall, "toolCallId" | "toolName" | "argumentsJson"> {
  return { toolCallId: call.id, toolName: call.name, argumentsJson: call.arguments };
}
