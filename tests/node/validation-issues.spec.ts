/** Issues of validation as data: `code` and `expected`. Each keyword of JSON Schema is in `crates/json-schema/tests/codes.rs`. */
import {
  categorizeError,
  DefaultToolExecutor,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import { type as arktype } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import * as z3 from "zod3";
import { expect, test } from "./test.js";

const manager = new ToolExecutionManager();

function define(schema: unknown) {
  const parameters = "~standard" in (schema as object) ? { parameters: { type: "object" } } : {};
  const base = { name: "tool", description: "Does.", handler: () => "done" };
  const definition = { ...base, schema, ...parameters };
  return new ToolRegistry().register(definition as never).tool;
}

/** What is wrong, as `path code expected`. */
async function issues(schema: unknown, args: unknown, using = manager): Promise<string[]> {
  const result = await using.execute(define(schema), "call", args as never);
  expect(result.success).toBe(false);
  return listed(result.success ? undefined : result.error.validationErrors);
}

function listed(
  found: readonly { path: readonly string[]; code: string; expected?: unknown }[] = [],
) {
  return found.map(({ path, code, expected }) =>
    [path.join("."), code, ...(expected === undefined ? [] : [JSON.stringify(expected)])].join(" "),
  );
}

const jsonSchema = {
  properties: { guests: { type: ["integer", "null"], maximum: 8 }, day: { enum: ["mon", 2] } },
  required: ["time"],
  additionalProperties: false,
};

test("plain JSON Schema: a keyword and its value", async () => {
  expect((await issues(jsonSchema, { guests: 12, day: "x", extra: 1 })).sort()).toEqual([
    'day enum ["mon",2]',
    "extra additionalProperties",
    "guests maximum 8",
    "time required",
  ]);
  expect(await issues(jsonSchema, { guests: "1" })).toContain('guests type ["null","integer"]');
});

test("arguments that can't be read: a code of their own, in executions and checks", async () => {
  const cases = [
    ["{", " syntax"],
    ['{"a":1e400}', " numberRange"],
    ['{"a":9007199254740993}', " inexactInteger"],
    [`{"a":${"[".repeat(200)}`, " depth 128"],
    ["[1]", ' type "object"'],
  ] as const;
  const tool = define({ type: "object" });
  for (const [text, issue] of cases) {
    expect(await issues({ type: "object" }, text)).toEqual([issue]);
    const checked = await manager.check(tool, text);
    expect(listed(checked.error?.validationErrors)).toEqual([issue]);
  }
});

const given = {
  a: "x",
  b: 1,
  c: "q",
  d: 5,
  e: "b",
  f: "n",
  g: ["a", "b"],
  h: 3,
  i: true,
  j: 1.5,
  l: "t",
};

test("zod 4: the keywords that mean the same", async () => {
  const schema = z.strictObject({
    a: z.string().min(2),
    b: z.number().gt(3),
    c: z.enum(["x", "y"]),
    d: z.literal(4),
    e: z.number().min(1),
    f: z.email(),
    g: z.array(z.string()).max(1),
    h: z.number().multipleOf(2),
    i: z.union([z.string(), z.number()]),
    j: z.int(),
    k: z.string(),
  });
  expect(await issues(schema, { ...given, e: 0 })).toEqual([
    "a minLength 2",
    "b exclusiveMinimum 3",
    'c enum ["x","y"]',
    "d enum [4]",
    "e minimum 1",
    'f format "email"',
    "g maxItems 1",
    "h multipleOf 2",
    "i anyOf",
    'j type "integer"',
    'k type "string"',
    " additionalProperties",
  ]);
});

test("zod 3: a missing property is told from one of a wrong type", async () => {
  const schema = z3.object({ k: z3.string(), l: z3.number(), c: z3.enum(["x", "y"]) });
  const parsed = schema.safeParse(given);
  const error = categorizeError(parsed.error);
  expect(listed(error.validationErrors)).toEqual([
    "k required",
    'l type "number"',
    'c enum ["x","y"]',
  ]);
});

test("valibot: the keywords that mean the same", async () => {
  const schema = v.strictObject({
    a: v.pipe(v.string(), v.minLength(2)),
    b: v.pipe(v.number(), v.minValue(3)),
    c: v.picklist(["x", "y"]),
    d: v.literal(4),
    e: v.pipe(v.string(), v.regex(/a/)),
    g: v.pipe(v.array(v.string()), v.maxLength(1)),
    h: v.pipe(v.number(), v.multipleOf(2)),
    i: v.union([v.string(), v.number()]),
    k: v.string(),
    l: v.number(),
  });
  const { f: _f, j: _j, ...args } = given;
  expect(await issues(schema, { ...args, z: 1 })).toEqual([
    "a minLength 2",
    "b minimum 3",
    "c enum",
    "d const",
    "e pattern",
    "g maxItems 1",
    "h multipleOf 2",
    "i anyOf",
    "k required",
    'l type "number"',
    "z additionalProperties",
  ]);
});

test("arktype: the keywords that mean the same", async () => {
  const schema = arktype({
    a: "string>=2",
    b: "number>3",
    d: "4",
    e: "/a/",
    g: "string[]<=1",
    h: "number%2",
    k: "string",
    l: "number",
  });
  expect((await issues(schema, given)).sort()).toEqual([
    "a minLength 2",
    "b exclusiveMinimum 3",
    "d const 4",
    'e pattern "a"',
    "g maxItems 1",
    "h multipleOf 2",
    "k required",
    'l type "number"',
  ]);
});

test("a validator that names no rule, or one nobody knows, is invalid", async () => {
  const refusing = (issue: object) => ({
    "~standard": { version: 1, vendor: "mine", validate: () => ({ issues: [issue] }) },
  });
  for (const issue of [
    { message: "no" },
    { message: "no", code: "made_up" },
    { message: "no", code: "constructor" },
    { message: "no", code: 5, expected: {} },
    { message: "no", kind: "validation", type: "made_up", requirement: 3 },
  ]) {
    expect(await issues({ ...refusing(issue), ...{} }, {})).toEqual([" invalid"]);
  }
  expect(await issues(refusing({ message: "no", code: "maximum", expected: 3 }), {})).toEqual([
    " maximum 3",
  ]);
});

test("an executor of a page's own keeps the codes", async () => {
  const inner = new DefaultToolExecutor();
  const validating = new ToolExecutionManager({
    executor: {
      execute: inner.execute.bind(inner),
      validate: () => ({
        success: false,
        error: {
          category: "validation",
          message: "no",
          retryable: false,
          validationErrors: [{ path: ["a"], message: "no", code: "minimum", expected: 3 }],
        },
      }),
    } as never,
  });
  expect(await issues({ type: "object" }, {}, validating)).toEqual(["a minimum 3"]);
});
