import type { ArgumentsPart } from "ag-ui-lit";
import { ArgumentsReader } from "ag-ui-lit";
import { expect, test } from "./test.js";

/** What a watcher of a path is told of a text that comes in units, or in pieces. */
function told(path: (string | number)[], text: string | string[]): ArgumentsPart[] {
  const reader = new ArgumentsReader();
  const told: ArgumentsPart[] = [];
  reader.on(path, (part) => told.push(structuredClone(part)));
  for (const piece of text) reader.push(piece);
  reader.end();
  return told;
}

const part = (path: (string | number)[], value: unknown, isComplete = true, delta = "") => ({
  path,
  value,
  delta,
  isComplete,
});

test("a text is told as it grows: each piece, all of it, and the end", async () => {
  const pieces = ['{"id": 1, "text": "Hel', "lo ", "\\ud83d", "\\ude00", "", '", "more": 2}'];
  expect(told(["text"], pieces)).toEqual([
    part(["text"], "Hel", false, "Hel"),
    part(["text"], "Hello ", false, "lo "),
    part(["text"], "Hello 😀", false, "😀"),
    part(["text"], "Hello 😀", true),
  ]);
});

test("the pieces of a text, put together, are the text, wherever it is cut", async () => {
  const text = '{"t": "a\\n\\"😀\\u00e9\\ud83d\\ude00", "u": ""}';
  const [units, whole] = [told(["t"], text), told(["t"], [text])];
  const { t } = JSON.parse(text);
  expect(units.map(({ delta }) => delta).join("")).toBe(t);
  expect(units.filter(({ isComplete }) => isComplete)).toHaveLength(1);
  expect(whole).toEqual([part(["t"], t, true, t)]);
  expect(told(["u"], [text])).toEqual([part(["u"], "", true, "")]);
});

test("numbers, words and containers are told when they are there", async () => {
  const text = '{"n": 12, "yes": true, "no": null, "list": [1, {}]}';
  expect(told(["n"], text)).toEqual([part(["n"], 12)]);
  expect(told(["yes"], text)).toEqual([part(["yes"], true)]);
  expect(told(["no"], text)).toEqual([part(["no"], null)]);
  expect(told(["list"], text)).toEqual([part(["list"], [], false), part(["list"], [1, {}], true)]);
  expect(told([], text)).toEqual([part([], {}, false), part([], JSON.parse(text), true)]);
  expect(told(["list", 2], text)).toEqual([]);
});

test("`*` stands for any key or index, at any place of a path", async () => {
  const text = ['{"rows": [{"name": "A', '"}, {"name": "B"}, 3], "more": {"name": "C"}}'];
  expect(told(["rows", "*", "name"], text)).toEqual([
    part(["rows", 0, "name"], "A", false, "A"),
    part(["rows", 0, "name"], "A", true),
    part(["rows", 1, "name"], "B", true, "B"),
  ]);
  expect(told(["*", "name"], text)).toEqual([part(["more", "name"], "C", true, "C")]);
  expect(told(["rows", "1", "name"], text)).toEqual([part(["rows", 1, "name"], "B", true, "B")]);
  expect(told(["rows", "*"], text).map(({ path }) => path)).toEqual([
    ["rows", 0],
    ["rows", 0],
    ["rows", 1],
    ["rows", 1],
    ["rows", 2],
  ]);
});

test("a key that stands again, and `__proto__`, are told like any other", async () => {
  expect(told(["a"], ['{"a": "one", "a": "tw', 'o"}'])).toEqual([
    part(["a"], "one", true, "one"),
    part(["a"], "tw", false, "tw"),
    part(["a"], "two", true, "o"),
  ]);
  expect(told(["__proto__", "x"], ['{"__proto__": {"x": "y', 'z"}}'])).toEqual([
    part(["__proto__", "x"], "y", false, "y"),
    part(["__proto__", "x"], "yz", true, "z"),
  ]);
});

test("who watches late is told at once of what is there, and then like the others", async () => {
  const reader = new ArgumentsReader();
  const told: Record<string, ArgumentsPart[]> = {};
  const watch = (name: string, path: (string | number)[]) =>
    reader.on(path, (part) => {
      told[name] ??= [];
      told[name].push(structuredClone(part));
    });
  watch("early", ["list", "*"]);
  reader.push('{"list": ["a", "b');
  watch("late", ["list", "*"]);
  watch("nothing", ["nothing"]);
  watch("prototype", ["toString"]);
  reader.push('c"]}');
  reader.end();
  watch("end", ["list", "*"]);
  reader.free();
  watch("freed", ["list"]);
  const seen = told;
  const [a, bc] = [part(["list", 0], "a", true, "a"), part(["list", 1], "bc", true, "c")];
  const b = part(["list", 1], "b", false, "b");
  expect(seen).toEqual({
    early: [a, b, bc],
    late: [a, b, bc],
    end: [a, part(["list", 1], "bc", true, "bc")],
    freed: [part(["list"], ["a", "bc"])],
  });
});

