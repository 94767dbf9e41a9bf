import type { ExecutionEventBusManager } from "@a2a-js/sdk/server";
import type { A2aServerSdk } from "../sdk.js";

/**
 * The SDK's busses of tasks. One is kept as long as its task is worked on, and no longer: the SDK keeps that of a task which waits
 * for its client, who may never come back.
 *
 * @param isRunning whether a task is worked on.
 */
export function taskBusses(
  { DefaultExecutionEventBusManager }: A2aServerSdk["server"],
  isRunning: (taskId: string) => boolean,
): ExecutionEventBusManager {
  return new (class extends DefaultExecutionEventBusManager {
    settleByTaskId(taskId: string): boolean {
      return isRunning(taskId);
    }
  })();
}
