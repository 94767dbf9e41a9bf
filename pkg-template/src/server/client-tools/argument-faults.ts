import { isArray, isObject } from "../../codec/safe-read.js";
import { DEFAULT_MAX_DEPTH } from "../../constants/core.js";
import type { ValidationIssue } from "../../execution/types.js";
import { compiledTool } from "../../tools/define.js";
import type { RegisteredTool } from "../../tools/types.js";
import { shortName } from "./read-call.js";

/** How many faults are told, and how long each may be. */
const MOST_FAULTS = 100;

/**
 * What is wrong with arguments, as one sentence each. Whether they are valid the tool's JSON Schema says, all of it; the words are the
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

function worded({ path, message }: ValidationIssue, args: unknown): string {
  if (path.length === 0) return `The arguments: ${message}`;
  const name = shortName(path.join("."));
  if (message === "is not a known property") return `Unknown parameter: ${name}`;
  const found = valueAt(args, path);
  if (!found) {
    const isMissing = message.includes("missing");
    return isMissing ? `Missing required parameter: ${name}` : `Parameter ${name}: ${message}`;
  }
  const types = typesIn(message);
  if (!types) return `Parameter ${name}: ${message}`;
  const { value } = found;
  if (types.length === 1 && types[0] === "integer" && typeof value === "number") {
    return `Parameter ${name} must be an integer, got: ${value}`;
  }
  const got = isArray(value) ? "array" : value === null ? "null" : typeof value;
  return `Parameter ${name} has wrong type: expected ${types.join(" or ")}, got ${got}`;
}

/** The types in the JSON Schema module's words for a wrong one: `expected a string or null, received 5`. */
function typesIn(message: string): string[] | undefined {
  const [, listed] = /^expected ([a-z ]+), received /.exec(message) ?? [];
  const names = listed?.split(" or ").map((name) => name.replace(/^an? /, "")) ?? [];
  return names.length > 0 && names.every((name) => typeNames.has(name)) ? names : undefined;
}

const typeNames: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
]);

function valueAt(args: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let value: unknown = args;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}
