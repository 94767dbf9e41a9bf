/** What of a block's source is shown while more of it is to come. */
import { heal } from "../../pkg/dist/chat/markdown/document/heal.js";
import { examples } from "../support/markdown/examples.js";
import { expect, test } from "./test.js";

/** Sources that are not complete, each with what is shown. */
const healed: Readonly<Record<string, string>> = {
  "Some **bold": "Some **bold**",
  "Some **bold ": "Some **bold** ",
  "Some **bold*": "Some **bold**",
  "***both*": "***both***",
  "*a **b": "*a **b***",
  "**a *b* c": "**a *b* c**",
  "~~gone~": "~~gone~~",
  "Head: __b": "Head: __b__",
  "(*see": "(*see*",
  "a `code": "a `code`",
  "``a `b": "``a `b``",
  "`**no` **yes": "`**no` **yes**",
  "\\*no *yes": "\\*no *yes*",
  "A [link](https://e.te": "A link",
  "A **[link](https://e": "A **link**",
  "[a](b) and [c](d(e": "[a](b) and c",
  "A [li": "A li",
  "a ![picture](https://e": "a ",
  "a ![pic": "a ",
  "- one\n- **two": "- one\n- **two**",
  "> **quote\n> more": "> **quote\n> more**",
  "| **a** | **b": "| **a** | **b**",
  // A mark of which nothing follows is not shown yet.
  "a **": "a ",
  "- `": "- ",
  "Text\n-": "Text",
  "Text\n--": "Text",
  "Text\n=": "Text",
};

/** Sources that are shown as they are. */
const same = [
  "a * b",
  "2*3",
  "snake_case",
  "a[i",
  "A [link]",
  "- [ ] task",
  "**Note:** this",
  "`a` and **b**",
  "- a\n  ```\n  **b",
  "**a\n\nb",
  "- **a\n- b",
  "| a | **b |",
  "Text\n---",
  "*",
  "1.",
  "- *",
];

test("what has begun is shown as if it had ended", () => {
  for (const [source, shown] of Object.entries(healed)) expect(heal(source), source).toBe(shown);
  for (const source of same) expect(heal(source), source).toBe(source);
});

test("of every example, at every cut, nothing but marks is added", () => {
  for (const [name, markdown] of examples) {
    for (let end = 0; end <= markdown.length; end += 1) {
      const source = markdown.slice(0, end);
      let at = 0;
      const letters = [...heal(source).replace(/[*_~`\s]/g, "")];
      const strange = letters.find((letter) => {
        at = source.indexOf(letter, at) + 1;
        return at === 0;
      });
      if (strange !== undefined) expect(heal(source), name).toBe(source);
    }
  }
});

test("a long source, and hostile ones, cost little", () => {
  const parts = ["[", "*a ", "`a ``b ", "[a](", "_*~", "**a _b ", "> ", "- ", "![a](", "| "];
  for (const part of parts) {
    const source = part.repeat(4_000 / part.length);
    expect(heal(source).length, part).toBeLessThan(source.length + 100);
    expect(heal(part.repeat(4_000)), part).toBe(part.repeat(4_000));
  }
});