test("isComplete() says of each path whether it is there and over", async () => {
  const reader = new ArgumentsReader();
  const paths = [[], ["a"], ["list"], ["list", 0], ["list", "0"], ["list", 1], ["n"], ["toString"]];
  const look = () => paths.map((path) => (reader.isComplete(path) ? 1 : 0)).join("");
  const seen = [look()];
  for (const piece of ['{"a', '": "x', '"', ', "list": ["y', '", {', "}]", ', "n": 1', "2", "}"]) {
    reader.push(piece);
    seen.push(look());
  }
  reader.end();
  seen.push(look());
  expect(seen).toEqual([
    "00000000",
    "00000000",
    "00000000",
    "01000000",
    "01000000",
    "01011000",
    "01111100",
    "01111100",
    "01111100",
    "11111110",
    "11111110",
  ]);
});

test("a watcher may stop itself and others, and start others, while it is told", async () => {
  const reader = new ArgumentsReader();
  const told: string[] = [];
  const stopFirst = reader.on(["a"], ({ value }) => {
    told.push(`first ${value}`);
    stopFirst();
    stopSecond();
    reader.on(["b"], (part) => told.push(`third ${part.value}`));
  });
  const stopSecond = reader.on(["a"], ({ value }) => told.push(`second ${value}`));
  reader.push('{"a": "x", "b": "y');
  reader.push('z"}');
  stopFirst();
  reader.end();
  const seen = told;
  expect(seen).toEqual(["first x", "third y", "third yz"]);
});

test("what a watcher does to its part stays with it", async () => {
  const reader = new ArgumentsReader();
  const told: unknown[] = [];
  reader.on(["list", 0], (part) => {
    (part.path as unknown[]).length = 0;
    Object.assign(part, { value: "changed", isComplete: "changed" });
  });
  reader.on(["list", 0], (part) => told.push(structuredClone(part)));
  reader.push('{"list": ["x"]}');
  const seen = told;
  expect(seen).toEqual([part(["list", 0], "x", true, "x")]);
});

test("a value that somebody froze grows on as a copy", async () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  };
  const text = '{"a": "xy", "__proto__": {"p": 1}, "list": ["z", {"b": [1, "w"]}], "end": true}';
  const reader = new ArgumentsReader();
  const told: unknown[] = [];
  reader.on(["list", 1, "b", "*"], ({ value, isComplete }) => told.push([value, isComplete]));
  const first = { value: undefined as unknown, text: "" };
  for (const unit of text) {
    reader.push(unit);
    freeze(reader.value);
    if (reader.text.endsWith("x")) Object.assign(first, { value: reader.value });
  }
  const seen = [
    reader.end(),
    JSON.stringify(reader.value) === JSON.stringify(JSON.parse(text)),
    first.value,
    told,
  ];
  expect(seen).toEqual([
    true,
    true,
    { a: "x" },
    [
      [1, true],
      ["", false],
      ["w", false],
      ["w", true],
    ],
  ]);
});

test("a watcher may push, end, look, watch and free: what it causes comes after what it was told", async () => {
  const told: unknown[] = [];
  const pushing = new ArgumentsReader();
  pushing.on(["a"], () => pushing.push(', "c": {"d": [3]}'));
  pushing.on(["*"], ({ path, isComplete }) => told.push(`${path} ${isComplete}`));
  pushing.push('{"a": 1, "b": "x"');
  pushing.push("}");

  const ending = new ArgumentsReader();
  const ends: unknown[] = [];
  ending.on(["a"], ({ value }) => ends.push(value, ending.end(), ending.value.b));
  ending.push('{"a": 1, "b": 2}');
  ending.push("x");

  const freeing = new ArgumentsReader();
  freeing.on(["a"], () => freeing.free());
  freeing.push('{"a": 1, "b": 2}');
  const seen = {
    told,
    pushed: JSON.stringify(pushing.value),
    isPushed: pushing.end(),
    ends,
    ended: ending.value,
    freed: [freeing.value, freeing.isComplete([])],
  };
  expect(seen).toEqual({
    told: ["a true", "b true", "c false", "c true"],
    pushed: '{"a":1,"b":"x","c":{"d":[3]}}',
    isPushed: true,
    ends: [1, true, undefined],
    ended: { a: 1, b: 2 },
    freed: [{ a: 1, b: 2 }, true],
  });
});
