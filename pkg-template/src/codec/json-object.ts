import { isArray, isObject } from "./safe-read.js";

/** Returns the object in a text of JSON; `undefined` for any other text. */
export function jsonObjectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true for an object that is not an array. Its members may still be accessors. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !isArray(value);
}
