import type { AgentContext } from "../agent-context.js";
import { hashOf, keyOf } from "../key.js";

/** The name that a client gives a run. */
export interface RunName {
  readonly threadId: string;
  readonly runId: string;
}

/**
 * The key of a run in a log: a hash of the run, the thread, and whose run it is. A client that knows the ids of another
 * user's run has another key, so it finds nothing.
 */
export function runKey(
  { threadId, runId }: RunName,
  { organisation, user }: AgentContext,
): Promise<string> {
  return hashOf(keyOf("run", threadId, runId, organisation?.id, user?.id));
}
