import type { ToolStats } from "../core/raw.js";

/** The outcomes of a tool's executions, here and in other copies. */
export function addStats(one: ToolStats, other: ToolStats | undefined): ToolStats {
  if (!other?.executions) return one;
  const executions = one.executions + other.executions;
  const totalDuration = one.totalDuration + other.totalDuration;
  const lastError = other.lastError ?? one.lastError;
  return {
    executions,
    successes: one.successes + other.successes,
    failures: one.failures + other.failures,
    cancellations: one.cancellations + other.cancellations,
    totalDuration,
    averageDuration: totalDuration / executions,
    ...(lastError && { lastError }),
  };
}
