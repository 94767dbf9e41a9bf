/** What a form makes of a value, and of what a person writes. */
import { expect, test } from "../test.js";
import {
  addItem,
  type Draft,
  draftsOf,
  fieldOf,
  type LeafDraft,
  type ListDraft,
  makeDraft,
  moveItem,
  placeIssues,
  readDraft,
  removeItem,
} from "./form.js";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    note: { type: "string" },
    count: { type: "integer" },
    isSure: { type: "boolean" },
    maybe: { type: "boolean" },
    room: { enum: ["single", "double"] },
    extras: { type: "array", items: { enum: ["wifi", "bath"] }, uniqueItems: true },
    tags: { type: "array", items: { type: "string" } },
    at: { type: "string", format: "date-time" },
    address: {
      type: "object",
      properties: { city: { type: "string" }, isHome: { type: "boolean" } },
      required: ["city", "isHome"],
    },
    more: {},
  },
  required: ["name", "isSure", "tags"],
};

const open = (value?: unknown, of: unknown = schema) => makeDraft(fieldOf(of), value);

function at(root: Draft, ...path: (string | number)[]): Draft {
  const [placed] = placeIssues(root, [{ path: path.map(String), message: "", code: "" }]);
  if (!placed) throw new Error("nowhere");
  return placed.draft;
}

function write(root: Draft, path: (string | number)[], change: Partial<LeafDraft>): void {
  Object.assign(at(root, ...path), change, { isEdited: true });
}

const faultsOf = (root: Draft) => [...readDraft(root).faults.values()];

test("an empty form lacks what is required, and says nothing of the rest", () => {
  const root = open();
  const { value, faults } = readDraft(root);
  expect(value).toEqual({ isSure: false, tags: [] });
  expect([...faults].map(([{ field }, fault]) => [field.label, fault])).toEqual([
    ["Name", "required"],
  ]);
});

test("what nobody has changed comes back as it came, whatever it is", () => {
  const values: unknown[] = [
    { name: "", isSure: true, tags: [] },
    {
      name: "Ada\r\nLovelace",
      isSure: false,
      tags: ["a", "b"],
      note: "",
      extras: ["bath", "wifi"],
    },
    { name: 5, isSure: "yes", tags: "none", count: 1.5, room: "suite", address: [] },
    { at: "2026-11-30T14:30:00.123456Z" },
    { name: "x", unknown: { deep: [1, 2] } },
    { name: null, address: null, tags: Array.from({ length: 500 }, String) },
    { count: 12345678901234567890n },
    "a text",
    null,
    [1],
  ];
  for (const value of values) {
    const { value: read, faults } = readDraft(open(value));
    expect(Object.is(read, value)).toBe(true);
    expect(faults.size).toBe(0);
  }
});

test("a change is one change: everything else is as it was", () => {
  const value = {
    name: "Ada",
    isSure: true,
    tags: ["a"],
    count: 3,
    at: "2026-11-30T14:30:00+02:00",
  };
  const root = open(value);
  write(root, ["name"], { text: "Grace" });
  expect(readDraft(root).value).toEqual({ ...value, name: "Grace" });
});

test("an optional field that is empty is absent; a required text that was emptied is an empty text", () => {
  const root = open({ name: "Ada", note: "n", count: 3, isSure: true, tags: [] });
  write(root, ["note"], { text: "" });
  write(root, ["count"], { text: " " });
  write(root, ["name"], { text: "" });
  expect(readDraft(root).value).toEqual({ name: "", isSure: true, tags: [] });
});

test("numbers are read as people write them, and never as another number", () => {
  const root = open({ name: "Ada", isSure: true, tags: [] });
  for (const [text, number] of [
    ["7", 7],
    [" -3 ", -3],
    ["+2", 2],
    [".5", 0.5],
    ["1e3", 1000],
  ] as const) {
    write(root, ["count"], { text });
    expect(readDraft(root).value, text).toMatchObject({ count: number });
  }
  for (const [text, fault] of [
    ["x", "number"],
    ["0x10", "number"],
    ["1e999", "number"],
    ["9007199254740993", "exact"],
    ["Infinity", "number"],
  ]) {
    write(root, ["count"], { text: text as string });
    expect(faultsOf(root), text).toEqual([fault]);
    expect(readDraft(root).value).not.toHaveProperty("count");
  }
});

test("choices give the values of their options", () => {
  const root = open({ name: "Ada", isSure: true, tags: [] });
  write(root, ["room"], { chosen: new Set([1]) });
  write(root, ["extras"], { chosen: new Set([1, 0]) });
  expect(readDraft(root).value).toMatchObject({ room: "double", extras: ["wifi", "bath"] });
  write(root, ["room"], { chosen: new Set() });
  expect(readDraft(root).value).not.toHaveProperty("room");
});

test("a required choice of one is a constant", () => {
  const of = { type: "object", properties: { kind: { const: "card" } }, required: ["kind"] };
  expect(readDraft(open(undefined, of)).value).toEqual({ kind: "card" });
});

