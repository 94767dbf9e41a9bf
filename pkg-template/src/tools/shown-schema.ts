import type { JsonSchema } from "./types.js";

/** By these a schema may describe members without `properties` of its own. */
const describesElsewhere = [
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else"],
  ...["extends", "dependentSchemas", "dependencies"],
];

/**
 * A tool's JSON Schema for the model: several model APIs refuse one without `type: "object"` or without `properties`.
 * Arguments are objects anyway, so it accepts the same.
 */
export function shownSchema(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  const shown = type === "object" ? schema : { type: "object", ...rest };
  const isComplete = ["properties", ...describesElsewhere].some((key) => Object.hasOwn(shown, key));
  return isComplete ? shown : { ...shown, properties: {} };
}
