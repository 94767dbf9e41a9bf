/** The rows of values in a card: bounded, with what is sensitive marked. */
import { shownProgress } from "../../pkg/dist/views/progress.js";
import { rowsOf, secretsIn, withoutSecrets } from "../../pkg/dist/views/value-rows.js";
import { expect, test } from "./test.js";

const table = (value: unknown, schema?: object) =>
  rowsOf(value, schema).rows.map(({ path, text, isSensitive }) =>
    isSensitive ? [path.join("."), "hidden"] : [path.join("."), text],
  );

test("a value has a row for each part, and small parts without nesting one together", () => {
  expect(table({ city: "Rome", days: 3, tags: ["a", "b"], from: { lat: 1, lon: 2 } })).toEqual([
    ["city", "Rome"],
    ["days", "3"],
    ["tags", '["a","b"]'],
    ["from", '{"lat":1,"lon":2}'],
  ]);
  expect(table({ order: { items: [{ id: "1", of: { x: [] } }] } })).toEqual([
    ["order.items.1.id", "1"],
    ["order.items.1.of.x", "[]"],
  ]);
  expect(table("text")).toEqual([["", "text"]]);
  expect(table(null)).toEqual([["", "null"]]);
  expect(table({})).toEqual([]);
});

test("`sensitive: true` hides a value, nested, in lists, by references and in every alternative", () => {
  const schema = {
    type: "object",
    properties: {
      note: { type: "string" },
      code: { type: "string", sensitive: true },
      list: { type: "array", items: { type: "string", sensitive: true } },
      deep: { $ref: "#/$defs/deep" },
      either: { anyOf: [{ type: "number" }, { type: "string", sensitive: true }] },
      pair: { type: "array", prefixItems: [{}, { sensitive: true }] },
      login: { type: "string", format: "password" },
    },
    additionalProperties: { type: "object", properties: { inner: { sensitive: true } } },
    $defs: { deep: { properties: { me: { $ref: "#/$defs/deep" }, x: { sensitive: true } } } },
  };
  const value = {
    note: "n",
    code: "c",
    list: ["one", "two"],
    deep: { me: { x: "y", z: 1 } },
    either: "e",
    pair: [1, 2],
    login: "l",
    other: { inner: "i", outer: "o" },
  };
  expect(table(value, schema)).toEqual([
    ["note", "n"],
    ["code", "hidden"],
    ["list.1", "hidden"],
    ["list.2", "hidden"],
    ["deep.me.x", "hidden"],
    ["deep.me.z", "1"],
    ["either", "hidden"],
    ["pair.1", "1"],
    ["pair.2", "hidden"],
    ["login", "hidden"],
    ["other.inner", "hidden"],
    ["other.outer", "o"],
  ]);
});

test("names of secrets hide a value whatever the schema says", () => {
  const value = { password: "p", apiKey: "k", card: { card_number: "4", holder: "Ada" }, pin: 12 };
  expect(table(value)).toEqual([
    ["password", "hidden"],
    ["apiKey", "hidden"],
    ["card.card_number", "hidden"],
    ["card.holder", "Ada"],
    ["pin", "hidden"],
  ]);
});

test("a secret does not come back in other texts", () => {
  const secrets = secretsIn(rowsOf({ password: "hunter22", token: "hunter22-long", pin: 12 }));
  expect(withoutSecrets("is hunter22-long or hunter22? 12", secrets)).toBe(
    "is •••••••• or ••••••••? 12",
  );
});

test("large, deep and strange values and schemas take bounded work", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`k${index}`, index]),
  );
  expect(rowsOf(wide)).toMatchObject({ hasMore: true });
  expect(rowsOf(wide).rows).toHaveLength(100);
  let deep: unknown = "end";
  for (let level = 0; level < 100; level += 1) deep = { level: [deep, { more: {} }] };
  const { rows } = rowsOf(deep);
  expect(rows.every(({ path }) => path.length <= 6)).toBe(true);
  // A schema that leads everywhere from everywhere.
  const knot = {
    allOf: [{ $ref: "#" }, { $ref: "#/allOf/0" }],
    additionalProperties: { $ref: "#" },
  };
  expect(rowsOf({ a: { b: { c: 1 } } }, knot).rows).toHaveLength(1);
  const huge = { anyOf: Array.from({ length: 100_000 }, () => ({ type: "string" })) };
  // What could not be looked at is hidden.
  expect(table({ a: "x" }, huge)).toEqual([["", "hidden"]]);
  const throwing = {
    get properties() {
      throw new Error("no");
    },
  };
  expect(table({ a: "x" }, throwing)).toEqual([["a", "x"]]);
  expect(
    table(JSON.parse('{"__proto__":{"a":{"b":1}},"constructor":1}'), { properties: {} }),
  ).toEqual([
    ["__proto__.a", '{"b":1}'],
    ["constructor", "1"],
  ]);
});

test("progress is a fraction, a percentage, a part of a total, or text", () => {
  expect(shownProgress(0.25)).toEqual({ fraction: 0.25, text: undefined });
  expect(shownProgress(40)).toEqual({ fraction: 0.4, text: undefined });
  expect(shownProgress({ progress: 3, total: 4, message: "rows" })).toEqual({
    fraction: 0.75,
    text: "rows",
  });
  expect(shownProgress({ progress: 9, total: 4 })?.fraction).toBe(1);
  expect(shownProgress("half")).toEqual({ fraction: undefined, text: "half" });
  expect(shownProgress(undefined)).toBeUndefined();
  expect(shownProgress({})).toBeUndefined();
  expect(shownProgress("x".repeat(10_000))?.text?.length).toBeLessThan(600);
  const throwing = {
    get progress(): never {
      throw new Error("no");
    },
    message: "m",
  };
  expect(shownProgress(throwing)).toEqual({ fraction: undefined, text: "m" });
});
