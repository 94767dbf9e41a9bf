import { describe } from "../errors/thrown.js";

/** The reason of a signal's abort, for the model; `undefined` for the default reason. */
export function reasonOf(signal: AbortSignal | undefined): string | undefined {
  const reason: unknown = signal?.reason;
  // The default reason of `abort()` adds nothing to "cancelled".
  const isDefault = reason instanceof DOMException && reason.name === "AbortError";
  if (reason === undefined || isDefault) return undefined;
  return `The call was cancelled: ${describe(reason)}`;
}
