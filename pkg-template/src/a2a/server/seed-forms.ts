import { isObject } from "../../codec/safe-read.js";
import { CLIENT_TOOLS_EXTENSION } from "../extension.js";
import { readResult } from "./read-message.js";

// Two deviations that clients of A2A 0.3 make: `params.tools` next to a message, and the method `tasks/resume`. Both
// are converted to the protocol's form before the SDK sees them, and calls are placed where such a client expects them.

/** A JSON-RPC request as it came. */
export interface RpcRequest {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly [field: string]: unknown;
}

/** The request in the protocol's form; a string is the error in it. */
export function inProtocol(
  request: RpcRequest,
  { isLegacy, wantsStream }: { readonly isLegacy: boolean; readonly wantsStream: boolean },
): RpcRequest | string {
  const { method, params } = request;
  if (!isObject(params) || Array.isArray(params)) return request;
  const given = params as Record<string, unknown>;
  if (method === "tasks/resume") return resumed(request, given, { isLegacy, wantsStream });
  if (!sending.has(method) || !isObject(given.message)) return request;
  const message = isLegacy ? { messageId: crypto.randomUUID(), ...given.message } : given.message;
  const { tools, ...others } = given;
  if (tools === undefined) return { ...request, params: { ...given, message } };
  if (!Array.isArray(tools)) return "params.tools must be a list of tool definitions";
  const metadata = isObject(given.metadata) ? given.metadata : {};
  const own = { [CLIENT_TOOLS_EXTENSION]: { tools }, ...metadata };
  return { ...request, params: { ...others, message, metadata: own } };
}

/** Returns true if a request contains a message. */
export function isSending({ method }: RpcRequest): boolean {
  return sending.has(method);
}

const sending = new Set<unknown>([
  "message/stream",
  "message/send",
  "SendStreamingMessage",
  "SendMessage",
]);

function resumed(
  request: RpcRequest,
  { taskId, toolResults, contextId }: Record<string, unknown>,
  { isLegacy, wantsStream }: { readonly isLegacy: boolean; readonly wantsStream: boolean },
): RpcRequest | string {
  if (typeof taskId !== "string" || taskId === "") return "tasks/resume needs params.taskId";
  if (!Array.isArray(toolResults) || toolResults.length === 0) {
    return (
      "tasks/resume needs params.toolResults: a list of " +
      "{ toolCallId, toolName, success: true, result } or { …, success: false, error }"
    );
  }
  const fault = toolResults.map(readResult).find((result) => typeof result === "string");
  if (fault !== undefined) return `tasks/resume: ${fault}`;
  const ids = { taskId, ...(typeof contextId === "string" && { contextId }) };
  const data = { toolResults: toolResults as unknown[] };
  const message = {
    ...ids,
    messageId: crypto.randomUUID(),
    role: isLegacy ? "user" : "ROLE_USER",
    parts: [isLegacy ? { kind: "data", data } : { data }],
  };
  const [stream, send] = isLegacy
    ? ["message/stream", "message/send"]
    : ["SendStreamingMessage", "SendMessage"];
  const configuration = isLegacy ? { blocking: true } : {};
  const params = wantsStream ? { message } : { message, configuration };
  return { ...request, method: wantsStream ? stream : send, params };
}

/** An answer of version 0.3 with the calls also where the seed's clients look: `status.message.toolCalls`. */
export function withSeedCalls<Answer>(answer: Answer): Answer {
  const result = member(answer, "result");
  const status = member(result, "status");
  const message = member(status, "message");
  const { parts } = message;
  if (!Array.isArray(parts)) return answer;
  const toolCalls = parts.flatMap((part: unknown): unknown[] => {
    const calls = member(part, "data").toolCalls;
    return Array.isArray(calls) ? (calls as unknown[]) : [];
  });
  if (toolCalls.length === 0) return answer;
  const shown = { ...message, content: "", toolCalls };
  return { ...answer, result: { ...result, status: { ...status, message: shown } } };
}

/** A member that is an object, or an empty one. */
function member(holder: unknown, name: string): Record<string, unknown> {
  const value = isObject(holder) ? (holder as Record<string, unknown>)[name] : undefined;
  return isObject(value) ? (value as Record<string, unknown>) : {};
}
