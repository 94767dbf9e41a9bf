import { type AGUIEvent, EventType, type Message } from "@ag-ui/core";
import { wholeArguments } from "../../execution/whole-arguments.js";
import type { AgentToolCall } from "../agent-tool-call.js";

/** The calls of a run: each begins, ends and is answered once. */
export class AnnouncedCalls {
  /** The ids of all calls that were announced. */
  readonly #known = new Set<string>();
  /** The ids of those whose arguments are still arriving. */
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();
  /** Ids of messages that are not those of answers. */
  readonly #parents = new Set<string>();
  /** Calls that the client knows from earlier runs: announced again, their arguments would be doubled. */
  readonly #earlier: ReadonlySet<string>;

  constructor(messages: readonly Message[]) {
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
    if (this.#known.has(toolCallId)) return [];
    this.#known.add(toolCallId);
    this.#open.add(toolCallId);
    if (messageId !== undefined) this.#parents.add(messageId);
    const event: AGUIEvent = {
      type: EventType.TOOL_CALL_START,
      toolCallId,
      toolCallName: toolName,
      ...(messageId !== undefined && { parentMessageId: messageId }),
      ...(metadata && { metadata }),
    };
    return [event];
  }

  args(toolCallId: string, delta: string): AGUIEvent[] {
    if (!this.#open.has(toolCallId) || typeof delta !== "string" || delta === "") return [];
    return [{ type: EventType.TOOL_CALL_ARGS, toolCallId, delta }];
  }

  end(toolCallId: string): AGUIEvent[] {
    if (!this.#open.delete(toolCallId)) return [];
    return [{ type: EventType.TOOL_CALL_END, toolCallId }];
  }

  /** A call in one piece, unless it was announced: one that the server has prepared has the payload as its arguments. */
  whole(call: AgentToolCall, messageId?: string): AGUIEvent[] {
    const { toolCallId, argumentsJson, execution, clientPayload } = call;
    if (this.#known.has(toolCallId)) return this.end(toolCallId);
    if (this.#earlier.has(toolCallId)) return [];
    const isPrepared = execution === "preflight" && clientPayload !== undefined;
    return [
      ...this.start(call, messageId, isPrepared ? markOf(argumentsJson) : undefined),
      ...this.args(toolCallId, isPrepared ? JSON.stringify(clientPayload) : argumentsJson),
      ...this.end(toolCallId),
    ];
  }

  /** The server's answer to a call. */
  result(call: AgentToolCall, messageId: string): AGUIEvent[] {
    const { toolCallId, content = "", errorMessage } = call;
    if (this.#answered.has(toolCallId)) return [];
    const announced = this.whole(call, this.#parents.has(messageId) ? messageId : undefined);
    this.#answered.add(toolCallId);
    const id = this.#parents.has(messageId) ? `${toolCallId}-result` : messageId;
    announced.push({
      ...{ type: EventType.TOOL_CALL_RESULT, messageId: id, toolCallId, content },
      // The protocol has no field for it.
      ...(errorMessage !== undefined && { metadata: { "ag-ui-lit": { failed: true } } }),
    });
    return announced;
  }

  close(): AGUIEvent[] {
    return [...this.#open].flatMap((id) => this.end(id));
  }
}

/** What tells a page that the server has prepared a call. A client that knows nothing of it sees an ordinary call. */
function markOf(argumentsJson: string): Readonly<Record<string, unknown>> {
  return { "ag-ui-lit": { preflight: { arguments: wholeArguments(argumentsJson) ?? {} } } };
}
