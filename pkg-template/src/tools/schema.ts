import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { messageOf } from "../codec/describe.js";

/** A schema library's validator, as Standard Schema exposes it. */
export type OwnValidator = StandardSchemaV1.Props["validate"];

/** What a definition's `schema` turned out to be. */
export interface ReadSchema {
  /** The JSON Schema, if there is one or the library can make one. */
  readonly jsonSchema?: unknown;
  /** The library's own validator. */
  readonly validate?: OwnValidator;
  /** Why the library's schema can't be used. */
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
    return standard ? readStandard(standard, needsJsonSchema) : { jsonSchema: schema };
  } catch (thrown) {
    return { fault: `could not be read: ${messageOf(thrown)}` };
  }
}

function standardOf(schema: unknown): Standard | undefined {
  const isHolder = (typeof schema === "object" && schema !== null) || typeof schema === "function";
  if (!isHolder || !("~standard" in schema)) return undefined;
  const standard = schema["~standard"];
  return typeof standard === "object" && standard !== null ? standard : undefined;
}

function readStandard(standard: Standard, needsJsonSchema: boolean): ReadSchema {
  const { validate } = standard;
  const own: ReadSchema =
    typeof validate === "function" ? { validate: validate.bind(standard) } : {};
  // Without a validator of its own it validates by its JSON Schema, whatever the model is shown.
  if (!needsJsonSchema && own.validate) return own;
  const library = standard.vendor ?? "its library";
  const converter = standard.jsonSchema;
  if (typeof converter?.input !== "function") {
    const fault = `this version of ${library} makes no JSON Schema${adviceFor(library)}`;
    return { ...own, fault: `can't be shown to the model: ${fault}; ${withParameters}` };
  }
  return { ...own, ...convert(converter, library) };
}

/** The input side: what the model writes, so that a field with a default stays optional. */
function convert(converter: Converter, library: string): ReadSchema {
  let reason = "it answered with no schema";
  for (const target of targets) {
    try {
      const jsonSchema: unknown = converter.input({ target });
      if (typeof jsonSchema === "object" && jsonSchema !== null) return { jsonSchema };
    } catch (thrown) {
      // Most libraries throw for the schema, not the target: then the first reason is the one to tell.
      if (target === targets[0]) reason = messageOf(thrown);
    }
  }
  return {
    fault: `can't be shown to the model: ${library} can't write it as JSON Schema (${reason}); ${withParameters}`,
  };
}

/** What a library's user can do instead of writing the JSON Schema by hand. */
function adviceFor(library: string): string {
  if (library === "zod") return " (zod does since 4.2)";
  if (library === "valibot")
    return " (wrap it in `toStandardJsonSchema` of @valibot/to-json-schema)";
  return "";
}
