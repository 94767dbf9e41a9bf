import { isError } from "../codec/safe-read.js";
import { truncate } from "../codec/truncate.js";
import { DEFAULT_MAX_RESULT_LENGTH } from "../constants/core.js";
import {
  type CoreToolError,
  rawCategorize,
  type ThrownFacts,
  type ToolErrorCategory,
  type ValidationIssue,
} from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { issuesOf } from "./issues.js";
import { factsOf, isToolError } from "./thrown.js";
import type { ToolError } from "./tool-error.js";

/**
 * Makes a `ToolError` of anything that was thrown.
 *
 * | thrown | category |
 * |---|---|
 * | `ToolFailure`, a `ToolError` thrown on | its own |
 * | `AbortError` | `cancelled`; `timeout` when a `TimeoutError` caused it |
 * | `TimeoutError` (also that of `AbortSignal.timeout`), `ETIMEDOUT` and the like | `timeout` |
 * | issues of a Standard Schema, zod, valibot or arktype | `validation`, with `validationErrors` |
 * | HTTP status 408, 425, 429, 5xx: on the error, on its `response`, or of a thrown `Response` | `transient` |
 * | HTTP status 4xx otherwise | `permanent` |
 * | a failed `fetch` of any engine, offline too; `NetworkError`, `ECONNREFUSED` and the like | `transient` |
 * | `SecurityError`, `NotAllowedError`, `NotSupportedError`, `QuotaExceededError` | `permanent` |
 * | `AggregateError` | that of its error which leaves the least hope |
 * | anything else | that of its `cause`, else `defaultCategory` |
 *
 * `retryAfter` (ms) is the error's own, or comes from the answer's `retry-after-ms` or `Retry-After` (RFC 9110,
 * section 10.2.3); across origins a browser shows these only if the server exposes them. The thrown value is kept
 * as `cause`; a `ToolError` thrown on keeps the cause it has. The message is never empty, and cut like a result.
 *
 * @example
 * ```ts
 * categorizeError(new DOMException("Stopped", "AbortError")).category; // "cancelled"
 * categorizeError(new Response(null, { status: 503, headers: { "Retry-After": "2" } })).retryAfter; // 2000
 * ```
 */
export function categorizeError(
  error: unknown,
  defaultCategory: ToolErrorCategory = "unknown",
): ToolError {
  return toolErrorOf(error, defaultCategory, DEFAULT_MAX_RESULT_LENGTH);
}

/** `categorizeError` with a message of at most `maxLength` UTF-16 units. */
export function toolErrorOf(
  thrown: unknown,
  defaultCategory: ToolErrorCategory,
  maxLength: number,
): ToolError {
  requireCore("categorizeError()");
  const error = judge(factsOf(thrown, maxLength), defaultCategory, maxLength);
  return { ...error, ...causeOf(thrown) };
}

/** The error for arguments of which a schema library has these issues; they may be anything, also none. */
export function argumentsErrorOf(
  issues: unknown,
  maxLength: number = DEFAULT_MAX_RESULT_LENGTH,
): CoreToolError {
  return judge({ issues: issuesOf(issues) ?? [] }, "validation", maxLength);
}

/** The error for arguments in which the JSON Schema module has found these issues. */
export function schemaErrorOf(issues: readonly ValidationIssue[]): CoreToolError {
  return judge({ issues: [...issues] }, "validation", DEFAULT_MAX_RESULT_LENGTH);
}

function judge(
  facts: ThrownFacts,
  defaultCategory: ToolErrorCategory,
  maxLength: number,
): CoreToolError {
  const error = rawCategorize(facts, defaultCategory);
  // The facts' own message is cut already, and ends with its mark.
  const isCut = error.message === facts.message;
  return isCut ? error : { ...error, message: truncate(error.message, maxLength) };
}

function causeOf(thrown: unknown): { cause?: unknown } {
  if (!isToolError(thrown) || isError(thrown)) return { cause: thrown };
  return "cause" in thrown ? { cause: thrown.cause } : {};
}
