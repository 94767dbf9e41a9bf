import { LinkedSignals } from "../../element/scheduling/linked-signals.js";
import { pageOrigin } from "../../execution/call-origin.js";
import { type ContextRunner, capturedContext, runIn } from "../../execution/captured-context.js";
import type { CallOrigin } from "../../tools/call-origin.js";
import type { ToolDefinition, ToolExecutionContext } from "../../tools/types.js";

interface Running {
  readonly context: ToolExecutionContext;
  /** Runs work in the context that the call was made in: traces follow it. */
  readonly within: ContextRunner | undefined;
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
      const within = (context as { readonly [capturedContext]?: ContextRunner })[capturedContext];
      const own: Running = { context, within, signals: undefined };
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

/** The origin of an execution under way: the page's where it has none, or has ended. */
export function originOf(executionId: string): CallOrigin {
  return running.get(executionId)?.context.origin ?? pageOrigin;
}

/** The runner of work in the context of an execution under way, if it has one. */
export function withinOf(executionId: string): ContextRunner | undefined {
  return running.get(executionId)?.within;
}

/** Does something with a signal that is aborted when the execution with an id is given up. */
export function withSignal<T>(
  executionId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = running.get(executionId);
  // The execution has ended: no caller waits any more.
  if (!own) return work(AbortSignal.abort());
  own.signals ??= new LinkedSignals(own.context.signal);
  const { signals } = own;
  return runIn(own.within, () => signals.with(work));
}
