import { writeValue } from "../codec/write-value.js";
import { structuredSaidBy } from "../errors/thrown.js";
import type { HandlerResult } from "./handler-result.js";
import type { ToolExecution } from "./types.js";

/**
 * The storable result of a finished execution, in addition to the model's text: plain data that JSON preserves.
 *
 * `metadata` is the argument of `toolResult(…, { structured })` or `new ToolFailure(…, { structured })`, written as
 * results are; an integer that a number can't hold is text. It is absent if the tool gave none.
 */
export interface StructuredToolResult<TMetadata = unknown> {
  /** The tool's name. */
  readonly toolName: string;
  /** Whether the tool succeeded. */
  readonly success: boolean;
  /** The error's message, as the model read it. */
  readonly error?: string;
  /** The tool's metadata of the result. */
  readonly metadata?: TMetadata;
  /** The end of the execution: ISO 8601 in UTC, with milliseconds. */
  readonly timestamp: string;
}

/** UTF-16 units of metadata's JSON text; of longer one, the cut text is kept. */
const LONGEST = 2 ** 24;

/** The structured result of an execution that has ended, at a time in milliseconds since 1970. */
export function structuredResultOf(
  { toolName, status, error }: ToolExecution,
  endedAt: number,
  result: HandlerResult | undefined,
  thrown: unknown,
): StructuredToolResult {
  const success = status === "succeeded";
  const metadata = success ? result?.metadata : structuredSaidBy(thrown);
  return {
    toolName,
    success,
    ...(error && { error: error.message }),
    ...(metadata !== undefined && { metadata: plainData(metadata) }),
    timestamp: new Date(endedAt).toISOString(),
  };
}

function plainData(value: unknown): unknown {
  const text = writeValue(value, LONGEST, true);
  try {
    return JSON.parse(text);
  } catch {
    // It was cut.
    return text;
  }
}

/** A filter of results; by default all that are known. */
export interface WantedResults {
  readonly executionId: string | undefined;
  readonly toolCallId: string | undefined;
  /** Milliseconds since 1970: no result of an execution that ended before. */
  readonly since: number;
}

/** The method of a manager that gives them, oldest first. A registered symbol: the manager may be of another copy. */
export const structuredResultsOf = Symbol.for("ag-ui-lit.structured-results");
