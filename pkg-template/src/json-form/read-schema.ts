import { isArray } from "../codec/safe-read.js";
import { bounds, longText } from "./bounds.js";
import { optionsOf } from "./choices.js";
import { asJsonField, type Field, type FieldBase, type TextInput } from "./field.js";
import { descriptionOf, labelOf } from "./labels.js";
import { isSchema, own, resolved, type Schema, schemaCopy } from "./schema.js";

/**
 * The fields of a JSON Schema's form. Never throws: parts that can't be read, are too large, or have no field of their
 * own become a field for JSON text. References are followed within the schema, as deep as groups go.
 *
 * @example
 * ```ts
 * fieldOf({ type: "object", properties: { city: { type: "string" } } }); // a group with one text
 * ```
 */
export function fieldOf(given: unknown): Field {
  const schema = schemaCopy(given);
  const nothing = { label: "", isRequired: true, isNullable: false, fallback: undefined };
  return schema ? new SchemaReader(schema).read(schema, "", true, 0) : { kind: "json", ...nothing };
}

class SchemaReader {
  readonly #root: Schema;
  #count = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  read(given: unknown, name: string, isRequired: boolean, depth: number): Field {
    this.#count += 1;
    const { schema, isNullable } = this.#simple(isSchema(given) ? given : {});
    const description = descriptionOf(schema);
    const base: FieldBase = {
      label: depth === 0 ? "" : labelOf(schema, name),
      ...(description !== undefined && { description }),
      isRequired,
      isNullable,
      fallback: schema.default,
    };
    return (
      choice(schema, base) ??
      simpleField(schema, base) ??
      (this.#mayNest(depth) ? this.#nested(schema, base, depth) : undefined) ?? {
        kind: "json",
        ...base,
      }
    );
  }

  /** The schema behind references, a single `allOf`, and an alternative that is only `null`. */
  #simple(given: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
    let schema = resolved(this.#root, given);
    let isNullable = false;
    for (let hops = 0; schema && hops < bounds.references; hops += 1) {
      const { inner, isNullable: mayBeNull, beside } = unwrapped(schema);
      if (!inner) break;
      isNullable ||= mayBeNull;
      const found: Schema | undefined = resolved(this.#root, inner);
      schema = found && { ...found, ...beside };
    }
    const types = schema ? typesOf(schema) : [];
    const allows = isArray(schema?.enum) && schema.enum.includes(null);
    return { schema: schema ?? {}, isNullable: isNullable || types.includes("null") || allows };
  }

  #mayNest(depth: number): boolean {
    return depth < bounds.depth && this.#count < bounds.fields;
  }

  #nested(schema: Schema, base: FieldBase, depth: number): Field | undefined {
    const kind = kindOf(schema);
    if (kind === "object") return this.#group(schema, base, depth);
    return kind === "array" ? this.#list(schema, base, depth) : undefined;
  }

  #group(schema: Schema, base: FieldBase, depth: number): Field | undefined {
    const properties = own(schema, "properties");
    if (!isSchema(properties)) return undefined;
    const names = Object.keys(properties);
    if (names.length > bounds.members || (names.length === 0 && depth > 0)) return undefined;
    const required = new Set(isArray(schema.required) ? schema.required : []);
    const members = names.map((name) => {
      const field = this.read(properties[name], name, required.has(name), depth + 1);
      return { name, field };
    });
    return { kind: "group", ...base, members };
  }

  #list(schema: Schema, base: FieldBase, depth: number): Field | undefined {
    const { items, prefixItems, maxItems, uniqueItems } = schema;
    if (prefixItems !== undefined || !isSchema(items)) return undefined;
    const item = this.read(items, "", true, depth + 1);
    if (item.kind === "choice" && uniqueItems === true) {
      return { kind: "choices", ...base, options: item.options };
    }
    const most = typeof maxItems === "number" && maxItems >= 0 ? maxItems : bounds.items;
    return { kind: "list", ...base, item, most: Math.min(most, bounds.items) };
  }
}

function choice(schema: Schema, base: FieldBase): Field | undefined {
  const listed = optionsOf(schema);
  if (!listed) return undefined;
  const options = listed.filter(({ value }) => value !== null);
  if (options.length > 0) return { kind: "choice", ...base, options };
  // Too many to show: a text is still easier to write than JSON.
  const values = isArray(schema.enum) ? schema.enum : [];
  const areTexts = values.length > 0 && values.every((value) => typeof value === "string");
  return areTexts ? textField(schema, base) : asJsonField({ kind: "json", ...base });
}

function simpleField(schema: Schema, base: FieldBase): Field | undefined {
  switch (kindOf(schema)) {
    case "string":
      return textField(schema, base);
    case "number":
      return { kind: "number", ...base, isInteger: false };
    case "integer":
      return { kind: "number", ...base, isInteger: true };
    case "boolean":
      return { kind: "boolean", ...base };
    default:
      return undefined;
  }
}

const inputs: Readonly<Record<string, TextInput>> = {
  email: "email",
  "idn-email": "email",
  uri: "url",
  url: "url",
  tel: "tel",
  phone: "tel",
  password: "password",
  date: "date",
  time: "time",
  "date-time": "datetime-local",
};

function textField(schema: Schema, base: FieldBase): Field {
  const { format, maxLength, contentMediaType, writeOnly, sensitive } = schema;
  const isSecret = writeOnly === true || sensitive === true;
  const named =
    typeof format === "string" && Object.hasOwn(inputs, format) ? inputs[format] : "text";
  const input = isSecret ? "password" : (named ?? "text");
  const isLong = typeof maxLength === "number" && maxLength > longText;
  const isText = format === "textarea" || format === "markdown" || contentMediaType !== undefined;
  return { kind: "text", ...base, input, hasLines: input === "text" && (isLong || isText) };
}

/** The one type of a schema's values apart from `null`: declared, or inferred from its keywords. */
function kindOf(schema: Schema): string | undefined {
  const [only, another] = typesOf(schema).filter((type) => type !== "null");
  if (another !== undefined) return undefined;
  if (typeof only === "string") return only;
  if (isSchema(own(schema, "properties"))) return "object";
  if (own(schema, "items") !== undefined) return "array";
  const says = (...keywords: string[]) =>
    keywords.some((keyword) => Object.hasOwn(schema, keyword));
  if (says("minLength", "maxLength", "pattern", "format")) return "string";
  return says("minimum", "maximum", "multipleOf") ? "number" : undefined;
}

function typesOf({ type }: Schema): readonly unknown[] {
  if (typeof type === "string") return [type];
  return isArray(type) ? type : [];
}

interface Unwrapped {
  readonly inner?: Schema;
  readonly isNullable: boolean;
  /** The schema's other keywords: a title, a default. */
  readonly beside: Schema;
}

/** The inner schema of an `allOf` of one schema, or of an alternative between `null` and one schema. */
function unwrapped(schema: Schema): Unwrapped {
  const { allOf, anyOf, oneOf, ...beside } = schema;
  const others = [allOf, anyOf, oneOf].filter((list) => list !== undefined);
  const [list] = others;
  const none: Unwrapped = { isNullable: false, beside };
  if (others.length !== 1 || !isArray(list)) return none;
  const real = list.filter((each) => !isNullSchema(each));
  const mayBeNull = list !== allOf && real.length < list.length;
  const [inner] = real;
  if (real.length !== 1 || !isSchema(inner) || (list === allOf && list.length > 1)) return none;
  return { inner, isNullable: mayBeNull, beside };
}

function isNullSchema(schema: unknown): boolean {
  return isSchema(schema) && (schema.type === "null" || schema.const === null);
}
