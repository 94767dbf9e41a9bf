import { shownCopy } from "./shown-copy.js";

/**
 * Frozen copies for the details of events, of values that are not changed any more: no listener can change what others
 * see, or what the thread goes on with. What was copied before is shown again, so that of a value that is new in one
 * place only that place is copied, and a page that compares sees what stayed the same.
 */
export class ShownValues {
  #copies = new WeakMap<object, unknown>();

  /** The value to be shown. */
  of<T>(value: T): T {
    try {
      return this.#copy(value) as T;
    } catch {
      // Too deep, or an object of an agent in the page that can't be read.
      this.#copies = new WeakMap();
      return shownCopy(value);
    }
  }

  #copy(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    const copy = isPlain(value) ? shallow(value) : shownCopy(value);
    this.#copies.set(value, copy);
    if (!isPlain(value)) return copy;
    for (const key of Object.keys(copy)) {
      const member = (copy as Record<string, unknown>)[key];
      if (typeof member === "object") (copy as Record<string, unknown>)[key] = this.#copy(member);
    }
    return Object.freeze(copy);
  }
}

function shallow(value: object): object {
  return Array.isArray(value) ? value.slice() : { ...value };
}

/** Whether it is what JSON has, of whatever realm. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
