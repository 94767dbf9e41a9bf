/** The texts of questions to a person, in each language. */
import { english } from "../../pkg/dist/texts/approval/english.js";
import { german } from "../../pkg/dist/texts/approval/german.js";
import { expect, test } from "./test.js";

/** A text with data: most take numbers, some only texts. */
function written(text: unknown): unknown {
  if (typeof text !== "function") return text;
  const write = text as (...data: unknown[]) => unknown;
  try {
    return write(1_234, 1_234);
  } catch {
    return write("x", true);
  }
}

test("every text is there in each language, and is a whole text with its data", () => {
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  for (const texts of [english, german]) {
    for (const [key, text] of Object.entries(texts)) {
      expect(written(text), key).toMatch(/\S/);
      expect(written(text), key).not.toMatch(/undefined|NaN|\[object/);
    }
  }
});

test("sizes of a change and times that are left are said as people say them", () => {
  expect(english.diffSize(1, 0)).toBe("1 line added");
  expect(german.diffSize(2, 1_000)).toBe("2 Zeilen hinzugefügt, 1.000 Zeilen entfernt");
  expect(english.interruptExpiresIn(61)).toBe("Expires in 1:01");
  expect(german.interruptExpiresIn(7_200)).toBe("Läuft ab in 2 Stunden");
  expect(english.question("pay", false)).toBe("May the agent run pay?");
});
