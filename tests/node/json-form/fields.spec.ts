/** The fields of a JSON Schema's form. */
import { expect, test } from "../test.js";
import { type Field, fieldOf } from "./form.js";

const kinds = (field: Field): unknown => {
  if (field.kind === "group") {
    return Object.fromEntries(field.members.map(({ name, field }) => [name, kinds(field)]));
  }
  if (field.kind === "list") return [kinds(field.item)];
  return field.kind === "text" && field.input !== "text" ? field.input : field.kind;
};

const one = (schema: unknown): Field => {
  const form = fieldOf({ type: "object", properties: { it: schema } });
  if (form.kind !== "group" || !form.members[0]) throw new Error("no group");
  return form.members[0].field;
};

test("each type has its field, with the label, the description and what is required", () => {
  const form = fieldOf({
    type: "object",
    properties: {
      first_name: { type: "string", description: "As in the passport." },
      age: { type: "integer" },
      weight: { type: "number", title: "Weight in kg" },
      isMember: { type: "boolean" },
      room: { enum: ["single", "double"] },
      extras: { type: "array", items: { enum: ["wifi", "bath"] }, uniqueItems: true },
      names: { type: "array", items: { type: "string" } },
      address: { type: "object", properties: { city: { type: "string" } } },
      mail: { type: "string", format: "email" },
      site: { type: "string", format: "uri" },
      day: { type: "string", format: "date" },
      at: { type: "string", format: "date-time" },
      free: { type: "object" },
    },
    required: ["first_name"],
  });
  expect(kinds(form)).toEqual({
    first_name: "text",
    age: "number",
    weight: "number",
    isMember: "boolean",
    room: "choice",
    extras: "choices",
    names: ["text"],
    address: { city: "text" },
    mail: "email",
    site: "url",
    day: "date",
    at: "datetime-local",
    free: "json",
  });
  if (form.kind !== "group") throw new Error("no group");
  const [first, , weight, member] = form.members.map(({ field }) => field);
  expect(first).toMatchObject({
    label: "First name",
    description: "As in the passport.",
    isRequired: true,
  });
  expect([weight?.label, weight?.isRequired, member?.label]).toEqual([
    "Weight in kg",
    false,
    "Is member",
  ]);
});

test("options have their titles, from constants, names of an enum, or the value", () => {
  const constants = { oneOf: [{ const: "s", title: "Single" }, { const: 2 }] };
  const labels = (schema: unknown) => {
    const field = one(schema);
    return field.kind === "choice" ? field.options.map(({ label }) => label) : field.kind;
  };
  expect(labels(constants)).toEqual(["Single", "2"]);
  expect(labels({ enum: ["s", "d"], enumNames: ["Single", "Double"] })).toEqual([
    "Single",
    "Double",
  ]);
  expect(labels({ enum: ["", true, { a: 1 }] })).toEqual(['""', "true", '{"a":1}']);
});

test("null among the types, alternatives or options makes a field that may be null", () => {
  const nullable = [
    { type: ["string", "null"] },
    { anyOf: [{ type: "string" }, { type: "null" }] },
    { oneOf: [{ type: "null" }, { $ref: "#/properties/it/x-text" }], "x-text": { type: "string" } },
  ];
  for (const schema of nullable)
    expect(one(schema)).toMatchObject({ kind: "text", isNullable: true });
  expect(one({ enum: ["a", null] })).toMatchObject({ kind: "choice", isNullable: true });
});

test("a text has several lines where its schema says that it is long", () => {
  expect(one({ type: "string", maxLength: 100 })).toMatchObject({ hasLines: false });
  expect(one({ type: "string", maxLength: 5_000 })).toMatchObject({ hasLines: true });
  expect(one({ type: "string", contentMediaType: "text/markdown" })).toMatchObject({
    hasLines: true,
  });
  expect(one({ type: "string", writeOnly: true })).toMatchObject({ input: "password" });
});

