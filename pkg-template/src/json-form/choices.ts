import { isArray } from "../codec/safe-read.js";
import { bounds } from "./bounds.js";
import type { Option } from "./field.js";
import { optionLabel } from "./labels.js";
import { isSchema, own, type Schema } from "./schema.js";

/**
 * The values that a schema lists: `const`, `enum` (with the names of `enumNames`), or alternatives that are constants
 * with titles. `undefined` without a list; empty if it allows more than a choice can show.
 */
export function optionsOf(schema: Schema): readonly Option[] | undefined {
  const { enum: listed, enumNames } = schema;
  if (Object.hasOwn(schema, "const")) return [optionOf(schema.const, undefined)];
  if (isArray(listed) && listed.length > 0) {
    if (listed.length > bounds.options) return [];
    const names = isArray(enumNames) && enumNames.length === listed.length ? enumNames : [];
    return listed.map((value, index) => optionOf(value, names[index]));
  }
  return constantsOf(schema.oneOf) ?? constantsOf(schema.anyOf);
}

function constantsOf(alternatives: unknown): readonly Option[] | undefined {
  if (!isArray(alternatives) || alternatives.length === 0) return undefined;
  const constants = alternatives.flatMap((each) =>
    isSchema(each) && Object.hasOwn(each, "const") ? [each] : [],
  );
  if (constants.length < alternatives.length) return undefined;
  if (constants.length > bounds.options) return [];
  return constants.map((each) => optionOf(each.const, own(each, "title")));
}

function optionOf(value: unknown, title: unknown): Option {
  return { label: optionLabel(value, title), value };
}
