import { attributeText, hasAttribute } from "../dom/members.js";
import type { JsonSchema } from "../tools/types.js";
import { describeGroup } from "./control-description.js";
import { groupSchema, isRequired } from "./control-schema.js";
import { type ControlGroup, controlGroups } from "./controls.js";
import { elsewhereOf } from "./destination.js";

/** A form's declaration as a tool. */
export interface Declaration {
  readonly name: string;
  readonly description: string;
  /** Whether a call submits it. */
  readonly isAutomatic: boolean;
  /** The destination of its data, if not its own origin. */
  readonly elsewhere: readonly string[];
  /** The schema of its controls, which the model is shown. */
  schemaWith(what: { patterns: boolean }): JsonSchema;
  /** All of it as text, which identifies the declaration. */
  readonly key: string;
}

/** Reads a form's attributes and controls. */
export function declarationOf(form: HTMLFormElement): Declaration {
  const name = attributeText(form, "toolname").trim();
  const isAutomatic = hasAttribute(form, "toolautosubmit");
  const elsewhere = elsewhereOf(form, isAutomatic);
  const description = describe(attributeText(form, "tooldescription").trim(), elsewhere);
  const schema = schemaOf(controlGroups(form));
  return {
    name,
    description,
    isAutomatic,
    elsewhere,
    schemaWith: ({ patterns }) => (patterns ? schema : withoutPatterns(schema)),
    key: JSON.stringify([name, description, isAutomatic, elsewhere, schema]),
  };
}

/** The description with the destination of the data, for the model and the person who is asked. */
function describe(written: string, elsewhere: readonly string[]): string {
  if (written === "" || elsewhere.length === 0) return written;
  const sentence = /[.!?…]$/.test(written) ? written : `${written}.`;
  return `${sentence} What is filled in is sent to ${elsewhere.join(" or ")}.`;
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

/** HTML's patterns have features that the core's regular expressions lack. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const keep = (key: string, value: unknown): unknown =>
    key === "pattern" && typeof value === "string" ? undefined : value;
  return JSON.parse(JSON.stringify(schema, keep));
}
