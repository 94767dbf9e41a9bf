import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { ToolDefinitionError, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { type as arktype } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import * as zm from "zod/mini";
import * as z3 from "zod3";
import { expect, test } from "./test.js";

const registry = new ToolRegistry();
const manager = new ToolExecutionManager();

function define(schema: unknown, parameters?: unknown) {
  return registry.register(
    {
      name: "tool",
      description: "Answers what it was given.",
      schema,
      ...(parameters !== undefined && { parameters }),
      handler: (args: unknown) => ({ args, types: typesOf(args) }),
    } as never,
    { replace: true },
  );
}

function typesOf(args: unknown) {
  return Object.fromEntries(
    Object.entries(args as object).map(([key, value]) => [
      key,
      value?.constructor?.name ?? String(value),
    ]),
  );
}

const shown = (schema: unknown) => define(schema).tool.parameters as { [keyword: string]: unknown };

/** Registers a tool with a schema, and executes it. */
async function run(schema: unknown, args: unknown, parameters?: unknown): Promise<unknown> {
  const { tool } = define(schema, parameters);
  const result = await manager.execute(tool, "call", args as never);
  return result.success ? result.output : { error: result.error };
}

function faults(schema: unknown, parameters?: unknown): string[] {
  try {
    define(schema, parameters);
    return [];
  } catch (error) {
    if (!(error instanceof ToolDefinitionError)) throw error;
    return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  }
}

interface Failed {
  readonly error: { category: string; message: string };
}

test("zod 4: the handler gets defaults, transforms and coercions", async () => {
  const schema = z.object({
    query: z.string().trim(),
    limit: z.coerce.number().default(10),
    tag: z.string().transform((text) => text.toUpperCase()),
  });
  const seen = {
    output: await run(schema, '{"query":" a ","limit":"5","tag":"x"}'),
    json: shown(schema),
  };
  expect(seen.output).toMatchObject({ args: { query: "a", limit: 5, tag: "X" } });
  expect(seen.json).toMatchObject({ type: "object", required: ["query", "tag"] });
});

test("zod 4: an async refinement is awaited, and issues keep their paths", async () => {
  const schema = z.object({
    items: z.array(
      z.object({ id: z.string().refine(async (id) => id !== "taken", "is taken already") }),
    ),
  });
  const seen = {
    fine: await run(schema, { items: [{ id: "free" }] }),
    taken: (await run(schema, { items: [{ id: "free" }, { id: "taken" }] })) as Failed,
  };
  expect(seen.fine).toMatchObject({ args: { items: [{ id: "free" }] } });
  expect(seen.taken.error.category).toBe("validation");
  expect(seen.taken.error.message).toContain("items.1.id: is taken already");
});

test("zod 4: what it can't write as JSON Schema is a fault that names the way out", async () => {
  const schemas = [
    z.object({ when: z.date() }),
    z.object({ lookup: z.map(z.string(), z.number()) }),
    z.object({ big: z.bigint() }),
  ];
  const parameters = { type: "object", properties: { when: { format: "date-time" } } };
  const dates = z.object({ when: z.coerce.date() });
  const seen = {
    faults: schemas.map((schema) => faults(schema)),
    dated: await run(dates, { when: "2026-01-31T12:00:00Z" }, parameters),
  };
  for (const found of seen.faults) {
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^schema: can't be shown to the model: zod .*`parameters`$/);
  }
  expect(seen.dated).toMatchObject({ types: { when: "Date" } });
});

test("zod 3 validates, and needs parameters to be shown", async () => {
  const schema = z3.z.object({ count: z3.z.number().default(3), name: z3.z.string() });
  const parameters = { type: "object", properties: { name: { type: "string" } } };
  const seen = {
    alone: faults(schema),
    output: await run(schema, { name: "x" }, parameters),
    refused: (await run(schema, { name: 5 }, parameters)) as Failed,
  };
  expect(seen.alone).toEqual([
    "schema: can't be shown to the model: this version of zod makes no JSON Schema (zod does since 4.2); " +
      "give the JSON Schema that the model is shown in `parameters`",
  ]);
  expect(seen.output).toMatchObject({ args: { count: 3, name: "x" } });
  expect(seen.refused.error.message).toContain("name: ");
});

test("zod/mini validates, and is told how its own converter makes the parameters", async () => {
  const schema = zm.object({ count: zm._default(zm.number(), 3), name: zm.string() });
  const parameters = zm.toJSONSchema(schema, { io: "input" });
  const seen = {
    alone: faults(schema),
    output: await run(schema, { name: "x" }, parameters),
    refused: (await run(schema, { name: 5 }, parameters)) as Failed,
  };
  expect(seen.alone).toEqual([
    "schema: can't be shown to the model: a schema of zod/mini does not bring its JSON Schema along; give it in " +
      '`parameters`: `parameters: z.toJSONSchema(schema, { io: "input" })`, with the same schema in `schema`',
  ]);
  expect(seen.output).toMatchObject({ args: { count: 3, name: "x" } });
  expect(seen.refused.error.message).toContain("name: ");
});

test("valibot: plain with parameters, or wrapped by its JSON Schema package", async () => {
  const schema = v.object({
    size: v.optional(v.number(), 2),
    tag: v.pipe(
      v.string(),
      v.transform((text) => text.length),
    ),
    nested: v.optional(v.object({ id: v.string() })),
  });
  // What a transform gives has no JSON Schema in valibot: only its input side is asked for.
  const wrapped = toStandardJsonSchema(v.object({ size: v.optional(v.number(), 2) }));
  const asynchronous = v.objectAsync({
    id: v.pipeAsync(
      v.string(),
      v.checkAsync(async (id) => id !== "taken", "is taken already"),
    ),
  });
  const seen = {
    alone: faults(schema),
    plain: await run(schema, { tag: "four" }, {}),
    path: (await run(schema, { tag: "x", nested: { id: 5 } }, {})) as Failed,
    wrapped: await run(wrapped, {}),
    json: shown(wrapped),
    asynchronous: (await run(asynchronous, { id: "taken" }, {})) as Failed,
  };
  expect(seen.alone[0]).toContain("`toStandardJsonSchema` of @valibot/to-json-schema");
  expect(seen.alone[0]).toContain("`parameters`");
  expect(seen.plain).toMatchObject({ args: { size: 2, tag: 4 } });
  expect(seen.path.error.message).toContain("nested.id: ");
  expect(seen.wrapped).toMatchObject({ args: { size: 2 } });
  expect(seen.json).toMatchObject({ type: "object", properties: { size: { type: "number" } } });
  expect(seen.asynchronous.error.message).toContain("id: is taken already");
});

test("arktype, whose schemas are functions", async () => {
  const schema = arktype({ age: "number.integer >= 0", "name?": "string", level: "number = 1" });
  const dates = arktype({ when: "Date" });
  const seen = {
    output: await run(schema, { age: 5 }),
    refused: (await run(schema, { age: -1 })) as Failed,
    json: shown(schema),
    dates: faults(dates),
  };
  expect(seen.output).toMatchObject({ args: { age: 5, level: 1 } });
  expect(seen.refused.error.message).toContain("age");
  expect(seen.json).toMatchObject({ type: "object", required: ["age"] });
  // What it can't write as JSON Schema, arktype shows as anything: no fault, and its validator still checks it.
  expect(seen.dates).toEqual([]);
});

test("a converter that only knows draft 7 is asked for it", async () => {
  const asked: string[] = [];
  const schema = {
    "~standard": {
      version: 1,
      vendor: "mine",
      validate: (value: unknown) => ({ value: { ...(value as object), seen: true } }),
      jsonSchema: {
        input({ target }: { target: string }) {
          asked.push(target);
          if (target !== "draft-07") throw new Error(`unknown target ${target}`);
          return { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
        },
      },
    },
  };
  const seen = { json: shown(schema), asked, output: await run(schema, {}) };
  expect(seen.asked.slice(0, 2)).toEqual(["draft-2020-12", "draft-07"]);
  expect(seen.json).toMatchObject({ type: "object" });
  expect(seen.output).toMatchObject({ args: { seen: true } });
});

test("a Standard Schema that misbehaves is a fault or a failed validation, nothing else", async () => {
  const standard = (members: object) => ({
    "~standard": { version: 1, vendor: "mine", ...members },
  });
  const jsonSchema = { input: () => ({ type: "object" }) };
  const seen = {
    getter: faults({
      get "~standard"() {
        throw new Error("no");
      },
    }),
    nothing: faults(standard({ jsonSchema: { input: () => undefined } })),
    invalid: faults(standard({ jsonSchema: { input: () => ({ type: "objct" }) } })),
    throws: (await run(
      standard({
        jsonSchema,
        validate() {
          throw new Error("broken");
        },
      }),
      {},
    )) as Failed,
    keys: (await run(
      standard({
        jsonSchema,
        validate: () => ({
          issues: [{ message: "is odd", path: [{ key: "a" }, 0, { key: "b" }] }],
        }),
      }),
      {},
    )) as Failed,
    noValidator: (await run(
      standard({ jsonSchema: { input: () => ({ required: ["a"] }) } }),
      {},
    )) as Failed,
  };
  expect(seen.getter).toEqual(["schema: could not be read: no"]);
  expect(seen.nothing[0]).toContain("`parameters`");
  expect(seen.invalid[0]).toContain("schema.type: ");
  expect(seen.throws.error).toMatchObject({ category: "validation" });
  expect(seen.throws.error.message).toContain("broken");
  expect(seen.keys.error.message).toContain("a.0.b: is odd");
  expect(seen.noValidator.error.message).toContain("a: is required, but missing");
});

test("plain JSON Schema of every draft", async () => {
  const rules: [string, object, unknown, unknown][] = [
    // In draft 4 an exclusive bound is a flag beside the bound.
    ["http://json-schema.org/draft-04/schema#", { minimum: 3, exclusiveMinimum: true }, 4, 3],
    ["http://json-schema.org/draft-06/schema#", { exclusiveMinimum: 3 }, 4, 3],
    [
      "http://json-schema.org/draft-07/schema#",
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name
      { if: { minimum: 3 }, then: { maximum: 5 } },
      4,
      6,
    ],
    ["https://json-schema.org/draft/2019-09/schema", { items: [{ type: "null" }] }, [null], [1]],
    [
      "https://json-schema.org/draft/2020-12/schema",
      { prefixItems: [{ type: "null" }] },
      [null],
      [1],
    ],
  ];
  const outcomes: unknown[] = [];
  for (const [$schema, rule, good, bad] of rules) {
    const schema = { $schema, type: "object", properties: { a: rule } };
    const accepted = (await run(schema, { a: good })) as { args?: object };
    const refused = (await run(schema, { a: bad })) as Failed;
    outcomes.push([accepted.args, refused.error?.category]);
  }
  const seen = outcomes;
  expect(seen).toEqual([
    [{ a: 4 }, "validation"],
    [{ a: 4 }, "validation"],
    [{ a: 4 }, "validation"],
    [{ a: [null] }, "validation"],
    [{ a: [null] }, "validation"],
  ]);
});

test("a hostile schema is refused, and the page goes on", async () => {
  const nested = (depth: number) => {
    let schema: object = { type: "string" };
    for (let level = 0; level < depth; level += 1) schema = { not: schema };
    return { properties: { a: schema } };
  };
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );
  const properties = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`property_${index}`, { type: "string" }]),
  );
  const seen = {
    deep: faults(nested(10_000)),
    deepest: faults(nested(115)),
    doubling: faults({ $ref: "#/$defs/d0", $defs: { ...doubling, d40: {} } }),
    large: faults({ type: "object", properties }),
    exploding: faults({ properties: { a: { pattern: "((a{1000}){1000}){1000}" } } }),
    broken: faults({ properties: { a: { pattern: "(" } } }),
    self: faults({ $ref: "#" }),
    circle: faults({
      $ref: "#/$defs/a",
      $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    }),
    after: faults({}),
  };
  expect(seen.deep).toHaveLength(1);
  expect(seen.deep[0]).toMatch(/nested deeper than|can't be written as JSON/);
  expect(seen.deepest).toEqual([]);
  expect(seen.doubling[0]).toContain("unfolds into more than");
  expect(seen.large[0]).toContain("too large");
  expect(seen.exploding[0]).toMatch(
    /^schema\.properties\.a\.pattern: .*not a pattern that can be matched/,
  );
  expect(seen.broken[0]).toMatch(
    /^schema\.properties\.a\.pattern: .*not a pattern that can be matched/,
  );
  expect(seen.self[0]).toContain("refers to itself without end");
  expect(seen.circle[0]).toContain("refers to itself without end");
  expect(seen.after).toEqual([]);
});

test("the deepest schema and the dearest patterns end with a verdict, in wasm as natively", async () => {
  let deepest: object = { type: "string" };
  for (let level = 0; level < 115; level += 1) deepest = { not: deepest };
  const letters = `${"a".repeat(100_000)}!`;
  const patterns = ["^(a+)+$", "^(a?){50}a{50}$", "(?<=a)(a+)+$", "^(?=(a+)+$)a", "^(a+)+\\1$"];
  const refused: unknown[] = [];
  for (const pattern of patterns) {
    const schema = { properties: { a: { pattern } } };
    refused.push(((await run(schema, { a: letters })) as Failed).error?.category);
  }
  const seen = {
    deepest: ((await run({ properties: { a: deepest } }, { a: "x" })) as Failed).error?.category,
    refused,
    after: (await run({}, {})) as { args?: object },
  };
  expect(seen.deepest).toBe("validation");
  expect(seen.refused).toEqual(Array(5).fill("validation"));
  expect(seen.after.args).toEqual({});
});