test("defaults fill an empty form, and none that has a value", () => {
  const of = {
    type: "object",
    properties: { n: { type: "integer", default: 3 }, t: { type: "string" } },
  };
  expect(readDraft(open(undefined, of)).value).toEqual({ n: 3 });
  expect(readDraft(open({ t: "x" }, of)).value).toEqual({ t: "x" });
});

test("an optional group is absent until something is in it", () => {
  const root = open({ name: "Ada", isSure: true, tags: [] });
  write(root, ["address", "city"], { text: "Rome" });
  expect(readDraft(root).value).toMatchObject({ address: { city: "Rome", isHome: false } });
  write(root, ["address", "city"], { text: "" });
  expect(readDraft(root).value).not.toHaveProperty("address");
});

test("items of a list are added, removed and moved", () => {
  const root = open({ name: "Ada", isSure: true, tags: ["a", "b"] });
  const tags = at(root, "tags") as ListDraft;
  addItem(tags);
  expect(faultsOf(root)).toEqual(["required"]);
  write(root, ["tags", 2], { text: "c" });
  moveItem(tags, 2, -1);
  expect(readDraft(root).value).toMatchObject({ tags: ["a", "c", "b"] });
  moveItem(tags, 0, -1);
  removeItem(tags, 0);
  expect(readDraft(root).value).toMatchObject({ tags: ["c", "b"] });
  for (let count = 0; count < 200; count += 1) addItem(tags);
  expect(tags.items.length).toBe(100);
});

test("a time keeps its zone, and a new one has that of the machine", () => {
  const root = open({ name: "Ada", isSure: true, tags: [], at: "2026-11-30T14:30:00+02:00" });
  const draft = at(root, "at") as LeafDraft;
  expect([draft.text, draft.zone]).toEqual(["2026-11-30T14:30:00", "+02:00"]);
  write(root, ["at"], { text: "2026-12-01T09:00" });
  expect(readDraft(root).value).toMatchObject({ at: "2026-12-01T09:00:00+02:00" });
  const empty = open();
  write(empty, ["at"], { text: "2026-12-01T09:00" });
  const { at: written } = readDraft(empty).value as { at: string };
  expect(new Date(written).getTime()).toBe(new Date("2026-12-01T09:00").getTime());
});

test("a value that a field can't show is JSON text, all of it", () => {
  const root = open({ name: 5, tags: { a: 1 }, at: "tomorrow", address: { city: "Rome", zip: 1 } });
  const shown = (...path: string[]) => {
    const draft = at(root, ...path) as LeafDraft;
    return [draft.field.kind, draft.input, draft.text];
  };
  expect(shown("name")).toEqual(["json", "text", "5"]);
  expect(shown("tags")[0]).toBe("json");
  expect(shown("at")).toEqual(["text", "text", "tomorrow"]);
  expect(shown("address")).toEqual(["json", "text", '{\n  "city": "Rome",\n  "zip": 1\n}']);
});

test("JSON text is read, and refused for what it can't be", () => {
  const root = open({ name: "Ada", isSure: true, tags: [] });
  write(root, ["more"], { text: '{"a": [1, null]}' });
  expect(readDraft(root).value).toMatchObject({ more: { a: [1, null] } });
  const deep = "[".repeat(200) + "]".repeat(200);
  for (const [text, fault] of [
    ["{", "json"],
    ["NaN", "json"],
    ["[9007199254740993]", "exact"],
    [deep, "depth"],
  ]) {
    write(root, ["more"], { text: text as string });
    expect(faultsOf(root), text).toEqual([fault]);
  }
});

test("property names like those of every object are members as any", () => {
  const of = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
  );
  const root = open(undefined, of);
  expect(faultsOf(root)).toEqual(["required"]);
  write(root, ["__proto__"], { text: "x" });
  const { value } = readDraft(root);
  expect(Object.entries(value as object)).toEqual([["__proto__", "x"]]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("a value of hostile size has a form of bounded size", () => {
  const of = {
    type: "array",
    items: { type: "array", items: { type: "array", items: { type: "string" } } },
  };
  const row = (item: unknown) => Array.from({ length: 90 }, () => item);
  const root = open(row(row(row("x"))), of);
  expect([...draftsOf(root)].length).toBeLessThan(1_000);
});

test("an issue stands at its field, or at the last on the way there", () => {
  const root = open({ name: "Ada", tags: ["a", "b"], isSure: true, more: { a: 1 } });
  const places = [["name"], ["tags", "1"], ["tags", "7"], ["more", "a", "b"], ["none"], []];
  const issues = places.map((path) => ({ path, message: "", code: "" }));
  expect(placeIssues(root, issues).map(({ draft, within }) => [draft.field.label, within])).toEqual(
    [
      ["Name", []],
      ["", []],
      ["Tags", ["7"]],
      ["More", ["a", "b"]],
      ["", ["none"]],
      ["", []],
    ],
  );
});
