import { LinkedSignals } from "../../element/scheduling/linked-signals.js";
import type { ToolDefinition, ToolExecutionContext } from "../../tools/types.js";

interface Running {
  readonly context: ToolExecutionContext;
  /** One for each that works for it: a signal is slow, and complains, with many listeners. */
  signals: LinkedSignals | undefined;
}

/** By the ids of executions under way. */
const running = new Map<string, Running>();

/** A definition whose calls can be asked for their signal while they run: it is nowhere else to be had. */
export function withContext(definition: ToolDefinition): ToolDefinition {
  return {
    ...definition,
    async handler(args, context) {
      const { executionId } = context;
      const own: Running = { context, signals: undefined };
      running.set(executionId, own);
      try {
        return await definition.handler(args, context);
      } finally {
        own.signals?.close();
        // A later attempt may be under way.
        if (running.get(executionId) === own) running.delete(executionId);
      }
    },
  };
}

/** Does something with a signal that is aborted when the execution with an id is given up. */
export function withSignal<T>(
  executionId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = running.get(executionId);
  // It has ended: nobody waits any more.
  if (!own) return work(AbortSignal.abort());
  own.signals ??= new LinkedSignals(own.context.signal);
  return own.signals.with(work);
}
