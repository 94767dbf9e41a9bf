import { isObject, read } from "../codec/safe-read.js";
import { report } from "../events/report.js";

/** The run of an agent that asked for calls. */
export interface RunOfCalls {
  readonly threadId: string;
  readonly runId: string;
  /** The first run of all that one message set off: the same for each of them, and new for the next message. */
  readonly correlationId: string;
  /** The W3C trace context that its request was sent with, if it was sent with one. */
  traceparent?: string;
}

/** Headers, by their names, that a run's request has beside the page's own. */
export type RunHeaders = (run: RunOfCalls) => Readonly<Record<string, string>>;

/** The method of a `ToolExecutionManager` that takes a source of headers, and returns what takes it away again. */
export const addRunHeaders = Symbol.for("ag-ui-lit.add-run-headers");

/** The method that says which headers a run has. */
export const runHeaders = Symbol.for("ag-ui-lit.run-headers");

/** The headers that those who look on at a manager ask for; none of a manager that knows of none. Never throws. */
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
