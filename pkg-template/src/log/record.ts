/** The event of a record. A cancelled call is an error, with the cancellation as its message. */
export type ToolLogEvent =
  | "tool_invocation_started"
  | "tool_invocation_success"
  | "tool_invocation_error";

/** One line of the log. */
export interface ToolLogRecord {
  /**
   * The same for all calls that one message of the user caused: by default the id of its first run. Calls outside of
   * runs share one id per `logTools()`.
   */
  readonly correlationId: string;
  /** The backend's id of the run that contained the call; for a call outside of runs, the invocation. */
  readonly operationId: string;
  /** The execution's id; of a call that was not run the tool call's. */
  readonly toolInvocationId: string;
  readonly event: ToolLogEvent;
  /** The tool's id; its name, if it has none. */
  readonly tool: string;
  /** The arguments without secrets, cut where they are long; as text, where they could not be read. */
  readonly args: unknown;
  /** Milliseconds from `execute()` to the end, waiting and other attempts included. */
  readonly latency?: number;
  /** Bytes, in UTF-8, of the text that the model reads of a success. */
  readonly resultSize?: number;
  /** The code of a call that was not run, such as `"unknown_tool"`, `"declined"` or `"not_run"`. */
  readonly code?: string;
  /** The error's message for the model, without secrets. */
  readonly error?: string;
  /** The time of the event: ISO 8601 in UTC. */
  readonly timestamp: string;
}

/** A line in place of records that could not be handed over. */
export interface ToolLogLoss {
  readonly event: "log_records_lost";
  /** The number of lost records since the last such line. */
  readonly count: number;
  readonly timestamp: string;
}
