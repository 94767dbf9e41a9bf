/** What a screen reader is told of a message that streams: whole sentences, or its end. */
import { SpokenText } from "../../pkg/dist/chat/spoken-text.js";
import { expect, test } from "./test.js";

const words = { saidCode: (lines: number) => `[${lines} lines of code]`, saidRest: "[the rest]" };

/** What is said of a text that grows by some characters at a time. */
function said(text: string, step = 1): string[] {
  const spoken = new SpokenText(words);
  const all: string[] = [];
  for (let end = step; end < text.length; end += step)
    all.push(...spoken.take(text.slice(0, end), false));
  return [...all, ...spoken.take(text, true)];
}

test("a sentence is said when the next one begins, the last one at the end", () => {
  const spoken = new SpokenText(words);
  expect(spoken.take("It is done", false)).toEqual([]);
  expect(spoken.take("It is done. ", false)).toEqual([]);
  expect(spoken.take("It is done. T", false)).toEqual(["It is done."]);
  expect(spoken.take("It is done. The rest foll", false)).toEqual([]);
  expect(spoken.take("It is done. The rest follows", true)).toEqual(["The rest follows"]);
});

test("an abbreviation, a number and an address end no sentence", () => {
  expect(said("Use e.g. the first at 3.50 or example.com today. Then go.")).toEqual([
    "Use e.g. the first at 3.50 or example.com today.",
    "Then go.",
  ]);
});

test("headings, items and rows are said one by one, without their marks", () => {
  const text = "# Plan\n\n- **first** step\n- [second](https://a.test) step\n\nThe end";
  expect(said(text)).toEqual(["Plan", "first step", "second step", "The end"]);
});

test("code is counted, not read", () => {
  expect(said("Look here:\n\n```js\nlet a;\nlet b;\n```\n\nDone.")).toEqual([
    "Look here:",
    "[2 lines of code]",
    "Done.",
  ]);
});

test("scripts without blanks between sentences are cut at their marks", () => {
  expect(said("完成了。请检查一下这个结果。")).toEqual(["完成了。", "请检查一下这个结果。"]);
});

test("however the text is cut, all of its words are said once and in order", () => {
  const text = "One two. Three four! Is it five? Yes, it is\nsix. *Seven* eight.\n\nNine ten.";
  const whole = said(text, text.length).join(" ");
  for (let step = 1; step < text.length; step += 1) expect(said(text, step).join(" ")).toBe(whole);
});

test("a text without an end is said in pieces, and of a very long one only the beginning", () => {
  const pieces = said("word ".repeat(5_000), 100);
  expect(pieces.length > 3).toBe(true);
  expect(pieces.at(-1)).toBe("[the rest]");
  expect(pieces.join("").length < 12_000).toBe(true);
  for (const hostile of ["[".repeat(50_000), "*_`~".repeat(20_000), `${"a".repeat(100_000)}`]) {
    expect(said(hostile, 1_000).join("").length < 12_000).toBe(true);
  }
});

test("a text that another one replaced is not said again", () => {
  const spoken = new SpokenText(words);
  spoken.take("One sentence. Another", false);
  expect(spoken.take("One.", false)).toEqual([]);
});
