/** An event of the answer of a model that only writes text. The names are those of the events on the wire. */
export type ToolEvent = TokenEvent | ToolCallEvent | ToolResultEvent | DoneEvent | ToolErrorEvent;

/** A piece of the answer. */
export interface TokenEvent {
  readonly type: "token";
  readonly token: string;
}

/** A tool is called: before it runs. */
export interface ToolCallEvent {
  readonly type: "tool_call";
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/**
 * The result of the preceding call: the tool's result if that is an object, else `{ data }`; `{ error, category }` if
 * the tool failed.
 */
export interface ToolResultEvent {
  readonly type: "tool_result";
  readonly result: Record<string, unknown>;
}

/** The answer has ended. */
export interface DoneEvent {
  readonly type: "done";
  readonly message_id: string;
}

/** An unreadable marker, whose text came before; or, as the last event, the reason of an early end. */
export interface ToolErrorEvent {
  readonly type: "error";
  readonly error: string;
}
