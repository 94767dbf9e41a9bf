/** The parts of the cards: in the code, in the list that is exported, in the guide; and the manifest's word on the elements. */
import { readFileSync } from "node:fs";
import { cardParts } from "ag-ui-lit/views";
import { elementsOf } from "../support/elements.js";
import { expect, test } from "../support/test.js";

const folder = new URL("../../pkg-template/src/views/", import.meta.url);
const files = [
  "activity-card.ts",
  "default-card.ts",
  "folded-text.ts",
  "status-icon.ts",
  "tool-card.ts",
  "value-list.ts",
];

test("the list of parts has those that the code sets", () => {
  const set = files.flatMap((file) => {
    const source = readFileSync(new URL(file, folder), "utf8");
    const attributes = source.matchAll(/\bpart(?:=|: )"([\w -]+)"/g);
    return [...attributes].flatMap(([, names = ""]) => names.split(" "));
  });
  // The frame of a view is no template.
  expect([...new Set([...set, "card-view"])].sort()).toEqual(Object.keys(cardParts).sort());
});

test("the guide has the same list", () => {
  const guide = readFileSync(new URL("../../docs/views.md", import.meta.url), "utf8");
  const [, table = ""] = /\| Part \|[^\n]*\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(guide) ?? [];
  const rows = table.split("\n").map((row) => /^\| `([\w-]+)` \| (.*) \|$/.exec(row)?.slice(1));
  expect(Object.fromEntries(rows as [string, string][])).toEqual(cardParts);
});

test("the manifest and the guide name the same properties and events of the cards", () => {
  const guide = readFileSync(new URL("../../docs/views.md", import.meta.url), "utf8");
  for (const tag of ["ag-ui-tool-card", "ag-ui-activity-card"]) {
    const [row = ""] = new RegExp(`^\\| \`<${tag}>\` \\|.*$`, "m").exec(guide) ?? [];
    const [, , properties = "", events = ""] = row.split("|");
    const element = elementsOf(new URL("../../pkg/", import.meta.url)).find(
      ({ tagName }) => tagName === tag,
    );
    const fields = element?.members.filter(({ kind }) => kind === "field") ?? [];
    const named = [...properties.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(fields.map(({ name }) => name).sort());
    expect(element?.events.map(({ name }) => name)).toEqual([/`([\w-]+)`/.exec(events)?.[1]]);
    const all = [...fields, ...(element?.events ?? [])];
    expect(all.filter(({ description, type }) => !description || !type?.text)).toEqual([]);
  }
});
