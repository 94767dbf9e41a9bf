/** custom-elements.json and docs/threads-list.md describe `<ag-ui-threads>` as it is. */
import { readdirSync, readFileSync } from "node:fs";
import { elementsOf } from "../support/elements.js";
import { expect, test } from "../support/test.js";

const element = elementsOf(new URL("../../pkg/", import.meta.url)).find(
  ({ tagName }) => tagName === "ag-ui-threads",
);
if (!element) throw new Error("custom-elements.json has no <ag-ui-threads>.");
const guide = readFileSync(new URL("../../docs/threads-list.md", import.meta.url), "utf8");
const reference = guide.slice(guide.indexOf("## Reference"));

const namesOf = (all: readonly { name: string }[] = []) => all.map(({ name }) => name).sort();

/** The names in a column of the table that begins with this heading. */
function column(heading: string, index: number): string[] {
  const table = reference.slice(reference.indexOf(heading)).split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .flatMap((row) => /`([\w-]+)/.exec(row.split("|")[index] ?? "")?.[1] ?? [])
    .sort();
}

test("the guide's tables have its attributes, properties, methods and events", () => {
  const fields = element.members.filter(({ kind }) => kind === "field");
  const methods = element.members.filter(({ kind }) => kind === "method");
  expect(column("| Attribute |", 1)).toEqual(namesOf(element.attributes));
  expect(column("| Attribute |", 2)).toEqual(namesOf(fields));
  expect(column("| Method |", 1)).toEqual(namesOf(methods));
  expect(column("| Event |", 1)).toEqual(namesOf(element.events));
  expect(element.events).toHaveLength(6);
});

test("everything in the manifest says what it is", () => {
  const { attributes, members, events, cssParts = [] } = element;
  const all = [...attributes, ...members, ...events, ...cssParts];
  expect(all.filter(({ description }) => !description)).toEqual([]);
  expect(cssParts.length).toBeGreaterThan(20);
});

test("its parts are those of the list that the package exports, and of its sources", async ({
  harness,
}) => {
  const listed = await harness.evaluate(async () => {
    await load("threads");
    return Object.keys(threads.threadsParts);
  });
  expect(namesOf(element.cssParts)).toEqual([...listed].sort());
  const folder = new URL("../../pkg-template/src/threads/view/", import.meta.url);
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const used = new Set(
    [...sources.join("").matchAll(/part=(?:"([\w -]+)"|\$\{[^}]*\? "([\w -]+)")/g)].flatMap(
      ([, one = "", other = ""]) => `${one} ${other}`.trim().split(" "),
    ),
  );
  expect([...used].sort()).toEqual([...listed].sort());
});
