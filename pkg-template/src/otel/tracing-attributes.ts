import type { Attributes, AttributeValue } from "@opentelemetry/api";
import { describe } from "../codec/describe.js";
import { isArray, isObject, tagOf } from "../codec/safe-read.js";
import { report } from "../events/report.js";
import { ownerOf } from "../tools/metadata.js";
import type { RegisteredTool } from "../tools/types.js";

/**
 * The attributes that a tool's `metadata.tracing` returns for validated arguments. Parts that can't be recorded are
 * left out and reported to the page, and so are the function's errors, like those of a listener.
 */
export function tracingAttributes(tool: RegisteredTool, args: unknown): Attributes {
  const { tracing } = tool.metadata;
  if (typeof tracing !== "function") return {};
  const attributes: Attributes = {};
  try {
    const said: unknown = Reflect.apply(tracing, ownerOf(tool.metadata), [args]);
    // It has no attributes: a tool whose module is yet to be loaded.
    if (said === undefined) return attributes;
    const faults = isRecord(said) ? collect(said, attributes) : [`it gave ${describe(said)}`];
    if (faults.length > 0) report(new TypeError(faultMessage(tool.name, faults)));
  } catch (thrown) {
    report(thrown);
  }
  return attributes;
}

/** Collects the attributes that can be recorded. Returns the errors of the others. */
function collect(said: object, attributes: Attributes): string[] {
  const faults: string[] = [];
  for (const key of Object.keys(said)) {
    const given: unknown = Reflect.get(said, key);
    const value = attributeValue(given);
    if (value !== undefined && key !== "") define(attributes, key, value);
    else if (given !== undefined) faults.push(`${JSON.stringify(key)} is ${describe(given)}`);
  }
  return faults;
}

/** `__proto__` is an attribute like any other. */
function define(attributes: Attributes, key: string, value: AttributeValue): void {
  const property = { value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(attributes, key, property);
}

function attributeValue(given: unknown): AttributeValue | undefined {
  if (isScalar(given)) return given;
  if (!isArray(given)) return undefined;
  const items = [...given];
  const isOfOneKind = items.every((item) => isScalar(item) && typeof item === typeof items[0]);
  return isOfOneKind ? (items as string[] | number[] | boolean[]) : undefined;
}

function isScalar(given: unknown): given is string | number | boolean {
  return typeof given === "string" || typeof given === "boolean" || Number.isFinite(given);
}

/** An object of attributes, not a promise of one. A Map has no properties. */
function isRecord(said: unknown): said is object {
  return isObject(said) && !isArray(said) && tagOf(said) === "Object";
}

function faultMessage(tool: string, faults: readonly string[]): string {
  return (
    `ag-ui-lit/otel: metadata.tracing of the tool ${tool} must return an object of texts, finite numbers, booleans and ` +
    `arrays of one of them, at once, but ${faults.join(", ").slice(0, 500)}.`
  );
}
