/** The guide's list of parts is that of the code, and the code has no other part. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdownParts } from "../../pkg/dist/chat/markdown/parts.js";
import { expect, test } from "./test.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the parts of a message's Markdown are those of the guide and of the templates", () => {
  const guide = readFileSync(`${root}/docs/chat-markdown.md`, "utf8");
  const rows = [...guide.matchAll(/^\| `(markdown[\w-]*)` \| (.*) \|$/gm)];
  const listed = rows.map(([, name = "", text]) => [name, `${text}.`]);
  expect(Object.fromEntries(listed)).toEqual(markdownParts);

  const source = `${root}/pkg-template/src/chat/markdown`;
  const used = new Set<string>();
  for (const file of readdirSync(source, { encoding: "utf8", recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const text = readFileSync(`${source}/${file}`, "utf8");
    for (const [, name = ""] of text.matchAll(/\bpart="([\w-]+)"/g)) used.add(name);
  }
  expect([...used].sort()).toEqual(Object.keys(markdownParts).sort());
});
