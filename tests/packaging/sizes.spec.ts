import { expect, test } from "@playwright/test";
import { limits, pageSizes, total } from "../../scripts/lib/page-sizes.mjs";
import { pkg } from "./pack.js";

test.describe.configure({ mode: "default" }); // measured once

let sizes: Awaited<ReturnType<typeof pageSizes>>;

test.beforeAll(async () => {
  sizes = await pageSizes(pkg);
});

/** Those that are above their limit, or have none, in kB. */
const above = (actual: Record<string, number>, allowed: Record<string, number>): string[] =>
  Object.entries(actual)
    .filter(([name, bytes]) => !(bytes / 1000 <= (allowed[name] ?? 0)))
    .map(([name, bytes]) => `${name}: ${bytes / 1000} kB, the limit is ${allowed[name]}`);

test("no WebAssembly module is larger than a page can bear to load", () => {
  expect(
    above(sizes.modules, limits.modules),
    "What has come in belongs into a module of its own that is loaded when it is needed (crates/toolbox, crates/json-schema), " +
      "or behind a feature that the module is built without: look at what `cargo tree -p <crate> --target " +
      "wasm32-unknown-unknown -e normal` has gained, and at `twiggy top` of the module",
  ).toEqual([]);
});

test("a page that imports an entry downloads no more than the entry is worth", () => {
  const scripts = Object.fromEntries(sizes.entries.map(({ page, scripts }) => [page, scripts]));
  expect(Object.keys(scripts).sort()).toEqual(Object.keys(limits.entries).sort());
  expect(
    above(scripts, limits.entries),
    "an entry's scripts, with their dependencies. Look at what the entry imports now; where it is worth it, raise the limit",
  ).toEqual([]);
});

test("a page with a tool, and one with an agent, start with few bytes", () => {
  const pages = Object.fromEntries(sizes.pages.map((size) => [size.page, total(size)]));
  expect(Object.keys(pages)).toHaveLength(3);
  expect(above(pages, limits.pages), "scripts and modules that a page loads at once").toEqual([]);
});
