import { describe } from "../codec/describe.js";
import { isObject, read, readText } from "../codec/safe-read.js";
import { OptionError } from "../options/option-error.js";
import { refuseUnknown } from "../options/unknown-options.js";
import type { ToolExecutionManager } from "./manager.js";
import type { AnyStructuredToolResult } from "./result-metadata.js";
import { structuredResultsOf, type WantedResults } from "./structured-result.js";

/** A filter of `structuredResults`. */
export interface StructuredResultsOptions {
  /** Only those of this call. */
  readonly toolCallId?: string;
  /**
   * Only those of executions that ended then or later: milliseconds since 1970, a `Date`, or a result's own
   * `timestamp`, whose whole millisecond is included.
   */
  readonly since?: number | Date | string;
}

/**
 * The storable results: a structured result of every finished execution that the manager knows (see `maxHistory`), the
 * one that ended first at the head. They are made for each call, of the tools' metadata: plain data, which is the
 * caller's own.
 *
 * @throws {TypeError} if the first argument is not a manager, or an option is invalid.
 *
 * @example
 * ```ts
 * const done = structuredResults(manager, { toolCallId: "call-1" });
 * localStorage.setItem("call-1", JSON.stringify(done));
 * ```
 */
export function structuredResults(
  manager: ToolExecutionManager,
  options: StructuredResultsOptions = {},
): AnyStructuredToolResult[] {
  refuseUnknown("structuredResults()", options, ["toolCallId", "since"]);
  const { toolCallId, since } = options;
  if (toolCallId !== undefined && typeof toolCallId !== "string") {
    throw new OptionError(`toolCallId must be a string, but is ${describe(toolCallId)}`);
  }
  return resultsOf(manager, { executionId: undefined, toolCallId, since: timeOf(since) });
}

/**
 * The structured result of one execution: by its id, or by the `detail` of an event of its end. `undefined` until it
 * has ended, and when the manager does not know it (any more).
 *
 * @throws {TypeError} if the first argument is not a manager, or the second names no execution.
 *
 * @example
 * ```ts
 * for (const end of ["succeeded", "failed", "cancelled"] as const) {
 *   manager.addEventListener(`tool-execution-${end}`, ({ detail }) => save(structuredResult(manager, detail)));
 * }
 * ```
 */
export function structuredResult(
  manager: ToolExecutionManager,
  execution:
    | string
    | { readonly executionId: string }
    | { readonly execution: { readonly id: string } },
): AnyStructuredToolResult | undefined {
  const executionId = idOf(execution);
  if (executionId === undefined) {
    const given = describe(execution);
    throw new OptionError(`execution must be an id or the detail of an event, but is ${given}`);
  }
  const all = { executionId, toolCallId: undefined, since: Number.NEGATIVE_INFINITY };
  return resultsOf(manager, all)[0];
}

function resultsOf(manager: unknown, wanted: WantedResults): AnyStructuredToolResult[] {
  const method = isObject(manager) ? read(manager, structuredResultsOf) : undefined;
  if (typeof method !== "function") {
    throw new OptionError(`manager must be a ToolExecutionManager, but is ${describe(manager)}`);
  }
  return Reflect.apply(method, manager, [wanted]);
}

function idOf(execution: unknown): string | undefined {
  if (typeof execution === "string") return execution;
  if (!isObject(execution)) return undefined;
  const record = read(execution, "execution");
  return isObject(record) ? readText(record, "id") : readText(execution, "executionId");
}

function timeOf(since: number | Date | string | undefined): number {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  const time = typeof since === "string" ? Date.parse(since) : millisecondsOf(since);
  if (!Number.isNaN(time)) return time;
  throw new OptionError(
    `since must be a number of milliseconds, a Date or an ISO 8601 text, but is ${describe(since)}`,
  );
}

/** The time of a Date of any realm, or a number; `NaN` for any other value. */
function millisecondsOf(since: unknown): number {
  if (typeof since === "number") return since;
  try {
    return Date.prototype.getTime.call(since);
  } catch {
    return Number.NaN;
  }
}
