import { isObject, readText } from "../codec/safe-read.js";
import type { CallOutcome } from "./call-step.js";

/** Returns true for an outcome of a call. A page's step, or its manager, may have made anything. */
export function isOutcome(value: unknown): value is CallOutcome {
  if (!isObject(value)) return false;
  const { success, result, error } = value as Record<string, unknown>;
  if (success === true) return typeof result === "string";
  return success === false && isObject(error) && readText(error, "message") !== undefined;
}
