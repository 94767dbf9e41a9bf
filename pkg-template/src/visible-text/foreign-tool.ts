import { isArray, isObject } from "../codec/safe-read.js";
import type { JsonSchema } from "../validation/schema-object.js";
import { readableSchema } from "./readable-schema.js";
import { hiddenNames } from "./readable-text.js";

/** The hidden characters in the definition of a tool from outside, by their names: `U+202E, U+200B`. */
export interface HiddenInTool {
  /** In its texts: these are left out where a model is shown the tool. */
  readonly inTexts?: string;
  /** In names and values of its schema, which can't be left out: the tool is not to be taken. */
  readonly inNames?: string;
}

/** Finds hidden characters in a tool's texts and schema, which may be any values. */
export function hiddenInTool(texts: readonly unknown[], schema: unknown): HiddenInTool {
  const isSchema = isObject(schema) && !isArray(schema);
  const { cleaned, kept } = readableSchema(isSchema ? (schema as JsonSchema) : {});
  const inTexts = hiddenNames([...texts.filter((text) => typeof text === "string"), ...cleaned]);
  const inNames = hiddenNames(kept);
  return { ...(inTexts !== undefined && { inTexts }), ...(inNames !== undefined && { inNames }) };
}
