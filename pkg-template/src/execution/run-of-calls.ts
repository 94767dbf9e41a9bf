import { isObject, read } from "../codec/safe-read.js";
import { report } from "../events/report.js";
import type { RunOfCalls } from "../tools/call-origin.js";

/** Headers, by their names, that a run's request has in addition to the page's own. */
export type RunHeaders = (run: RunOfCalls) => Readonly<Record<string, string>>;

/** The method of a `ToolExecutionManager` that takes a source of headers, and returns a function that removes it. */
export const addRunHeaders = Symbol.for("ag-ui-lit.add-run-headers");

/** The method that returns the headers of a run. */
export const runHeaders = Symbol.for("ag-ui-lit.run-headers");

/** The headers that a manager's observers request for a run; empty for a manager without any. Never throws. */
export function headersOfRun(manager: unknown, run: RunOfCalls): Record<string, string> {
  const method = isObject(manager) ? read(manager, runHeaders) : undefined;
  if (typeof method !== "function") return {};
  try {
    return { ...(Reflect.apply(method, manager, [run]) as Record<string, string>) };
  } catch (thrown) {
    report(thrown);
    return {};
  }
}
