import type { Message } from "@ag-ui/core";
import type { AgentToolCall } from "../../../pkg/dist/server/agent-tool-call.js";
import type { Reasoner, ReasonerEvent } from "../../../pkg/dist/server/reasoner-event.js";
import type { AgentExecuteRequest } from "../../../pkg/dist/server/requests.js";

/** What a test has its reasoner say to a request; `round` counts them from 0. */
export type ReasonerScript = (
  request: AgentExecuteRequest,
  round: number,
  signal: AbortSignal,
) => AsyncIterable<ReasonerEvent> | Iterable<ReasonerEvent>;

/** A reasoner whose every answer a test decides. */
export class ScriptedReasoner implements Reasoner {
  readonly requests: AgentExecuteRequest[] = [];
  readonly options: object[] = [];
  readonly #script: ReasonerScript;

  constructor(script: ReasonerScript) {
    this.#script = script;
  }

  async *run(
    request: AgentExecuteRequest,
    options: { readonly signal?: AbortSignal; readonly continueAfterFailure?: boolean } = {},
  ): AsyncIterable<ReasonerEvent> {
    this.requests.push(structuredClone(request));
    this.options.push(options);
    const signal = options.signal ?? new AbortController().signal;
    yield* this.#script(request, this.requests.length - 1, signal);
  }

  /** What the last request's messages say, in short. */
  get last(): string[] {
    return said(this.requests.at(-1)?.messages ?? []);
  }
}

/** What messages say, in short. */
export function said(messages: readonly Message[]): string[] {
  return messages.map((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const names = calls.map(({ function: { name, arguments: args } }) => `${name}${args}`);
    return [message.role, message.content, ...names].filter(Boolean).join(" ");
  });
}

/** A text as the model streams it. */
export function saying(messageId: string, ...deltas: string[]): ReasonerEvent[] {
  return [
    { type: "message_start", messageId },
    ...deltas.map((delta) => ({ type: "text", messageId, delta }) as const),
    { type: "message_end", messageId },
  ];
}

/** A call as the model streams it, in a message of its own. */
export function calling(
  messageId: string,
  id: string,
  name: string,
  args: string,
): ReasonerEvent[] {
  return [
    { type: "message_start", messageId },
    { type: "call_start", messageId, toolCallId: id, toolName: name },
    { type: "call_args", toolCallId: id, delta: args },
    { type: "call_end", toolCallId: id },
    { type: "message_end", messageId },
  ];
}

/** A call that is handed over to the client. */
export function handedOver(
  id: string,
  name: string,
  args: string,
  more: Partial<AgentToolCall> = {},
) {
  return {
    toolCallId: id,
    toolName: name,
    argumentsJson: args,
    execution: "client",
    isServerTool: false,
    wasExecuted: false,
    requiresClientExecution: true,
    ...more,
  } satisfies AgentToolCall;
}

/** The last event, with what was added to the conversation. */
export function end(
  finish: "completed" | "limit" | "aborted",
  messages: readonly Message[] = [],
): ReasonerEvent {
  return { type: "end", response: { finish, text: "", toolCalls: [], messages, iterations: 1 } };
}

/** The last event of a request that hands calls over. */
export function handOver(messageId: string, ...toolCalls: AgentToolCall[]): ReasonerEvent {
  const calls = toolCalls.map(({ toolCallId, toolName, argumentsJson }) => ({
    id: toolCallId,
    type: "function" as const,
    function: { name: toolName, arguments: argumentsJson },
  }));
  const messages: Message[] = [{ id: messageId, role: "assistant", toolCalls: calls }];
  return {
    type: "end",
    response: { finish: "client", text: "", toolCalls, messages, iterations: 1 },
  };
}

/** An assistant message, as it stands in a conversation. */
export function assistant(id: string, content: string): Message {
  return { id, role: "assistant", content };
}
