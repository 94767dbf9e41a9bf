import { describe, messageOf } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isArray, isObject } from "../../codec/safe-read.js";
import { start } from "../../codec/truncate.js";
import { DEFAULT_MAX_RESULT_LENGTH } from "../../constants/core.js";
import type { ToolCall, ToolResult } from "./definition.js";

/** How many values a result may hold. */
const MOST_VALUES = 100_000;

/** How long the reason of a failure may be, in UTF-16 units. */
const LONGEST_ERROR = 10_000;

/** A result that answers a call, or why it does not. */
export type ReadResult =
  | { readonly result: ToolResult }
  | { readonly result?: never; readonly fault: "foreign" | "unusable"; readonly why: string };

/**
 * Reads what is said to be the result of a call: anything may come. What names no call is taken to be of this one, as whoever gives it
 * says; what names another is not.
 */
export function readResult(given: unknown, call: ToolCall): ReadResult {
  const { id: toolCallId } = call;
  const { name: toolName } = call.function;
  try {
    if (!isObject(given) || isArray(given)) return unusable(`is ${describe(given)}`);
    const said = given as Partial<Record<keyof ToolResult, unknown>>;
    const { toolCallId: id, toolName: name, success } = said;
    if (id !== undefined && id !== toolCallId) return foreign("call", id);
    if (name !== undefined && name !== toolName) return foreign("tool", name);
    if (success === true) {
      const result = plainOf(said.result);
      return { result: Object.freeze({ toolCallId, toolName, success, result }) };
    }
    if (success !== false) return unusable(`its success is ${describe(success)}`);
    const { error } = said;
    if (typeof error !== "string" && error !== undefined) return unusable("its error is no text");
    const reason = error?.trim() ? start(error, LONGEST_ERROR) : noReason;
    return { result: Object.freeze({ toolCallId, toolName, success, error: reason }) };
  } catch (thrown) {
    return unusable(messageOf(thrown));
  }
}

const noReason = "The client could not run the tool, and did not say why.";

/** A copy: JSON, or nothing, which stands as `null`. @throws what is wrong with it. */
function plainOf(given: unknown): unknown {
  if (given === undefined) return null;
  const copy = plainCopy(given, "result", MOST_VALUES);
  const length = (JSON.stringify(copy) ?? "").length;
  if (length > DEFAULT_MAX_RESULT_LENGTH) {
    const most = `${DEFAULT_MAX_RESULT_LENGTH} characters of JSON`;
    throw new TypeError(`result: must be at most ${most}, but is ${length}`);
  }
  return copy;
}

function foreign(what: string, given: unknown): ReadResult {
  return { fault: "foreign", why: `it is for another ${what}: ${start(describe(given), 100)}` };
}

function unusable(why: string): ReadResult {
  const must = "it must be { success: true, result } or { success: false, error: text }";
  return { fault: "unusable", why: `${must}, but ${start(why, 1000)}` };
}
