import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { messageOf } from "../codec/describe.js";
import { isObject, read, readNumber } from "../codec/safe-read.js";
import type { StandardValidate } from "./standard-schema.js";

/** The kind of a definition's `schema`. */
export interface ReadSchema {
  /** The JSON Schema, if there is one or the library can make one. */
  readonly jsonSchema?: unknown;
  /** The library's own validator. */
  readonly validate?: StandardValidate;
  /** The reason that the library's schema can't be used. */
  readonly fault?: string;
}

type Standard = Partial<StandardSchemaV1.Props & StandardJSONSchemaV1.Props>;
type Converter = StandardJSONSchemaV1.Converter;

/** In the order they are asked for: a library need not know the first. */
const targets = ["draft-2020-12", "draft-07"] as const;

const withParameters = "give the JSON Schema that the model is shown in `parameters`";

/**
 * Finds out what a `schema` is. A Standard Schema may also be a function (arktype's are).
 * @see https://standardschema.dev
 */
export function readSchema(schema: unknown, needsJsonSchema: boolean): ReadSchema {
  try {
    const standard = standardOf(schema);
    return standard ? readStandard(schema, standard, needsJsonSchema) : { jsonSchema: schema };
  } catch (thrown) {
    return { fault: `could not be read: ${messageOf(thrown)}` };
  }
}

/** Returns true if a definition's `schema` has its own validator. Never throws, for any value. */
export function validatesItself(schema: unknown): boolean {
  try {
    return typeof standardOf(schema)?.validate === "function";
  } catch {
    return false;
  }
}

function standardOf(schema: unknown): Standard | undefined {
  const isHolder = (typeof schema === "object" && schema !== null) || typeof schema === "function";
  if (!isHolder || !("~standard" in schema)) return undefined;
  const standard = schema["~standard"];
  return typeof standard === "object" && standard !== null ? standard : undefined;
}

function readStandard(schema: unknown, standard: Standard, needsJsonSchema: boolean): ReadSchema {
  const { validate } = standard;
  const own: ReadSchema =
    typeof validate === "function" ? { validate: validate.bind(standard) } : {};
  // Without a validator of its own it validates by its JSON Schema, even if the model gets another one.
  if (!needsJsonSchema && own.validate) return own;
  const library = standard.vendor ?? "its library";
  const converter = standard.jsonSchema;
  if (typeof converter?.input !== "function") {
    return { ...own, fault: `can't be shown to the model: ${whyNoConverter(library, schema)}` };
  }
  return { ...own, ...convert(converter, library) };
}

/** The input side: the model's arguments, so that a field with a default stays optional. */
function convert(converter: Converter, library: string): ReadSchema {
  let reason = "it answered with no schema";
  for (const target of targets) {
    try {
      const jsonSchema: unknown = converter.input({ target });
      if (typeof jsonSchema === "object" && jsonSchema !== null) return { jsonSchema };
    } catch (thrown) {
      // Most libraries throw for the schema, not the target: then the first reason is the one to report.
      if (target === targets[0]) reason = messageOf(thrown);
    }
  }
  return {
    fault: `can't be shown to the model: ${library} can't write it as JSON Schema (${reason}); ${withParameters}`,
  };
}

/** The alternative to a hand-written JSON Schema, for users of a library. */
function whyNoConverter(library: string, schema: unknown): string {
  if (library === "zod" && makesJsonSchema(schema)) {
    return (
      "a schema of zod/mini does not bring its JSON Schema along; give it in `parameters`: " +
      '`parameters: z.toJSONSchema(schema, { io: "input" })`, with the same schema in `schema`'
    );
  }
  const none = `this version of ${library} makes no JSON Schema`;
  if (library === "zod") return `${none} (zod does since 4.2); ${withParameters}`;
  if (library === "valibot") {
    return `${none} (wrap it in \`toStandardJsonSchema\` of @valibot/to-json-schema); ${withParameters}`;
  }
  return `${none}; ${withParameters}`;
}

/** Returns true if a zod schema is of a version whose ordinary schemas have a JSON Schema: 4.2 or later. */
function makesJsonSchema(schema: unknown): boolean {
  const internals = read(schema as object, "_zod");
  const version = isObject(internals) ? read(internals, "version") : undefined;
  if (!isObject(version)) return false;
  const [major, minor] = [readNumber(version, "major") ?? 0, readNumber(version, "minor") ?? 0];
  return major > 4 || (major === 4 && minor >= 2);
}
