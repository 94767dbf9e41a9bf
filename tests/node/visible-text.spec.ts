/** What a reader can't see in a text: a person is shown its name, a model is not shown it at all. */
import { ToolRegistry, visibleParts, visibleText } from "ag-ui-lit";
import { expect, test } from "./test.js";

/** Unseen characters that are part of how something is written. */
const needed: Readonly<Record<string, string>> = {
  "a profession": "👩‍💻",
  "a family with skin tones": "🧑🏻‍❤️‍💋‍🧑🏿",
  "hair and a direction": "👨🏽‍🦰 🏃🏽‍♀️‍➡️",
  "signs as emoji and as text": "☀️ ☀︎ ❤️‍🔥 👁️‍🗨️ ⛓️‍💥",
  keycaps: "1️⃣ #️⃣ *️⃣",
  "flags in tag characters": "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
  "other flags": "🏳️‍🌈 🏴‍☠️ 🇩🇪",
  Persian: "می‌خواهم خانه‌ها",
  "an Arabic letter that joins": "هـ‍ ه‍",
  "half forms of Devanagari": "क्‍ष र्‌य",
  "a chillu of Malayalam at the end of a word": "ന്‍ ",
  Sinhala: "ශ්‍රී ලංකා",
  Mongolian: "ᠠ᠎ᠠ ᠠ᠋",
  "a variant of a Han character": "葛\u{E0100}飾",
  "a variant of a sign": "≨︀",
  Braille: "⠓⠀⠊",
  "an Arabic sign around a number": "\u06DD١",
  "line ends and tabs": "one\n\ttwo\r\nthree",
  "other scripts and marks": "שָׁלוֹם สวัสดี é ﷺ",
  "blanks with a width": "10\u00A0€ 全\u3000角",
};

for (const [what, text] of Object.entries(needed)) {
  test(`${what} stays as it is`, () => {
    expect(visibleText(text)).toBe(text);
    expect(described(text)).toBe(text.trim());
  });
}

/** Hidden characters, each beside what a person is shown. */
const hidden: readonly (readonly [given: string, shown: string])[] = [
  ["rm \u202Etxt.exe", "rm ⟨U+202E⟩txt.exe"],
  ["a\u2066b\u2069c", "a⟨U+2066⟩b⟨U+2069⟩c"],
  ["a\u200Eb\u200Fc\u061Cd", "a⟨U+200E⟩b⟨U+200F⟩c⟨U+061C⟩d"],
  ["ad\u200Bmin", "ad⟨U+200B⟩min"],
  ["ad\u200Cmin\u200D", "ad⟨U+200C⟩min⟨U+200D⟩"],
  ["می\u200C\u200Cخ", "می⟨U+200C⟩⟨U+200C⟩خ"],
  ["می\u200C x", "می⟨U+200C⟩ x"],
  ["pass\u00ADword", "pass⟨U+00AD⟩word"],
  ["a\u2060b\uFEFFc\u2063d", "a⟨U+2060⟩b⟨U+FEFF⟩c⟨U+2063⟩d"],
  ["a\u034Fb\u180Ec", "a⟨U+034F⟩b⟨U+180E⟩c"],
  ["a\u3164b\u115F\u1160c\uFFA0", "a⟨U+3164⟩b⟨U+115F⟩⟨U+1160⟩c⟨U+FFA0⟩"],
  ["a\u2800b", "a⟨U+2800⟩b"],
  ["a\uFE0Fb", "a⟨U+FE0F⟩b"],
  ["☀\uFE0F\uFE0F", "☀\uFE0F⟨U+FE0F⟩"],
  ["😀\u{E0100}\u{E0101}", "😀⟨U+E0100⟩⟨U+E0101⟩"],
  ["葛\u{E0100}\u{E0101}", "葛\u{E0100}⟨U+E0101⟩"],
  ["hi\u{E0001}\u{E0068}\u{E007F}", "hi⟨U+E0001⟩⟨U+E0068⟩⟨U+E007F⟩"],
  ["🏴\u{E0075}\u{E0073}\u{E007F}", "🏴⟨U+E0075⟩⟨U+E0073⟩⟨U+E007F⟩"],
  ["👩\u200D\u200D💻", "👩⟨U+200D⟩⟨U+200D⟩💻"],
  ["\u001B[2Kls", "⟨U+001B⟩[2Kls"],
  ["\u0000\u0007\b\u007F\u009B", "⟨U+0000⟩⟨U+0007⟩⟨U+0008⟩⟨U+007F⟩⟨U+009B⟩"],
  ["safe\revil", "safe⟨\\r⟩evil"],
  ["a\u0085b\u2028c\u2029d", "a⟨U+0085⟩b⟨U+2028⟩c⟨U+2029⟩d"],
  ["\uD800x\uDC00", "⟨U+D800⟩x⟨U+DC00⟩"],
  ["\uFDD0\uFFFE\uFFF9", "⟨U+FDD0⟩⟨U+FFFE⟩⟨U+FFF9⟩"],
  ["\u{1D173}\u{1BCA0}", "⟨U+1D173⟩⟨U+1BCA0⟩"],
];

