import { compactStyles } from "../../scripts/lib/styles.mjs";
import { expect, test } from "../node/test.js";

const script = [
  "/** Stays. */",
  "const styles = css `",
  "  /* Goes. */",
  "  .a::before {",
  '    content: "a  b"; /* Goes,',
  "      over two lines. */",
  "    color: red;",
  "  }",
  "`;",
  "const text = `  /* Stays. */`;",
];

test("styles lose their comments and indentation, and nothing else changes", () => {
  expect(compactStyles(script.join("\n")).split("\n")).toEqual([
    "/** Stays. */",
    "const styles = css `",
    "",
    ".a::before {",
    'content: "a  b";',
    "",
    "color: red;",
    "}",
    "`;",
    "const text = `  /* Stays. */`;",
  ]);
});

test("every line keeps its number", () => {
  expect(compactStyles(script.join("\n")).split("\n")).toHaveLength(script.length);
});
