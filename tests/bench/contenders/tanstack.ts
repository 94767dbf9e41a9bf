import { ToolCallManager, toolDefinition } from "@tanstack/ai";
import type { Contender } from "./contender.js";
import { description, handler, nextCallId, toolName } from "./task.js";
import { zodSchema } from "./zod-schema.js";

/** The class is fed as a stream feeds it: start, all arguments in one piece, execution, clearing. */
export const tanstack: Contender = {
  name: "TanStack AI ToolCallManager",
  kind: "peer",
  validates: true,
  events: 0,
  notes: ["zod; no listeners, signal, retry, timeout, cancellation, records"],
  prepare() {
    const definition = toolDefinition({ name: toolName, description, inputSchema: zodSchema });
    const manager = new ToolCallManager([definition.server((args: unknown) => handler(args))]);
    const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r", timestamp: 0 } as never;
    return async (text) => {
      const toolCallId = nextCallId();
      const call = { toolCallId, toolCallName: toolName, timestamp: 0 };
      manager.addToolCallStartEvent({ type: "TOOL_CALL_START", ...call } as never);
      manager.addToolCallArgsEvent({ type: "TOOL_CALL_ARGS", ...call, delta: text } as never);
      let result: unknown;
      for await (const event of manager.executeTools(finished)) {
        result = (event as { result?: unknown }).result;
      }
      manager.clear();
      return result;
    };
  },
};
