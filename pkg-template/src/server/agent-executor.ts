import type { AgUiTool, ToolRegistry } from "../tools/registry.js";
import type { ToolExecutionMode } from "../tools/types.js";
import type { AgentContext } from "./agent-context.js";
import type { AgentCall, AgentToolCall } from "./agent-tool-call.js";

/** How a call is executed. */
export interface AgentExecuteOptions {
  /** Stops it. */
  readonly signal?: AbortSignal;
  /** What the client of this request can run. */
  readonly clientTools?: readonly AgUiTool[];
  /**
   * The message of the model that the call stands in. With it, the `idempotencyKey` of the handler's context is the
   * same wherever and however often the call is executed: made of the conversation, this, and the call's id, tool and
   * arguments.
   */
  readonly messageId?: string;
}

/** What a reasoner asks of an executor: `AgentToolExecutor` is one. */
export interface Executor {
  /** The tools of the server, and those it knows of the client. */
  readonly registry: ToolRegistry;
  /** Where a tool of the registry runs; `undefined` when there is none of the name. */
  modeOf(name: string): ToolExecutionMode | undefined;
  /**
   * What a model is offered for a client: the tools of the server, those of the registry that this client can finish,
   * and the client's own that keep the rules. `context` is for the log.
   */
  offer(clientTools?: readonly AgUiTool[], context?: AgentContext): readonly AgUiTool[];
  /** Does the server's part of a call. Never rejects. */
  execute(
    call: AgentCall,
    context: AgentContext,
    options?: AgentExecuteOptions,
  ): Promise<AgentToolCall>;
}
