import { describe } from "./thrown.js";

/**
 * The text a model reads for what a handler returned: strings as they are, `undefined` and `null` as `"null"`,
 * everything else as JSON. A value that can't be written is still a success, since the handler ran; the text says so.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "null";
  try {
    return JSON.stringify(value) ?? describe(value);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : describe(thrown);
    return `The tool succeeded, but its result can't be written as JSON: ${reason}`;
  }
}
