import type { JsonSchema } from "./types.js";

/** By these a schema may describe members without `properties` of its own. */
const describesElsewhere = [
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else"],
  ...["extends", "dependentSchemas", "dependencies"],
];

/**
 * A tool's JSON Schema as the model is shown it: several model APIs refuse one that does not say `type: "object"`, or
 * that has no `properties`. Arguments are objects anyway, so it accepts what it accepted.
 */
export function shownSchema(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  const shown = type === "object" ? schema : { type: "object", ...rest };
  const isComplete = ["properties", ...describesElsewhere].some((key) => Object.hasOwn(shown, key));
  return isComplete ? shown : { ...shown, properties: {} };
}