for (const [given, shown] of hidden) {
  test(`${JSON.stringify(shown)}: a person is shown what is hidden`, () => {
    expect(visibleText(given)).toBe(shown);
    expect(visibleText(shown), "twice is as once").toBe(shown);
  });
}

test("a model reads a tool's description and the texts of its schema without hidden characters", () => {
  const registry = new ToolRegistry();
  registry.register({
    name: "add",
    description: "Adds.\u{E0049}\u{E0067}\u200B A\u2028B 👩‍💻",
    parameters: {
      type: "object",
      title: "A\u202Ed\u202Cd",
      properties: {
        description: { type: "string", description: "A\u00AD note.", pattern: "^[^\u200B]*$" },
        "b\u200B": { enum: ["x\u200B"], default: "y\u200B" },
      },
    },
    handler: ({ description }: { description?: string }) => description ?? "none",
  });
  const [tool] = registry.toAgUiTools();
  expect(tool?.description).toBe("Adds. A\nB 👩‍💻");
  expect(tool?.parameters).toEqual({
    type: "object",
    title: "Add",
    properties: {
      description: { type: "string", description: "A note.", pattern: "^[^\\u200b]*$" },
      // What decides about arguments stays: another name would be another member.
      "b\u200B": { enum: ["x\u200B"], default: "y" },
    },
  });
});

test("a text of nothing but hidden characters is no description", () => {
  expect(() => described("\u200B\u2060")).toThrow(/description/);
});

test("marks come as pieces of their own, also those that are written already", () => {
  expect(visibleParts("rm \u202Ea⟨U+200B⟩")).toEqual([
    { text: "rm ", isMark: false },
    { text: "U+202E", isMark: true },
    { text: "a", isMark: false },
    { text: "U+200B", isMark: true },
  ]);
  expect(visibleParts("plain")).toEqual([{ text: "plain", isMark: false }]);
  expect(visibleParts("")).toEqual([]);
});

test("layout by which something could be moved out of sight is marked where a page asks for it", () => {
  const text = "a\n\tb\u00A0c    d";
  expect(visibleText(text)).toBe(text);
  expect(visibleText(text, { layout: true })).toBe("a\\n\n⟨\\t⟩b⟨U+00A0⟩c⟨4 spaces⟩d");
  expect(() => visibleText("a", { spaces: true } as never)).toThrow(/no option "spaces"/);
});

test("of a text of nothing but hidden characters the marks are text", () => {
  const parts = visibleParts("\u200B".repeat(5000));
  expect(parts).toEqual([{ text: "⟨U+200B⟩".repeat(5000), isMark: false }]);
});

function described(description: string): string | undefined {
  const registry = new ToolRegistry();
  registry.register({ name: "a", description, parameters: {}, handler: () => "" });
  return registry.get("a")?.description.trim();
}
