import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { type as arktype } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import { expect, test } from "./test.js";

const empty = { type: "object", properties: {} };
const definitions = { A: { type: "object", properties: { a: {} } } };

for (const [given, shown] of [
  [{}, empty],
  [{ type: "object" }, empty],
  [{ type: ["object", "null"] }, empty],
  [
    { type: ["string", "object"], properties: { a: {} } },
    { type: "object", properties: { a: {} } },
  ],
  [{ properties: { a: {} } }, { type: "object", properties: { a: {} } }],
  [{ description: "Anything." }, { ...empty, description: "Anything." }],
  [
    { additionalProperties: { type: "number" } },
    { ...empty, additionalProperties: { type: "number" } },
  ],
  [
    { type: "object", additionalProperties: false },
    { ...empty, additionalProperties: false },
  ],
  [{ required: ["a"] }, { ...empty, required: ["a"] }],
  [{ patternProperties: { "^a": {} } }, { ...empty, patternProperties: { "^a": {} } }],
  [
    { $ref: "#/$defs/A", $defs: definitions },
    { type: "object", $ref: "#/$defs/A", $defs: definitions },
  ],
  [
    { $schema: "http://json-schema.org/draft-07/schema#", $ref: "#/definitions/A", definitions },
    { type: "object", $ref: "#/definitions/A", definitions },
  ],
  [{ allOf: [definitions.A] }, { type: "object", allOf: [definitions.A] }],
  [{ anyOf: [definitions.A, {}] }, { type: "object", anyOf: [definitions.A, {}] }],
  [{ oneOf: [definitions.A] }, { type: "object", oneOf: [definitions.A] }],
] as const) {
  test(`${JSON.stringify(given)} is shown to the model as an object schema`, async () => {
    const base = { description: "It.", handler: () => 1 };
    const registry = new ToolRegistry();
    registry.register({ ...base, name: "by_schema", schema: given });
    registry.register({ ...base, name: "by_parameters", parameters: given });
    registry.register({ ...base, name: "by_both", schema: z.object({}), parameters: given });
    const { $schema } = given as { $schema?: string };
    const all = registry.all.map(({ parameters }) => parameters);
    const seen = {
      tools: registry.toAgUiTools().map(({ parameters }) => parameters),
      all,
      $schema,
    };
    expect(seen.tools).toEqual([shown, shown, shown]);
    const full = seen.$schema ? { $schema: seen.$schema, ...shown } : shown;
    expect(seen.all).toEqual([full, full, full]);
  });
}

test("libraries' schemas that allow any object are shown as object schemas", async () => {
  const registry = new ToolRegistry();
  const schemas: Record<string, unknown> = {
    any: z.any(),
    unknown: z.unknown(),
    record: z.record(z.string(), z.number()),
    loose: z.looseObject({}),
    union: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    intersection: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    nullable: z.object({ a: z.string() }).nullable(),
    arktype: arktype("unknown"),
    arktype_object: arktype("object"),
    valibot: toStandardJsonSchema(v.any()),
    valibot_record: toStandardJsonSchema(v.record(v.string(), v.number())),
  };
  const shown = Object.entries(schemas).map(([name, schema]) => {
    const definition = { name, description: "It.", schema, handler: () => 1 };
    return registry.register(definition as never).tool.parameters;
  });
  for (const parameters of shown) {
    expect(parameters).toMatchObject({ type: "object" });
    const described = ["properties", "anyOf", "allOf"].filter((key) => key in parameters);
    expect(described).toHaveLength(1);
  }
});

test("what validates is the schema as it was given", async () => {
  const registry = new ToolRegistry();
  const schema = {
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
    additionalProperties: { type: "number" },
  };
  const definition = { name: "it", description: "It.", schema, handler: () => 1 };
  const { tool } = registry.register(definition);
  const manager = new ToolExecutionManager();
  const ends: boolean[] = [];
  for (const args of ['{"a":1}', '{"a":"x"}', "{}"]) {
    ends.push((await manager.execute(tool, args, args)).success);
  }
  const seen = { ends, given: Object.keys(schema) };
  expect(seen).toEqual({ ends: [true, false, false], given: ["anyOf", "additionalProperties"] });
});
