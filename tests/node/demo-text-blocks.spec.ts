import { textBlocks } from "../../www/src/chat/text-blocks.js";
import { expect, test } from "./test.js";

const words = (text: string) => ({ kind: "text", text, language: "" });
const code = (text: string, language = "") => ({ kind: "code", text, language });

const CASES: readonly (readonly [string, string, readonly object[]])[] = [
  ["text alone", "one\n\ntwo", [words("one\n\ntwo")]],
  ["a block between words", "a\n```\nx\n  y\n```\nb", [words("a"), code("x\n  y"), words("b")]],
  ["a language", "```ts\nlet x;\n```", [code("let x;", "ts")]],
  ["more behind the language", "``` js title=a\n1\n```", [code("1", "js")]],
  ["a block that is still arriving", "a\n```ts\nlet", [words("a"), code("let", "ts")]],
  ["a fence that is still arriving", "a\n``", [words("a\n``")]],
  ["tildes", "~~~\n```\n~~~", [code("```")]],
  ["a longer fence around a shorter one", "````\n```\nx\n```\n````", [code("```\nx\n```")]],
  [
    "a list around it",
    "- a\n  ```js\n  let x;\n    y\n  ```",
    [words("- a"), code("let x;\n  y", "js")],
  ],
  ["Windows line ends", "a\r\n```\r\nb\r\n```", [words("a"), code("b")]],
  ["code within a line", "```x``` is code", [words("```x``` is code")]],
  ["an empty block", "```\n```", [code("")]],
  ["two blocks", "```\na\n```\n```\nb\n```", [code("a"), code("b")]],
  ["nothing", "", []],
  ["blank lines around it", "\n\na\n\n```\n\nb\n\n```\n\n", [words("a"), code("\nb\n")]],
];

for (const [name, text, blocks] of CASES)
  test(`code blocks in an agent's text: ${name}`, () => {
    expect(textBlocks(text)).toEqual(blocks);
  });
