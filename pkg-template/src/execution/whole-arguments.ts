import { ArgumentsReader } from "../arguments/arguments-reader.js";
import { deepFreeze } from "../tools/deep-freeze.js";

/** Parses the whole text of a call's arguments, blank text as `{}`. Frozen; `undefined` for an unreadable text. */
export function wholeArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  const reader = new ArgumentsReader();
  try {
    reader.push(text.trim() === "" ? "{}" : text);
    return reader.end() ? deepFreeze(reader.value) : undefined;
  } finally {
    reader.free();
  }
}
