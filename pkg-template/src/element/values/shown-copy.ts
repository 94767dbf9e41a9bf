import { deepFreeze } from "../../tools/deep-freeze.js";
import { clone } from "./clone.js";

/**
 * A frozen copy for an event's detail: no listener can change what others see, or what the client goes on with. What
 * can't be copied comes from an agent in the page, which may hand over any object of its own: that is shown as it is.
 */
export function shownCopy<T>(value: T): T {
  const copy = clone(value);
  if (copy === value) return value;
  try {
    return deepFreeze(copy);
  } catch {
    // Bytes can't be frozen. It is a copy still.
    return copy;
  }
}
