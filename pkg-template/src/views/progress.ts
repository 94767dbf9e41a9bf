import { describe } from "../codec/describe.js";
import { isObject, readNumber, readText } from "../codec/safe-read.js";
import { truncate } from "../codec/truncate.js";

/** The progress of a tool. */
export interface ShownProgress {
  /** From 0 to 1, where it is known. */
  readonly fraction: number | undefined;
  readonly text: string | undefined;
}

const longestText = 500;

/**
 * A handler's `reportProgress()` value for a person: a number from 0 to 1, or up to 100 as a percentage; `{ progress,
 * total, message }` as in MCP; or text.
 */
export function shownProgress(value: unknown): ShownProgress | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number") return { fraction: fractionOf(value), text: undefined };
  if (!isObject(value)) return { fraction: undefined, text: bounded(describe(value)) };
  const done = readNumber(value, "progress");
  const total = readNumber(value, "total");
  const message = readText(value, "message");
  const isPart = done !== undefined && total !== undefined && total > 0;
  const fraction = isPart ? clamp(done / total) : done === undefined ? undefined : fractionOf(done);
  if (fraction === undefined && message === undefined) return undefined;
  return { fraction, text: message === undefined ? undefined : bounded(message) };
}

function fractionOf(value: number): number | undefined {
  if (!(value >= 0 && value <= 100)) return undefined;
  return value <= 1 ? value : value / 100;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function bounded(text: string): string {
  return truncate(text, longestText);
}
