import { isArray, read, readText } from "../codec/safe-read.js";

/** The rule that a value breaks. */
export interface IssueRule {
  /** A keyword of JSON Schema, or a code of our own: `docs/errors-and-results.md` lists all of them. */
  readonly code: string;
  /** The keyword's value. */
  readonly expected?: unknown;
}

/**
 * The rule of an issue, as a code of the JSON Schema module. zod, valibot and arktype name rules in their own ways; an
 * issue with one of our codes keeps it. `invalid` if the library names no rule.
 */
export function ruleOf(issue: object): IssueRule {
  const own = readText(issue, "code");
  if (own !== undefined && codes.has(own)) {
    // arktype's names for these are keywords already.
    if (isArktypes(issue)) return ruled(sized(own, issue), read(issue, "rule"));
    return ruled(own, read(issue, "expected"));
  }
  const isType = own === undefined && readText(issue, "kind") === "schema";
  const isMissing = readText(issue, "received") === "undefined";
  if (isType && isMissing) return { code: "required" };
  if (isType && readText(issue, "expected") === "never") return { code: "additionalProperties" };
  const rule = libraryRules.get(own ?? readText(issue, "type") ?? "");
  if (!rule) return isType ? ruled("type", read(issue, "expected")) : { code: "invalid" };
  const [code, member] = rule;
  if (code === "type" && isMissing) return { code: "required" };
  return ruled(sized(code, issue), member && read(issue, member));
}

/** Names of rules in libraries, each with our code and the member that holds the expected value. */
const libraryRules = new Map<string, LibraryRule>(
  Object.entries<LibraryRule>({
    // zod 3 and 4
    invalid_type: ["type", "expected"],
    invalid_value: ["enum", "values"],
    invalid_enum_value: ["enum", "options"],
    invalid_literal: ["const", "expected"],
    invalid_format: ["format", "format"],
    invalid_string: ["format", "validation"],
    too_small: ["minimum", "minimum"],
    too_big: ["maximum", "maximum"],
    not_multiple_of: ["multipleOf", "divisor"],
    unrecognized_keys: ["additionalProperties"],
    invalid_union: ["anyOf"],
    invalid_key: ["propertyNames"],
    // arktype
    domain: ["type", "domain"],
    unit: ["const", "unit"],
    union: ["anyOf"],
    min: ["minimum", "rule"],
    max: ["maximum", "rule"],
    divisor: ["multipleOf", "rule"],
    // valibot
    picklist: ["enum"],
    enum: ["enum"],
    literal: ["const"],
    variant: ["anyOf"],
    integer: ["type"],
    min_value: ["minimum", "requirement"],
    max_value: ["maximum", "requirement"],
    min_length: ["minLength", "requirement"],
    max_length: ["maxLength", "requirement"],
    multiple_of: ["multipleOf", "requirement"],
    regex: ["pattern"],
  }),
);

type LibraryRule = readonly [code: string, member?: string];

/** The codes that an issue may have already. */
const codes: ReadonlySet<string> = new Set(
  (
    "type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format " +
    "contentEncoding contentMediaType required dependentRequired additionalProperties unevaluatedProperties propertyNames " +
    "minProperties maxProperties minItems maxItems uniqueItems contains minContains maxContains additionalItems " +
    "unevaluatedItems not anyOf oneOf falseSchema syntax depth length inexactInteger numberRange undecided unlisted invalid"
  ).split(" "),
);

/** The keyword of a limit: of a number, of a text's length, or of an array's. */
function sized(code: string, issue: object): string {
  const isLeast = code.startsWith("min");
  if (!limits.has(code)) return code;
  const input = read(issue, isArktypes(issue) ? "data" : "input");
  const of = readText(issue, "origin") ?? readText(issue, "type");
  if (of === "string") return isLeast ? "minLength" : "maxLength";
  if (of === "array" || of === "set" || isArray(input)) return isLeast ? "minItems" : "maxItems";
  const excludes = read(issue, "inclusive") === false || read(issue, "exclusive") === true;
  return excludes ? (isLeast ? "exclusiveMinimum" : "exclusiveMaximum") : code;
}

const limits: ReadonlySet<string> = new Set(["minimum", "maximum", "minLength", "maxLength"]);

/** The maximum length of an expected value's JSON text in an issue, as in the JSON Schema module. */
const LONGEST_EXPECTED = 1000;

function ruled(code: string, given: unknown): IssueRule {
  const value = given === "int" ? "integer" : given;
  const isSent = code === "type" ? areTypes(value) : isPlain(value);
  return isSent ? { code, expected: value } : { code };
}

function areTypes(value: unknown): boolean {
  const names: readonly unknown[] = isArray(value) ? value : [value];
  return names.every((name) => types.has(name));
}

const types: ReadonlySet<unknown> = new Set(
  "string number integer boolean array object null".split(" "),
);

/** Returns true for a text, a number, a flag or a short list of them. */
function isPlain(value: unknown): boolean {
  if (!isArray(value)) return isScalar(value) && String(value).length <= LONGEST_EXPECTED;
  return (
    value.length <= LONGEST_EXPECTED / 2 &&
    value.every(isScalar) &&
    JSON.stringify(value).length <= LONGEST_EXPECTED
  );
}

function isScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

/** Returns true for an issue of arktype. */
export function isArktypes(issue: object): boolean {
  return readText(issue, " arkKind") === "error";
}
