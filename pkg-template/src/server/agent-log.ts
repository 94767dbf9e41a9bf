/** One fact of an entry. AGN-005 asks for pairs, not objects: a name may stand in an entry more than once. */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** How much an entry matters. */
export type AgentLogLevel = "debug" | "info" | "warning" | "error";

/**
 * Where the server writes down what happens to calls. From AGN-005, section 7: an exception of a tool is written under
 * `[<ToolName>_ExecuteAsync__Exception]`, everything else under `<ToolName>_ExecuteAsync`, and every entry has the pairs
 * `ConversationId` and `SessionId`.
 *
 * `agentLog()` makes one that writes lines of JSON; any object with these two methods is one. Whatever it throws or never settles
 * disturbs no call.
 */
export interface AgentLog {
  /** Writes down what was thrown. */
  addException(tag: string, error: unknown, data?: readonly KeyValue[]): unknown;
  /** Writes down anything else. */
  addCustomEvent(
    level: AgentLogLevel,
    tag: string,
    message: string,
    data: readonly KeyValue[],
  ): unknown;
}
