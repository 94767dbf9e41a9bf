import type { AGUIEvent, Message } from "@ag-ui/core";
import type { RunWriter } from "../../ag-ui/run-writer.js";
import { wholeArguments } from "../../execution/whole-arguments.js";
import type { AgentToolCall } from "../agent-tool-call.js";

/** The calls of a run as a reasoner reports them: whole ones, prepared ones, and their results. */
export class AnnouncedCalls {
  readonly #writer: RunWriter;
  /** Ids of messages that are not those of answers. */
  readonly #parents = new Set<string>();
  /** Calls that the client knows from earlier runs: announced again, their arguments would be doubled. */
  readonly #earlier: ReadonlySet<string>;

  constructor(writer: RunWriter, messages: readonly Message[]) {
    this.#writer = writer;
    const calls = messages.flatMap((each) =>
      each.role === "assistant" ? (each.toolCalls ?? []) : [],
    );
    this.#earlier = new Set(calls.map(({ id }) => id));
  }

  start(
    { toolCallId, toolName }: { readonly toolCallId: string; readonly toolName: string },
    messageId: string | undefined,
    metadata?: Readonly<Record<string, unknown>>,
  ): AGUIEvent[] {
    if (messageId !== undefined && !this.#writer.hasCall(toolCallId)) this.#parents.add(messageId);
    const start = { toolCallId, toolCallName: toolName, parentMessageId: messageId, metadata };
    return this.#writer.startCall(start);
  }

  /** A call in one piece, unless it was announced: one that the server has prepared has the payload as its arguments. */
  whole(call: AgentToolCall, messageId?: string): AGUIEvent[] {
    const { toolCallId, argumentsJson, execution, clientPayload } = call;
    const writer = this.#writer;
    if (writer.hasCall(toolCallId)) return writer.endCall(toolCallId);
    if (this.#earlier.has(toolCallId)) return [];
    const isPrepared = execution === "preflight" && clientPayload !== undefined;
    return [
      ...this.start(call, messageId, isPrepared ? markOf(argumentsJson) : undefined),
      ...writer.callArgs(toolCallId, isPrepared ? JSON.stringify(clientPayload) : argumentsJson),
      ...writer.endCall(toolCallId),
    ];
  }

  /** The server's answer to a call. */
  result(call: AgentToolCall, messageId: string): AGUIEvent[] {
    const { toolCallId, content = "", errorMessage } = call;
    if (this.#writer.hasResult(toolCallId)) return [];
    const isParent = this.#parents.has(messageId);
    const announced = this.whole(call, isParent ? messageId : undefined);
    const result = this.#writer.result({
      messageId: isParent ? `${toolCallId}-result` : messageId,
      ...{ toolCallId, content, hasFailed: errorMessage !== undefined },
    });
    return [...announced, ...result];
  }
}

/** What tells a page that the server has prepared a call. A client that knows nothing of it sees an ordinary call. */
function markOf(argumentsJson: string): Readonly<Record<string, unknown>> {
  return { "ag-ui-lit": { preflight: { arguments: wholeArguments(argumentsJson) ?? {} } } };
}
