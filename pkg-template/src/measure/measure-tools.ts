import { ReportOnce } from "../events/report-once.js";
import { watch } from "../execution/execution-watch.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { checkOptions } from "../options/check-options.js";
import { ExecutionMeasures } from "./execution-measures.js";
import { Timeline } from "./timeline.js";

/**
 * Puts each execution of a manager on the performance timeline when it has ended: an entry `execute_tool {name}` of
 * `performance.measure`, and entries inside it for its attempts, where there was more than one, and for its waits. The
 * Performance panel of Chromium's DevTools shows them on a track for each tool. No argument and no result is in them.
 *
 * A browser keeps every entry until it is told otherwise: with each 1,000 of its own, this clears them and begins anew.
 *
 * @returns a function that ends it: executions under way are still measured, what begins later is not.
 * @param options none so far: one that is given is refused.
 * @throws {TypeError} if the manager is invalid or an option is given.
 *
 * @example
 * ```ts
 * const stop = measureTools(manager);
 * await manager.execute(tool, "call-1", {});
 * console.log(performance.getEntriesByName("execute_tool forecast")[0]?.duration);
 * ```
 */
export function measureTools(
  manager: ToolExecutionManager,
  options: Readonly<Record<string, never>> = {},
): () => void {
  checkOptions("measureTools", options, {});
  const faults = new ReportOnce("ag-ui-lit: performance.measure failed");
  const timeline = new Timeline();
  return watch(
    manager,
    (execution, { tool }) => new ExecutionMeasures(timeline, faults, execution, tool.name),
  );
}
