import { describe } from "../errors/thrown.js";

/** Why a signal was aborted, for the model; nothing when it says no more than that it was. */
export function reasonOf(signal: AbortSignal | undefined): string | undefined {
  const reason: unknown = signal?.reason;
  // The default reason of `abort()` says nothing that "cancelled" does not say.
  const isDefault = reason instanceof DOMException && reason.name === "AbortError";
  if (reason === undefined || isDefault) return undefined;
  return `The call was cancelled: ${describe(reason)}`;
}
