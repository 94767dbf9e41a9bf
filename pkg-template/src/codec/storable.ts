import { isArray, tagOf } from "./safe-read.js";

/** The maximum depth of nested arrays and objects in a stored value. */
const deepest = 200;

/**
 * Returns true if a structured clone preserves a value, so that a store returns what was stored. Texts, numbers,
 * booleans, BigInts, `null`, `undefined`, dates, bytes, and arrays, plain objects, Maps and Sets of them. No functions,
 * no instances of classes, no accessors, no nodes of a document. Never throws.
 */
export function isStorable(value: unknown): boolean {
  try {
    return isPlain(value, 0, new Set());
  } catch {
    return false;
  }
}

/** `seen` are those that were looked at: a value may be in several places, and inside itself. */
function isPlain(value: unknown, depth: number, seen: Set<object>): boolean {
  if (typeof value !== "object" || value === null) {
    return typeof value !== "function" && typeof value !== "symbol";
  }
  if (seen.has(value)) return true;
  if (depth >= deepest) return false;
  seen.add(value);
  return membersOf(value)?.every((member) => isPlain(member, depth + 1, seen)) ?? false;
}

/** The contents of a value; `undefined` if a clone would differ. */
function membersOf(value: object): readonly unknown[] | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isArray(value))
    return prototype === Array.prototype ? ownValues(value, ["length"]) : undefined;
  if (prototype === Object.prototype || prototype === null) {
    return tagOf(value) === "Object" ? ownValues(value, []) : undefined;
  }
  if (Reflect.ownKeys(value).length > 0 && !ArrayBuffer.isView(value)) return undefined;
  if (prototype === Map.prototype) return [...(value as Map<unknown, unknown>)].flat();
  if (prototype === Set.prototype) return [...(value as Set<unknown>)];
  const isBinary = ArrayBuffer.isView(value) && tagOf(value) !== "DataView";
  return prototype === Date.prototype || prototype === ArrayBuffer.prototype || isBinary
    ? []
    : undefined;
}

/** Every property, hidden ones and those of symbols included, unless one of them would be lost. */
function ownValues(value: object, ignored: readonly string[]): unknown[] | undefined {
  const values: unknown[] = [];
  for (const key of Reflect.ownKeys(value)) {
    if (ignored.includes(key as string)) continue;
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (typeof key === "symbol" || !property?.enumerable || !("value" in property))
      return undefined;
    values.push(property.value);
  }
  return values;
}
