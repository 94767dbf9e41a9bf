/** The run of an agent that asked for calls. */
export interface RunOfCalls {
  readonly threadId: string;
  readonly runId: string;
  /** The first run of all that one message set off: the same for each of them, and new for the next message. */
  readonly correlationId: string;
  /** The W3C trace context that its request was sent with, if it was sent with one. */
  traceparent?: string;
}

/**
 * The origin of a call: code of the page (`"page"`), the agent of an `<ag-ui-agent>` (`"agent"`), an agent that one of
 * the tools gave a task (`"subagent"`), the browser's own agent by WebMCP (`"browser"`), a model that writes its calls
 * into text (`"text"`), or a model of a server (`"server"`).
 */
export type CallOriginKind = "page" | "agent" | "subagent" | "browser" | "text" | "server";

/** The origin of a call: one value that travels with the call, to its steps and to its handler's context. */
export interface CallOrigin {
  readonly kind: CallOriginKind;
  /** The number of agents between the person's own agent and the call: 0 for a call of that agent. */
  readonly depth: number;
  /** The name of the subagent, for `"subagent"`. */
  readonly agent?: string;
  /** The execution that made the call, for a call of `batch` or of a subagent. */
  readonly parentExecutionId?: string;
  /** The agent's run that asked for the call, if one did. */
  readonly run?: RunOfCalls;
}
