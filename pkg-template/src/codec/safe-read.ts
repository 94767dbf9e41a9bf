/**
 * Reading of untrusted values: a getter may throw, a Proxy may be revoked, and an object may come from another realm,
 * where `instanceof` fails.
 */

/** Reads a property; `undefined` when that throws. */
export function read(holder: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    return undefined;
  }
}

/** Reads a property that should be text. */
export function readText(holder: object, key: PropertyKey): string | undefined {
  const value = read(holder, key);
  return typeof value === "string" ? value : undefined;
}

/** Reads a property that should be a number, and a finite one. */
export function readNumber(holder: object, key: PropertyKey): number | undefined {
  const value = read(holder, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns true if a value must be awaited. Throws if reading its `then` throws. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && typeof (value as { then?: unknown }).then === "function";
}

/** Returns true if a value is an array, also from another realm; false for a revoked Proxy. */
export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The word of `Object.prototype.toString` for a value: `"Map"`, `"HTMLDivElement"`. An object may lie about it. */
export function tagOf(value: unknown): string {
  try {
    return Object.prototype.toString.call(value).slice("[object ".length, -1);
  } catch {
    return "Object";
  }
}

/** Returns true if a value is an error of any realm, including a `DOMException`. */
export function isError(value: unknown): value is Error {
  if (!isObject(value)) return false;
  const tag = tagOf(value);
  if (tag === "Error" || tag === "DOMException") return true;
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}
