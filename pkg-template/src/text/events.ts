/** What happens while a model that only writes text answers. The names are those of the events on the wire. */
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
 * What came of the call before it: the tool's result if that is an object, else `{ data }`; `{ error, category }` where the
 * tool failed.
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

/** A marker that can't be read, whose text came before; or, as the last event, why there is no more. */
export interface ToolErrorEvent {
  readonly type: "error";
  readonly error: string;
}
