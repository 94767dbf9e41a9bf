import { isArray, isObject } from "../../codec/safe-read.js";
import { DEFAULT_MAX_DEPTH } from "../../constants/core.js";
import type { ValidationIssue } from "../../execution/types.js";
import { compiledTool } from "../../tools/define.js";
import type { RegisteredTool } from "../../tools/types.js";
import { shortName } from "./read-call.js";

/** The maximum number of reported faults. */
const MOST_FAULTS = 100;

/**
 * What is wrong with arguments, as one sentence each. Whether they are valid the tool's JSON Schema says, all of it; the messages are the
 * seed's where it has some: for what is missing, unknown, of a wrong type, or no integer.
 */
export function argumentFaults(
  tool: RegisteredTool,
  text: string,
  args: Record<string, unknown>,
): string[] {
  const given = {
    text: text.trim() === "" ? "{}" : text,
    maxDepth: DEFAULT_MAX_DEPTH,
    fresh: () => structuredClone(args),
  };
  const verdict = compiledTool(tool).validator.validate(given);
  if ("then" in verdict) throw new Error("A JSON Schema is judged at once.");
  if (verdict.accepted) return [];
  const { validationErrors, message } = verdict.error;
  if (!validationErrors || validationErrors.length === 0) return [message];
  const faults = validationErrors.slice(0, MOST_FAULTS).map((issue) => worded(issue, args));
  const more = validationErrors.length - faults.length;
  return more > 0 ? [...faults, `and ${more} more`] : faults;
}

function worded({ path, message, code, expected }: ValidationIssue, args: unknown): string {
  if (path.length === 0) return `The arguments: ${message}`;
  const name = shortName(path.join("."));
  if (unknownProperty.has(code)) return `Unknown parameter: ${name}`;
  const found = valueAt(args, path);
  if (!found) {
    return missingProperty.has(code)
      ? `Missing required parameter: ${name}`
      : `Parameter ${name}: ${message}`;
  }
  const types = code === "type" ? typesOf(expected) : [];
  if (types.length === 0) return `Parameter ${name}: ${message}`;
  const { value } = found;
  if (types.length === 1 && types[0] === "integer" && typeof value === "number") {
    return `Parameter ${name} must be an integer, got: ${value}`;
  }
  const got = isArray(value) ? "array" : value === null ? "null" : typeof value;
  return `Parameter ${name} has wrong type: expected ${types.join(" or ")}, got ${got}`;
}

/** The codes of a property that the schema does not allow, and of one that is not there. */
const unknownProperty: ReadonlySet<string> = new Set([
  "additionalProperties",
  "unevaluatedProperties",
]);
const missingProperty: ReadonlySet<string> = new Set(["required", "dependentRequired"]);

/** The types that `type` allows: a name, or a list of them. */
function typesOf(expected: unknown): string[] {
  const names = isArray(expected) ? expected : [expected];
  return names.filter((name) => typeof name === "string");
}

function valueAt(args: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let value: unknown = args;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}