test("references are followed within the schema, as deep as a form goes", () => {
  const tree = {
    $ref: "#/$defs/node",
    $defs: {
      node: {
        type: "object",
        properties: {
          name: { $ref: "#/$defs/na~1me%20", title: "Name of it" },
          child: { $ref: "#/$defs/node" },
        },
      },
      "na/me ": { type: "string" },
    },
  };
  const level = (child: unknown) => ({ name: "text", child });
  expect(kinds(fieldOf(tree))).toEqual(level(level(level(level("json")))));
  const circle = {
    $ref: "#/$defs/a",
    $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
  };
  expect(fieldOf(circle).kind).toBe("json");
  for (const $ref of ["https://example.org/x", "#/none", "#anchor", 5]) {
    expect(one({ $ref }).kind).toBe("json");
  }
});

test("what no field is made for is a field for JSON text", () => {
  const schemas: unknown[] = [
    true,
    {},
    { type: ["string", "number"] },
    { anyOf: [{ type: "string" }, { type: "number" }] },
    { allOf: [{ type: "string" }, { minLength: 1 }] },
    { type: "array", prefixItems: [{ type: "string" }] },
    { type: "array" },
    { type: "object", additionalProperties: { type: "string" } },
    { type: "file" },
  ];
  for (const schema of schemas) expect(one(schema).kind, JSON.stringify(schema)).toBe("json");
});

test("a schema that can't be read, or is none, is a field for JSON text", () => {
  const throwing = {
    get type() {
      throw new Error("no");
    },
  };
  const circle: Record<string, unknown> = { type: "object" };
  circle.properties = { circle };
  for (const schema of [
    undefined,
    null,
    5,
    "x",
    [],
    throwing,
    circle,
    { title: "x".repeat(300_000) },
  ]) {
    expect(fieldOf(schema).kind).toBe("json");
  }
});

const count = (field: Field): number => {
  if (field.kind === "group")
    return field.members.reduce((sum, { field }) => sum + count(field), 1);
  return field.kind === "list" ? 1 + count(field.item) : 1;
};

test("a hostile schema has a form of bounded size", () => {
  const many = (length: number, schema: unknown) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, schema]));
  expect(fieldOf({ type: "object", properties: many(10_000, { type: "string" }) }).kind).toBe(
    "json",
  );
  let wide: object = { type: "string" };
  for (let depth = 0; depth < 3; depth += 1) wide = { type: "object", properties: many(20, wide) };
  expect(count(fieldOf(wide))).toBeLessThan(1_000);
  const recursive = { type: "object", properties: many(90, { $ref: "#" }) };
  expect(count(fieldOf(recursive))).toBeLessThan(1_000);
  let deep: object = { type: "string" };
  for (let depth = 0; depth < 800; depth += 1) deep = { type: "array", items: deep };
  expect(kinds(fieldOf(deep))).toEqual([[[["json"]]]]);
  const options = Array.from({ length: 10_000 }, (_, index) => `option ${index}`);
  expect(one({ enum: options }).kind).toBe("text");
  expect(one({ enum: options.map((name) => ({ name })) }).kind).toBe("json");
});

test("labels, descriptions and options show what can't be seen, and are cut", () => {
  const field = one({ type: "string", title: "ad\u200Bmin", description: "x".repeat(5_000) });
  expect(field.label).toBe("ad⟨U+200B⟩min");
  expect(field.description?.length).toBeLessThan(2_100);
  expect(one({ enum: ["a\u202Eb"] })).toMatchObject({
    options: [{ label: "a⟨U+202E⟩b", value: "a\u202Eb" }],
  });
});

test("property names like those of every object are names as any", () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"]}',
  );
  expect(Object.entries(kinds(fieldOf(schema)) as object)).toEqual([
    ["__proto__", "text"],
    ["constructor", "number"],
  ]);
  expect(one({ $ref: "#/constructor" }).kind).toBe("json");
});
