import { describe } from "../codec/describe.js";
import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { writeValue } from "../codec/write-value.js";
import type { ValidationIssue } from "../core/raw.js";
import { isArktypes, ruleOf } from "./issue-rule.js";

/** The maximum number of carried issues; a last one has the number of the others. */
const MOST_ISSUES = 1000;

/** The maximum number of carried keys in a path: more than arguments can have. */
const MOST_KEYS = 200;

/** The maximum length of a carried message, and of one key, in UTF-16 units. */
const LONGEST_MESSAGE = 1000;

/** The maximum length of a carried invalid value in UTF-16 units, the same as in the core. */
const LONGEST_RECEIVED = 80;

/**
 * The issues of a Standard Schema result or of a zod, valibot or arktype error, as the core's; `undefined` when these
 * are none.
 */
export function issuesOf(
  issues: unknown,
  receivedOf: (issue: object) => unknown = receivedByLibrary,
): ValidationIssue[] | undefined {
  if (!isArray(issues) || issues.length === 0) return undefined;
  // `from` of plain positions, since arktype's arrays are of a class of its own.
  const carried = Array.from({ length: Math.min(issues.length, MOST_ISSUES) }, (_, index) =>
    issueOf(read(issues, index), receivedOf),
  );
  const more = issues.length - carried.length;
  if (more > 0) carried.push({ path: [], message: `and ${more} more issues`, code: "unlisted" });
  return carried;
}

/** The issues of a thrown value: `issues`, or arktype's `arkErrors`. */
export function issuesOfThrown(thrown: object): ValidationIssue[] | undefined {
  const issues = read(thrown, "issues") ?? read(thrown, "arkErrors");
  if (!isArray(issues)) return undefined;
  // Others have a list of that name, too: an answer of an issue tracker, for one.
  const first = read(issues, 0);
  return isObject(first) && readText(first, "message") !== undefined ? issuesOf(issues) : undefined;
}

/** The issues of a `ToolError`: usually the core's, but any code may have made them. */
export function issuesOfToolError(error: object): ValidationIssue[] | undefined {
  return issuesOf(read(error, "validationErrors"), (issue) => read(issue, "received"));
}

function issueOf(issue: unknown, receivedOf: (issue: object) => unknown): ValidationIssue {
  if (!isObject(issue)) return { path: [], message: short(describe(issue)), code: "invalid" };
  const received = excerpt(receivedOf(issue));
  const { code, expected } = ruleOf(issue);
  return {
    path: pathOf(read(issue, "path")),
    message: short(messageOf(issue)?.trim() || "is not accepted"),
    code,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
  };
}

/** A path is a list of keys, or of objects that hold a key (Standard Schema, valibot). */
function pathOf(path: unknown): string[] {
  if (!isArray(path)) return [];
  return Array.from({ length: Math.min(path.length, MOST_KEYS) }, (_, index) => {
    const key = read(path, index);
    return short(describe(isObject(key) ? read(key, "key") : key));
  });
}

/** An issue of arktype repeats its path in the message, and has it without in `problem`. */
function messageOf(issue: object): string | undefined {
  return (isArktypes(issue) ? readText(issue, "problem") : undefined) ?? readText(issue, "message");
}

/** The invalid value, if the library reports it: zod on request, valibot and arktype always. */
function receivedByLibrary(issue: object): unknown {
  if (!isArktypes(issue)) return read(issue, "input");
  // Of a missing property it gives what lacks it.
  return readText(issue, "code") === "required" ? undefined : read(issue, "data");
}

function excerpt(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "string") return wellFormed(truncate(value, LONGEST_RECEIVED));
  return writeValue(value, LONGEST_RECEIVED);
}

function short(text: string): string {
  return wellFormed(truncate(text, LONGEST_MESSAGE));
}
