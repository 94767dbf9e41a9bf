import { describe } from "../codec/describe.js";
import { isArray, isObject } from "../codec/safe-read.js";
import type { DefinitionIssue } from "../core/raw.js";
import { circuitFields, rateLimitFields, retryFields } from "../options/options.js";
import { type FieldNames, hintFor } from "../options/unknown-options.js";
import { asMethod } from "./callable.js";
import type { ToolMetadata } from "./types.js";

/** The fields of metadata: `mcp` is added by `connectMcp`. A page's own belong in `annotations`. */
export const metadataFields: readonly string[] = Object.keys({
  category: true,
  tags: true,
  execution: true,
  idempotent: true,
  estimatedDuration: true,
  retryConfig: true,
  timeout: true,
  maxConcurrency: true,
  rateLimit: true,
  circuitBreaker: true,
  dedupe: true,
  cache: true,
  approval: true,
  preview: true,
  tracing: true,
  validateFormats: true,
  afterReload: true,
  continues: true,
  annotations: true,
  mcp: true,
} satisfies FieldNames<ToolMetadata> & { mcp: true });

/** Fields that are objects the core acts on, with their own fields. */
const nested: Readonly<Record<string, readonly string[]>> = {
  retryConfig: retryFields,
  circuitBreaker: circuitFields,
  rateLimit: rateLimitFields,
  cache: Object.keys({
    ttl: true,
    maxEntries: true,
    store: true,
    key: true,
  } satisfies FieldNames<NonNullable<ToolMetadata["cache"]>>),
};

/** The page's original objects, by the metadata of a tool: their functions use them as `this`. */
const owners = new WeakMap<object, object>();

/** The object that a tool's metadata was read from. */
export function ownerOf(metadata: object): object {
  return owners.get(metadata) ?? metadata;
}

/** Remembers the source of a tool's metadata, also when that is another tool's. */
export function markOwner(metadata: object, given: unknown): void {
  if (isObject(given)) owners.set(metadata, ownerOf(given));
}

/**
 * A definition's metadata, each field read once: also those that an instance inherits from its class, which neither a
 * copy nor JSON would have. A value that is not an object is left to the core to refuse.
 */
export function readMetadata(given: unknown, issues: DefinitionIssue[]): unknown {
  if (!isObject(given) || isArray(given)) return given;
  const metadata = fieldsOf(given, ["metadata"], metadataFields, issues);
  if (!metadata) return undefined;
  for (const [field, known] of Object.entries(nested)) {
    const value = metadata[field];
    if (isObject(value) && !isArray(value)) {
      const fields = fieldsOf(value, ["metadata", field], known, issues);
      if (fields && field === "cache") fields.key = asMethod(value, fields.key);
      metadata[field] = fields;
    }
  }
  return metadata;
}

/**
 * The fields of an object, with an issue for each unknown one: a misspelled field has no effect, even if it is meant to
 * keep a handler from running twice. Other fields of a class's instance are its own, and so are fields next to a
 * function that may use them by its `this`, except those that are nearly a known name.
 */
function fieldsOf(
  holder: object,
  path: string[],
  known: readonly string[],
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
    const inherited = inheritedKeys(holder);
    if (inherited.size === 0) issues.push(...unknownFields(fields, path, known));
    for (const key of inherited) {
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

function unknownFields(
  fields: object,
  path: readonly string[],
  known: readonly string[],
): DefinitionIssue[] {
  const hasFunction = Object.values(fields).some((value) => typeof value === "function");
  const own = path.length === 1 ? " Fields of your own stand in metadata.annotations." : "";
  return Object.keys(fields).flatMap((key) => {
    if (known.includes(key)) return [];
    const hint = hintFor(key, known);
    if (hasFunction && hint === "") return [];
    return { path: [...path, key], message: `is not a field of ${path.join(".")}.${hint}${own}` };
  });
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

/** The names of the members that an instance inherits from its classes, or from an object it was created from. */
function inheritedKeys(holder: object): Set<string> {
  const keys = new Set<string>();
  let from: object | null = Object.getPrototypeOf(holder);
  // The prototype of all objects, of any realm, is the one without a prototype.
  while (from !== null && Object.getPrototypeOf(from) !== null) {
    for (const key of Object.getOwnPropertyNames(from)) if (key !== "constructor") keys.add(key);
    from = Object.getPrototypeOf(from);
  }
  return keys;
}
