import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** A schema library's validator, as Standard Schema exposes it. */
export type OwnValidator = StandardSchemaV1.Props["validate"];

/** What a definition's `schema` turned out to be. */
export interface ReadSchema {
  /** The JSON Schema, if there is one or the library can make one. */
  readonly jsonSchema?: unknown;
  /** The library's own validator. */
  readonly validate?: OwnValidator;
  /** Why the library's schema can't be converted. */
  readonly fault?: string;
}

const withParameters = "give the JSON Schema that the model is shown in `parameters`";

/**
 * Finds out what a `schema` is. A Standard Schema may also be a function (arktype's are).
 * @see https://standardschema.dev
 */
export function readSchema(schema: unknown, needsJsonSchema: boolean): ReadSchema {
  if (!isStandard(schema)) return { jsonSchema: schema };
  const standard: Partial<StandardSchemaV1.Props & StandardJSONSchemaV1.Props> =
    schema["~standard"];
  const validate = typeof standard.validate === "function" ? standard.validate : undefined;
  const own = validate ? { validate: validate.bind(standard) } : {};
  if (!needsJsonSchema) return own;
  const convert = standard.jsonSchema?.input;
  const library = standard.vendor ?? "its library";
  if (typeof convert !== "function") {
    return {
      ...own,
      fault: `can't be shown to the model: this version of ${library} makes no JSON Schema; ${withParameters}`,
    };
  }
  try {
    return { ...own, jsonSchema: convert.call(standard.jsonSchema, { target: "draft-2020-12" }) };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      ...own,
      fault: `can't be shown to the model: ${library} can't write it as JSON Schema (${reason}); ${withParameters}`,
    };
  }
}

function isStandard(schema: unknown): schema is { "~standard": object } {
  const isHolder = (typeof schema === "object" && schema !== null) || typeof schema === "function";
  if (!isHolder || !("~standard" in schema)) return false;
  return typeof schema["~standard"] === "object" && schema["~standard"] !== null;
}
