import { rawCategorize, type ToolErrorCategory } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { factsOf } from "./thrown.js";
import type { ToolError } from "./types.js";

/**
 * Makes a `ToolError` of anything that was thrown.
 *
 * An aborted operation is `cancelled`, a timeout `timeout`, issues of a schema library `validation`, a failed
 * `fetch` and the HTTP statuses 408, 425, 429 and 5xx `transient`, other 4xx `permanent`; everything else gets
 * `defaultCategory`. The thrown value is kept as `cause`.
 *
 * @example
 * ```ts
 * categorizeError(new DOMException("Stopped", "AbortError")).category; // "cancelled"
 * ```
 */
export function categorizeError(
  error: unknown,
  defaultCategory: ToolErrorCategory = "unknown",
): ToolError {
  requireCore("categorizeError()");
  return { ...rawCategorize(factsOf(error), defaultCategory), cause: error };
}
