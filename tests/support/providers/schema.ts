/** What an API reference says of schemas, checked without what wrote them. */

type Schema = Record<string, unknown>;

/** What an API takes. */
export interface SchemaRules {
  /** Every keyword that it takes; all of them when absent. */
  readonly keywords?: readonly string[];
  /** Objects have `additionalProperties: false`. */
  readonly closed?: boolean;
  /** Every property is required. */
  readonly allRequired?: boolean;
  /** Keywords that may not stand at the top. */
  readonly notAtTop?: readonly string[];
  /** What properties may be called. */
  readonly names?: RegExp;
}

/** The keywords of strict modes, as both vendors list them; the values are checked below. */
export const strictKeywords = [
  ...["type", "title", "description", "enum", "const", "anyOf", "$ref", "$defs", "definitions"],
  ...["properties", "required", "additionalProperties", "items", "format", "pattern"],
];

/** What is wrong with a schema of a tool's arguments. */
export function schemaFaults(schema: unknown, rules: SchemaRules): string[] {
  const faults: string[] = [];
  if (!isSchema(schema) || schema.type !== "object") return ["the top is no object"];
  for (const keyword of rules.notAtTop ?? []) {
    if (keyword in schema) faults.push(`${keyword} stands at the top`);
  }
  visit(schema, "", rules, faults);
  return faults;
}

function visit(schema: unknown, at: string, rules: SchemaRules, faults: string[]): void {
  if (typeof schema === "boolean" && !rules.keywords) return;
  if (!isSchema(schema)) {
    faults.push(`${at} is no schema`);
    return;
  }
  for (const keyword of Object.keys(schema)) {
    if (rules.keywords && !rules.keywords.includes(keyword)) faults.push(`${at}/${keyword}`);
  }
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  const isObject = [schema.type].flat().includes("object") || "properties" in schema;
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (rules.closed && isObject && schema.additionalProperties !== false) {
    faults.push(`${at} is open`);
  }
  if (rules.allRequired && isObject && !names.every((name) => required.includes(name))) {
    faults.push(`${at} has optional members`);
  }
  if (rules.keywords && required.some((name) => !names.includes(name))) {
    faults.push(`${at} requires what it does not have`);
  }
  for (const name of names) {
    if (rules.names && !rules.names.test(name)) faults.push(`${at}/properties/${name}`);
    visit(properties[name], `${at}/properties/${name}`, rules, faults);
  }
  for (const keyword of ["$defs", "definitions"]) {
    const definitions = isSchema(schema[keyword]) ? schema[keyword] : {};
    for (const name of Object.keys(definitions)) {
      visit(definitions[name], `${at}/${keyword}/${name}`, rules, faults);
    }
  }
  if ("items" in schema) visit(schema.items, `${at}/items`, rules, faults);
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const schemas = schema[keyword];
    if (Array.isArray(schemas)) {
      for (const [index, one] of schemas.entries()) {
        visit(one, `${at}/${keyword}/${index}`, rules, faults);
      }
    }
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
