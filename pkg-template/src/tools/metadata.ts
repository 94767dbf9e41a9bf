import { describe } from "../codec/describe.js";
import { isArray, isObject } from "../codec/safe-read.js";
import type { DefinitionIssue } from "../core/raw.js";
import { asMethod } from "./callable.js";

/** Fields that are objects the core acts on. */
const nested = ["retryConfig", "circuitBreaker", "cache"];

/** By the metadata of a tool: what the page gave, which its functions know as `this`. */
const owners = new WeakMap<object, object>();

/** The object that a tool's metadata was read from. */
export function ownerOf(metadata: object): object {
  return owners.get(metadata) ?? metadata;
}

/** Remembers what a tool's metadata was read from; also when that is another tool's. */
export function markOwner(metadata: object, given: unknown): void {
  if (isObject(given)) owners.set(metadata, ownerOf(given));
}

/**
 * A definition's metadata, each field read once: also what a class instance has by its class, which neither a copy nor
 * JSON would have. What is no object is left to the core to refuse.
 */
export function readMetadata(given: unknown, issues: DefinitionIssue[]): unknown {
  if (!isObject(given) || isArray(given)) return given;
  const metadata = fieldsOf(given, ["metadata"], issues);
  if (!metadata) return undefined;
  for (const field of nested) {
    const value = metadata[field];
    if (isObject(value) && !isArray(value)) {
      const fields = fieldsOf(value, ["metadata", field], issues);
      if (fields && field === "cache") fields.key = asMethod(value, fields.key);
      metadata[field] = fields;
    }
  }
  return metadata;
}

function fieldsOf(
  holder: object,
  path: string[],
  issues: DefinitionIssue[],
): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  let at = path;
  try {
    for (const key of Object.keys(holder)) {
      at = [...path, key];
      define(fields, key, (holder as Record<string, unknown>)[key]);
    }
    at = path;
    for (const key of inheritedKeys(holder)) {
      if (Object.hasOwn(fields, key)) continue;
      at = [...path, key];
      define(fields, key, asMethod(holder, (holder as Record<string, unknown>)[key]));
    }
    return fields;
  } catch (thrown) {
    issues.push({ path: at, message: `could not be read: ${describe(thrown)}` });
    return undefined;
  }
}

/** `__proto__` is a field like any other. */
function define(fields: object, key: string, value: unknown): void {
  Object.defineProperty(fields, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The names of what an instance has by its classes, or by an object it was created from. */
function inheritedKeys(holder: object): Set<string> {
  const keys = new Set<string>();
  let from: object | null = Object.getPrototypeOf(holder);
  // The prototype of all objects, of whatever realm, is the one above which there is nothing.
  while (from !== null && Object.getPrototypeOf(from) !== null) {
    for (const key of Object.getOwnPropertyNames(from)) if (key !== "constructor") keys.add(key);
    from = Object.getPrototypeOf(from);
  }
  return keys;
}
