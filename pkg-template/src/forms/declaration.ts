import type { JsonSchema } from "../tools/types.js";
import { describeGroup } from "./control-description.js";
import { groupSchema, isRequired } from "./control-schema.js";
import { type ControlGroup, controlGroups } from "./controls.js";
import { attributeOf, hasAttribute } from "./form-access.js";

/** What a form says of itself as a tool. */
export interface Declaration {
  readonly name: string;
  readonly description: string;
  /** Whether a call submits it. */
  readonly isAutomatic: boolean;
  /** The schema of its controls. */
  schemaWith(what: { patterns: boolean }): JsonSchema;
  /** The schema, patterns included, as text. */
  readonly schemaText: string;
  /** All of it as text: what tells one declaration from another. */
  readonly key: string;
}

/** Reads a form's attributes and controls. */
export function declarationOf(form: HTMLFormElement): Declaration {
  const name = attributeOf(form, "toolname").trim();
  const description = attributeOf(form, "tooldescription").trim();
  const isAutomatic = hasAttribute(form, "toolautosubmit");
  const schema = schemaOf(controlGroups(form));
  const schemaText = JSON.stringify(schema);
  return {
    name,
    description,
    isAutomatic,
    schemaWith: ({ patterns }) => (patterns ? schema : withoutPatterns(schema)),
    schemaText,
    key: JSON.stringify([name, description, isAutomatic, schemaText]),
  };
}

function schemaOf(groups: readonly ControlGroup[]): JsonSchema {
  const required = groups.filter(isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(groups.map((group) => [group.name, propertyOf(group)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function propertyOf(group: ControlGroup): JsonSchema {
  const description = describeGroup(group);
  return { ...groupSchema(group), ...(description && { description }) };
}

/** HTML's patterns may use what the core's regular expressions don't know. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const keep = (key: string, value: unknown): unknown =>
    key === "pattern" && typeof value === "string" ? undefined : value;
  return JSON.parse(JSON.stringify(schema, keep));
}
