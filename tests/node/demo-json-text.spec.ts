import { dataText, layOut } from "../../www/src/activity/json-text.js";
import { expect, test } from "./test.js";

test("JSON is laid out in lines that fit, in the order in which it is written", () => {
  expect(layOut('{"b":1,"a":[1,2]}')).toBe('{ "b": 1, "a": [1, 2] }');
  expect(layOut('{"b":1,"a":[1,2]}', 10)).toBe('{\n  "b": 1,\n  "a": [1, 2]\n}');
  expect(layOut("{}")).toBe("{}");
});

test("text that is no JSON stays as it is", () => {
  for (const text of ["The list is stored. 1 items", "", "{", '{"a": 1} and more', "[x] 1: a"])
    expect(layOut(text)).toBe(text);
});

test("numbers are shown as they are written where the runtime tells how", () => {
  const tells = JSON.parse("1", (_key, _value, context?: { source?: string }) => context?.source);
  const text = '{ "id": 12345678901234567890, "price": 1.10 }';
  if (tells === "1") expect(layOut(text)).toBe(text);
  else expect(layOut(text)).toContain('"price": 1.1');
});

test("what could not be seen in arguments and results has a name", () => {
  expect(dataText("rm \u202Etxt.exe")).toBe("rm ⟨U+202E⟩txt.exe");
  const parts = dataText('{"path":"rm \u202Etxt.exe"}');
  expect(JSON.stringify(parts)).toContain("rm ⟨U+202E⟩txt.exe");
  expect(JSON.stringify(parts)).not.toContain("\u202E");
});
