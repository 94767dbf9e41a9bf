/** @typedef {Record<string, unknown>} Members */

const wrapper = "https://ag-ui-lit.test/wrapper";
const nested = "https://ag-ui-lit.test/case";

/**
 * Makes a schema of any value into a tool's schema: `{ value: … }`, since a tool's arguments are an object.
 *
 * The schema becomes a resource of its own in the wrapper's definitions, and `value` refers to it by its identifier,
 * so that `#` and relative references in it still start at its root.
 * @param {unknown} schema
 * @param {string} dialect
 */
export function wrap(schema, dialect) {
  if (typeof schema !== "object" || schema === null) return wrapperOf(schema, {}, dialect);
  const idKeyword = dialect.includes("draft-04") ? "id" : "$id";
  const { $schema = dialect, ...members } = /** @type {Members} */ (schema);
  const inner = isOld(dialect) ? withoutSiblings(members) : members;
  // A fragment alone names an anchor, not a resource.
  const own = inner[idKeyword];
  const isResource = typeof own === "string" && !own.startsWith("#");
  const id = isResource ? own : nested;
  const resource = isResource ? inner : { ...inner, [idKeyword]: nested };
  return wrapperOf({ $ref: id }, { case: resource }, String($schema), idKeyword);
}

/**
 * @param {unknown} value
 * @param {Members} definitions
 * @param {string} dialect
 */
function wrapperOf(value, definitions, dialect, idKeyword = "$id") {
  return {
    $schema: dialect,
    [idKeyword]: wrapper,
    type: "object",
    properties: { value },
    required: ["value"],
    [isOld(dialect) ? "definitions" : "$defs"]: definitions,
  };
}

/** @param {string} dialect */
const isOld = (dialect) => /draft-0[467]/.test(dialect);

/**
 * Up to draft 7 a `$ref` hides its siblings, also an identifier. The same is said here in a way that leaves room for
 * one: definitions stay where references find them, everything else beside `$ref` had no meaning.
 * @param {Members} schema
 * @returns {Members}
 */
function withoutSiblings(schema) {
  if (typeof schema.$ref !== "string") return schema;
  const { $ref, id: _id, $id: _dollarId, ...siblings } = schema;
  const definitions = Object.fromEntries(
    Object.entries(siblings).filter(([name]) => !keywords.has(name)),
  );
  return { ...definitions, allOf: [{ $ref }] };
}

/** Keywords that would begin to count once they no longer stand beside `$ref`. */
const keywords = new Set(
  (
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern items " +
    "additionalItems maxItems minItems uniqueItems contains maxProperties minProperties required properties " +
    "patternProperties additionalProperties dependencies propertyNames if then else allOf anyOf oneOf not format"
  ).split(" "),
);
