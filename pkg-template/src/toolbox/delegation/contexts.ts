import type { ToolDefinition, ToolExecutionContext } from "../../tools/types.js";

/** By the ids of executions under way. */
const contexts = new Map<string, ToolExecutionContext>();

/** A definition whose calls can be asked for their context while they run: its signal is nowhere else to be had. */
export function withContext(definition: ToolDefinition): ToolDefinition {
  return {
    ...definition,
    async handler(args, context) {
      const { executionId } = context;
      contexts.set(executionId, context);
      try {
        return await definition.handler(args, context);
      } finally {
        // A later attempt may be under way.
        if (contexts.get(executionId) === context) contexts.delete(executionId);
      }
    },
  };
}

/** Aborted when the execution with an id is given up. */
export function signalOf(executionId: string): AbortSignal {
  return contexts.get(executionId)?.signal ?? new AbortController().signal;
}
