/** What the tests of `ag-ui-lit/server` have in common. */
import { type ToolDefinition, ToolRegistry } from "ag-ui-lit";
import {
  type AgentCall,
  type AgentContext,
  type AgentLog,
  type AgentLogLevel,
  AgentToolExecutor,
  type AgentToolExecutorOptions,
  type KeyValue,
} from "ag-ui-lit/server";

export const context: AgentContext = {
  agent: { id: "agent-1" },
  conversation: { id: "conversation-1" },
  session: { id: "session-1" },
  organisation: { id: "organisation-1" },
  user: { id: "user-1" },
};

export const ids: readonly KeyValue[] = [
  { key: "ConversationId", value: "conversation-1" },
  { key: "SessionId", value: "session-1" },
];

export interface Entry {
  readonly level: AgentLogLevel | "exception";
  readonly tag: string;
  /** The message, or what was thrown. */
  readonly said: unknown;
  readonly data: readonly KeyValue[];
}

/** A log that keeps what it is given. */
export class KeptLog implements AgentLog {
  readonly entries: Entry[] = [];

  addException(tag: string, said: unknown, data: readonly KeyValue[] = []): void {
    this.entries.push({ level: "exception", tag, said, data });
  }

  addCustomEvent(level: AgentLogLevel, tag: string, said: string, data: readonly KeyValue[]): void {
    this.entries.push({ level, tag, said, data });
  }
}

export function call(name: string, args: unknown = {}, id = "call-1"): AgentCall {
  return { id, name, arguments: typeof args === "string" ? args : JSON.stringify(args) };
}

/** A definition, as far as a test says it: with the arguments of any tool. */
export interface SomeTool {
  readonly name: string;
  readonly id?: string | undefined;
  readonly description?: string;
  readonly schema?: object;
  readonly metadata?: object;
  readonly handler?: (...given: never[]) => unknown;
}

/** An executor with some tools, and its log. */
export function executorOf(
  tools: readonly SomeTool[],
  options: Partial<AgentToolExecutorOptions> = {},
): { executor: AgentToolExecutor; log: KeptLog; registry: ToolRegistry } {
  const registry = new ToolRegistry();
  for (const tool of tools) {
    const whole = { description: "A tool.", schema: {}, handler: () => "done", ...tool };
    registry.register(whole as ToolDefinition);
  }
  const log = new KeptLog();
  return { executor: new AgentToolExecutor({ registry, log, ...options }), log, registry };
}
