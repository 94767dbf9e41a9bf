import { textOf } from "../../execution/handler-result.js";
import type { ToolError } from "../../execution/types.js";
import type { ToolExecutionMode } from "../../tools/types.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";

/** The call is the client's: the server has no part in it. */
export function leftToClient(
  call: AgentCall,
  payload: Readonly<Record<string, unknown>> | undefined,
): AgentToolCall {
  return outcome(call, {
    execution: "client",
    isServerTool: false,
    wasExecuted: false,
    requiresClientExecution: true,
    ...(payload && { clientPayload: payload }),
  });
}

/** The server has prepared the call, and the client does the rest. */
export function prepared(
  call: AgentCall,
  payload: Readonly<Record<string, unknown>>,
): AgentToolCall {
  return outcome(call, {
    execution: "preflight",
    isServerTool: true,
    wasExecuted: true,
    requiresClientExecution: true,
    clientPayload: payload,
  });
}

/** The server has done all of it. */
export function succeeded(call: AgentCall, content: string, output: unknown): AgentToolCall {
  return outcome(call, {
    execution: "server",
    isServerTool: true,
    wasExecuted: true,
    requiresClientExecution: false,
    content,
    resultJson: resultJson(content, output),
  });
}

/** The server's part has failed, or there is none: the model reads why. `error` has nothing that only the server may know. */
export function failed(
  call: AgentCall,
  error: ToolError,
  execution?: ToolExecutionMode,
): AgentToolCall {
  return outcome(call, {
    ...(execution && { execution }),
    isServerTool: true,
    wasExecuted: false,
    requiresClientExecution: false,
    content: error.message,
    errorMessage: error.message,
    error: Object.freeze(error),
  });
}

type Facts = Omit<AgentToolCall, "toolCallId" | "toolName" | "argumentsJson">;

function outcome(call: AgentCall, facts: Facts): AgentToolCall {
  const { id: toolCallId, name: toolName, arguments: argumentsJson } = call;
  return Object.freeze({ toolCallId, toolName, argumentsJson, ...facts });
}

/**
 * What the model reads is JSON already where it was written from a value. It is a text where a handler gave one, where `toolResult`
 * has other words for the model, and where it was cut.
 */
function resultJson(content: string, output: unknown): string {
  const isWritten = typeof output !== "string" && textOf(output, content.length) === content;
  return isWritten ? content : JSON.stringify(content);
}
