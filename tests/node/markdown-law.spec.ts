/** A text that arrives in pieces is shown at its end as the whole is shown at once. */

import { MarkdownView } from "../../pkg/dist/chat/markdown/markdown-view.js";
import { english } from "../../pkg/dist/texts/english.js";
import { examples } from "../support/markdown/examples.js";
import { htmlOf } from "../support/markdown/html-of.js";
import { randomTexts } from "../support/markdown/random-markdown.js";
import { randomCases } from "../support/random.js";
import { expect, test } from "./test.js";

const usual = { strings: english, linkSchemes: ["https", "http", "mailto"] };
const withMath = { ...usual, math: () => undefined };

type Options = ConstructorParameters<typeof MarkdownView>[0];

/** The markup of a text that is shown at once. */
function whole(text: string, options: Options = usual): string {
  return htmlOf(new MarkdownView(options).render(text, true));
}

/** The markup of a text that arrived in pieces, after it was shown at every cut. */
function streamed(text: string, options: Options = usual, step = 1): string {
  const view = new MarkdownView(options);
  for (let end = 0; end < text.length; end += step) htmlOf(view.render(text.slice(0, end), false));
  htmlOf(view.render(text, false));
  return htmlOf(view.render(text, true));
}

test("every example of CommonMark and GFM, cut at every character, ends as the whole", () => {
  for (const [name, markdown] of examples) {
    expect(streamed(markdown), name).toBe(whole(markdown));
    expect(streamed(markdown, withMath), `${name}, with formulas`).toBe(whole(markdown, withMath));
  }
});

test("examples behind each other, in long pieces, end as the whole", () => {
  const all = examples.map(([, markdown]) => markdown);
  for (const blank of ["\n", "\n\n"]) {
    for (let first = 0; first < all.length; first += 20) {
      const text = all.slice(first, first + 20).join(blank);
      expect(streamed(text, usual, 17)).toBe(whole(text));
    }
  }
});

for (const [what, options] of [
  ["", usual],
  [", with formulas", withMath],
] as const) {
  test(`random texts, cut anywhere, end as the whole${what}`, () => {
    for (const text of randomTexts("usual", 11, randomCases(700))) {
      expect(streamed(text, options), JSON.stringify(text)).toBe(whole(text, options));
    }
  });
}

/** Blocks that are longer than what is read again, each made of a line. */
const long: Readonly<Record<string, (index: number) => string>> = {
  "a paragraph in one line": (index) =>
    `word **bold ${index}** and [a link](https://e.test/${index}) `,
  "a paragraph with a lone mark": (index) => (index === 3 ? "* ** [ ` " : `some words ${index} `),
  "a paragraph of lines": (index) => `line ${index} with \`code\` and *emphasis*  \n`,
  "a paragraph without spaces": (index) => `字符${index}`,
  code: (index) => `${index === 0 ? "```js\n" : ""}let value${index} = "text";\n`,
  "indented code": (index) => `    let value${index} = 1;\n`,
  "a table": (index) => `${index === 0 ? "| a | b |\n|---|--:|\n" : ""}| ${index} | **x** |\n`,
  "a list": (index) => `- item ${index}\n${index === 90 ? "\n" : ""}`,
  "a list in an item": (index) => `${index === 0 ? "- top\n" : ""}  - item ${index}\n`,
  "a quote": (index) => `> line ${index} with **words**\n`,
  HTML: (index) => `${index === 0 ? "<!-- " : ""}line ${index}\n\n`,
  "references and definitions": (index) =>
    `See [ref ${index}] and [ref ${index + 1}].\n\n[ref ${index}]: /u${index}\n\n`,
};

for (const [what, line] of Object.entries(long)) {
  test(`${what} of 12,000 characters ends as the whole`, () => {
    let text = "";
    for (let index = 0; text.length < 12_000; index += 1) text += line(index);
    expect(streamed(text, usual, 43)).toBe(whole(text));
    expect(streamed(`${text}\n\nThe end.`, usual, 211)).toBe(whole(`${text}\n\nThe end.`));
  });
}

test("a heading by a later line, a table by a later row and a list made loose change what came before", () => {
  const view = new MarkdownView(usual);
  const after = (text: string) => htmlOf(view.render(text, false));
  expect(after("Title")).toContain("<p");
  expect(after("Title\n===")).toContain("<h3");
  const table = new MarkdownView(usual);
  htmlOf(table.render("| a | b |\n", false));
  expect(htmlOf(table.render("| a | b |\n|---|---|", false))).toContain("<table");
  const list = new MarkdownView(usual);
  expect(htmlOf(list.render("- a\n- b\n", false))).toContain('class="tight"');
  expect(htmlOf(list.render("- a\n- b\n\n- c", false))).toContain('class="loose"');
});

test("a definition makes links of what came before, and the first of a label counts", () => {
  const view = new MarkdownView(usual);
  const text =
    "See [it] and [It][].\n\nMore [it].\n\n[it]: https://first.test\n[it]: https://second.test\n";
  expect(htmlOf(view.render(text.slice(0, 40), false))).not.toContain("<a");
  const html = htmlOf(view.render(text, true));
  expect(html.match(/href="https:\/\/first\.test\/"/g)).toHaveLength(3);
  expect(html).not.toContain("second");
});

test("a definition counts in the long line behind it, which is read before the definition is complete", () => {
  const text = `[it]: https://it.test\n\n${"See [it] and other words. ".repeat(200)}`;
  expect(streamed(text, usual, 7)).toBe(whole(text));
  expect(whole(text)).toContain("https://it.test/");
});

test("another text, and one that goes on behind its end, are read from their start", () => {
  const view = new MarkdownView(usual);
  for (const [text, isComplete] of [
    ["# One", false],
    ["# Other\n\ntext", true],
    ["# Other\n\ntext and more", false],
    ["", true],
    ["last", true],
  ] as const) {
    const html = htmlOf(view.render(text, isComplete));
    if (isComplete) expect(html).toBe(whole(text));
  }
});

test("emphasis, code and links that are not complete are shown as if they were", () => {
  const shown = (text: string) => htmlOf(new MarkdownView(usual).render(text, false));
  expect(shown("Some **bold")).toContain("<strong>bold</strong>");
  expect(shown("Some `code")).toContain("code</code>");
  expect(shown("A [link](https://e.te")).not.toContain("](");
  expect(shown("```js\nlet a;\n``")).not.toContain("``");
});
