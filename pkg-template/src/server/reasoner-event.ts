import type { AgentToolCall } from "./agent-tool-call.js";
import type { AgentExecuteRequest, AgentExecuteResponse } from "./requests.js";

/**
 * What happens while a request is answered, in order. A transport (`serveAgent`, A2A) says it in the words of its protocol.
 *
 * An answer of the model is `message_start` … `message_end`. Its texts, and calls whose arguments the client may see as they are
 * written, stream; a call that the server prepares for the client is announced when it is prepared (`call_prepared`), since its
 * arguments are the payload.
 */
export type ReasonerEvent =
  | { readonly type: "message_start"; readonly messageId: string }
  | { readonly type: "text"; readonly messageId: string; readonly delta: string }
  | { readonly type: "reasoning"; readonly messageId: string; readonly delta: string }
  | {
      readonly type: "call_start";
      readonly messageId: string;
      readonly toolCallId: string;
      readonly toolName: string;
    }
  | { readonly type: "call_args"; readonly toolCallId: string; readonly delta: string }
  | { readonly type: "call_end"; readonly toolCallId: string }
  | { readonly type: "message_end"; readonly messageId: string }
  /** The server has prepared a call for the client: `call.clientPayload` are its arguments. */
  | { readonly type: "call_prepared"; readonly messageId: string; readonly call: AgentToolCall }
  /** A call has its answer, `call.content`, by the server: of its tool, or why it was not run. */
  | { readonly type: "call_result"; readonly messageId: string; readonly call: AgentToolCall }
  /** The end: always the last event, once. */
  | { readonly type: "end"; readonly response: AgentExecuteResponse };

/** What a transport asks of a reasoner: `AgentReasoner` is one. */
export interface Reasoner {
  /** Whether it shuts down: a transport then refuses requests, as `serveAgent` does with the HTTP status 503. */
  readonly isClosing?: boolean;
  run(
    request: AgentExecuteRequest,
    options?: { readonly signal?: AbortSignal; readonly continueAfterFailure?: boolean },
  ): AsyncIterable<ReasonerEvent>;
}
