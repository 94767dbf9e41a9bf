import type { ExecutionEventBusManager } from "@a2a-js/sdk/server";
import type { A2aServerSdk } from "../sdk.js";

/**
 * The SDK's event busses of tasks, each kept only while its task is in progress: the SDK would keep that of a waiting
 * task, whose client may never come back.
 *
 * @param isRunning returns true for a task in progress.
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
