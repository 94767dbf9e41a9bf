import { plainCopy } from "../codec/plain-copy.js";
import { isArray, isObject } from "../codec/safe-read.js";
import { bounds } from "./bounds.js";

/** A JSON Schema as a plain object, of which nothing else is known. */
export type Schema = Readonly<Record<string, unknown>>;

/** Returns true for what can be read as a schema: an object. */
export function isSchema(value: unknown): value is Schema {
  return isObject(value) && !isArray(value);
}

/** A copy of an untrusted schema; `undefined` if it is invalid, can't be read, or is too large. */
export function schemaCopy(given: unknown): Schema | undefined {
  if (!isSchema(given)) return undefined;
  try {
    const copy = plainCopy(given, "schema", bounds.schemaValues);
    return JSON.stringify(copy).length > bounds.schema ? undefined : copy;
  } catch {
    return undefined;
  }
}

/** A member of a schema that has it itself, and does not inherit it. */
export function own(schema: object, key: string): unknown {
  return Object.hasOwn(schema, key) ? (schema as Schema)[key] : undefined;
}

/**
 * The schema that a `$ref` within the same document leads to, with its other keywords; `undefined` if it leads nowhere.
 */
export function resolved(root: Schema, schema: Schema): Schema | undefined {
  let found: Schema = schema;
  for (let hops = 0; hops <= bounds.references; hops += 1) {
    const { $ref: reference, ...beside } = found;
    if (reference === undefined) return found;
    const target = typeof reference === "string" ? targetOf(root, reference) : undefined;
    if (!target) return undefined;
    found = { ...target, ...beside };
  }
  return undefined;
}

/** Follows a JSON Pointer (RFC 6901), written as the fragment of an address. */
function targetOf(root: Schema, reference: string): Schema | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const step of reference.split("/").slice(1)) {
    if (!isObject(found)) return undefined;
    found = own(found, unescaped(step));
  }
  return isSchema(found) ? found : undefined;
}

function unescaped(step: string): string {
  const pointer = (text: string): string => text.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return pointer(decodeURIComponent(step));
  } catch {
    return pointer(step);
  }
}
