/** Sizes of downloads, which `npm run build` prints: what was compressed once is not compressed again, in whatever worktree. */
// In a process of its own: it has a cache of its own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { hashText } from "../../scripts/lib/stamp.mjs";
import { expect, test } from "../node/test.js";

const cache = mkdtempSync(join(tmpdir(), "ag-ui-lit-sizes-"));
process.env.XDG_CACHE_HOME = cache;
const { brotliSize } = await import("../../scripts/lib/brotli-size.mjs");

const file = join(cache, "ag-ui-lit", "brotli-sizes.json");
const known = (): [string, number][] => JSON.parse(readFileSync(file, "utf8"));

after(() => rmSync(cache, { recursive: true, force: true }));

test("a size is that of the best compression, and all that are asked for at once are kept", async () => {
  const texts = ["first ", "second ", "third "].map((word) => word.repeat(1000));
  const sizes = texts.map((text) => brotliCompressSync(text).length);
  expect(await Promise.all(texts.map(brotliSize))).toEqual(sizes);
  const kept = new Map(known());
  expect(texts.map((text) => kept.get(hashText(text)))).toEqual(sizes);
});

test("a size that another process has kept is not computed", async () => {
  writeFileSync(file, JSON.stringify([[hashText("kept"), 42]]));
  expect(await brotliSize("kept")).toBe(42);
});

test("the newest sizes are kept, to a bound", async () => {
  const many = Array.from({ length: 2000 }, (_, at) => [`${at}`, at]);
  writeFileSync(file, JSON.stringify(many));
  const size = await brotliSize("new");
  expect(known()).toHaveLength(2000);
  expect(known()[0]).toEqual(["1", 1]);
  expect(known().at(-1)).toEqual([hashText("new"), size]);
});

test("a cache that can't be read counts as empty", async () => {
  writeFileSync(file, "{");
  const size = await brotliSize("again");
  expect(known()).toEqual([[hashText("again"), size]]);
});
