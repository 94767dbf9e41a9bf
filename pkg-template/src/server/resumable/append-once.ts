import type { LoggedEvent, RunLog, RunLogLimits } from "../stores/run-log.js";
import { RunLogError } from "../stores/run-log-error.js";
import { newVersion } from "../stores/version.js";

/**
 * Adds events to a run, once: a request that failed is made again as the same batch, so that one whose answer was lost
 * counts.
 *
 * @throws what the log throws at the second attempt, or the reason why it does not take them.
 */
export async function appendOnce(
  log: RunLog,
  key: string,
  events: readonly LoggedEvent[],
  limits: RunLogLimits,
): Promise<void> {
  const batch = newVersion();
  try {
    await log.append(key, events, { ...limits, batch });
  } catch (thrown) {
    if (thrown instanceof RunLogError) throw thrown;
    await log.append(key, events, { ...limits, batch });
  }
}
