/** The toolbox's tools are listed once, in Rust. Whatever lists them again, or has a function for each group, is held to that here. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as toolbox from "ag-ui-lit/toolbox";

const text = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const catalogues = (await import(
  new URL("../../pkg/dist/toolbox/module/catalogue.js", import.meta.url).href
)) as Record<string, readonly { readonly name: string }[]>;

/** The names of each group's tools, by the function that gives them, as crates/toolbox has them. */
const groups = new Map(
  Object.entries(catalogues).map(([name, tools]) => [
    name.replace(/Catalogue$/, ""),
    tools.map((tool) => tool.name),
  ]),
);

test("every group has a function, and one that says what of it is available", async () => {
  assert.equal(groups.size, 10);
  for (const [group, names] of groups) {
    const { [group]: make, [`${group}Availability`]: availability } = toolbox as unknown as Record<
      string,
      () => Promise<object>
    >;
    assert.equal(typeof make, "function", group);
    const tools = (await availability?.()) ?? {};
    assert.deepEqual(Object.keys(tools).sort(), [...names].sort(), group);
  }
});

test("availableTools() has every tool", async () => {
  assert.deepEqual(
    Object.keys(await toolbox.availableTools()).sort(),
    [...groups.values()].flat().sort(),
  );
});

test("exactly one module exports the definitions of a group", () => {
  for (const group of groups.keys()) {
    const raw = `raw${group[0]?.toUpperCase()}${group.slice(1)}`;
    const having = ["light", "files", "web", "page", "bash"].filter((part) =>
      text(`crates/toolbox-${part}/src/lib.rs`).includes(`js_name = ${raw},`),
    );
    assert.equal(having.length, 1, `${raw} is exported by: ${having.join(", ")}`);
  }
});

/** The rows of a table whose first cell is code, by that. */
const rows = (lines: string, row: RegExp): Map<string, string> =>
  new Map(Array.from(lines.matchAll(row), ([, name = "", cell = ""]) => [name, cell]));

const namesIn = (cell: string): string[] =>
  Array.from(cell.matchAll(/`(\w+)`/g), ([, name = ""]) => name);

test("the guide's table has every group with its tools", () => {
  const table = rows(text("docs/toolbox.md"), /^\| `(\w+)` \| (.+?) \| \[/gm);
  const listed = Array.from(table, ([group, cell]) => [group, namesIn(cell)]);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(groups));
});

test("the crate's table has every tool, once", () => {
  const table = rows(text("crates/toolbox/src/lib.rs"), /^\/\/! \| \[`(\w+)`\] \| (`.+) \|$/gm);
  const listed = [...table.values()].flatMap(namesIn);
  assert.deepEqual(listed.sort(), [...groups.values()].flat().sort());
});

test("results have the type of each tool's metadata, by its name", () => {
  const sources = ["agents", "bash", "calendar", "files", "flights", "page", "runs", "todo", "web"];
  const declared = sources.flatMap((name) => {
    const source = text(`pkg-template/src/toolbox/${name}.ts`);
    const [, members = ""] = /interface ToolboxResultMetadata \{([^}]*)\}/.exec(source) ?? [];
    return Array.from(members.matchAll(/(\w+): \w+;/g), ([, tool]) => tool);
  });
  // A thought has no metadata.
  const names = [...groups.values()].flat().filter((name) => name !== "thinking");
  assert.deepEqual(declared.sort(), names.sort());
});
