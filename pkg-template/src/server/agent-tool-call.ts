import type { ToolError } from "../execution/types.js";
import type { ToolExecutionMode } from "../tools/types.js";

/** A call as a model asked for it. */
export interface AgentCall {
  /** Unique in its conversation. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** The arguments as the model wrote them: JSON, if it wrote it well. */
  readonly arguments: string;
}

/** A call, and what the executor made of it. From AGN-005, section 5. Frozen; of a tool's own values it holds copies. */
export interface AgentToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments as the model wrote them. */
  readonly argumentsJson: string;
  /** Where its tool runs, by the tool's own word; absent where there is no such tool. */
  readonly execution?: ToolExecutionMode;
  /** Whether the server has a part in it: true but for the client's own tools. */
  readonly isServerTool: boolean;
  /** Whether the server's part was done, and succeeded. */
  readonly wasExecuted: boolean;
  /** Whether the client has a part that is still to be done. */
  readonly requiresClientExecution: boolean;
  /** What the model reads: the result, or why there is none. Absent while the client has its part to do. */
  readonly content?: string;
  /** The result as JSON: a text is quoted, too. Absent without one. */
  readonly resultJson?: string;
  /** What the client's handler gets as its arguments: prepared by the server, or as the model wrote them. */
  readonly clientPayload?: Readonly<Record<string, unknown>>;
  /** Why it failed, for the model and the client. */
  readonly errorMessage?: string;
  /** The same with its category. */
  readonly error?: ToolError;
}
