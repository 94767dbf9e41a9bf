import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { linkTree, WrittenFileError } from "./linked-tree.js";

test("a linked tree has the same files, npm's own lists are copies, and a tree that was written into is refused", () => {
  const from = test.info().outputPath("from");
  mkdirSync(join(from, "lit"), { recursive: true });
  writeFileSync(join(from, "lit", "index.js"), "1");
  writeFileSync(join(from, ".package-lock.json"), "{}");
  const installed = Date.now() + 1_000;

  const to = test.info().outputPath("to");
  linkTree(from, to, installed);
  const inode = (...path: string[]) => statSync(join(...path)).ino;
  expect(inode(to, "lit", "index.js")).toBe(inode(from, "lit", "index.js"));
  expect(inode(to, ".package-lock.json")).not.toBe(inode(from, ".package-lock.json"));
  expect(readFileSync(join(to, ".package-lock.json"), "utf8")).toBe("{}");

  // As a tool of one project would, through its link.
  const later = new Date(installed + 1_000);
  utimesSync(join(to, "lit", "index.js"), later, later);
  const again = test.info().outputPath("again");
  expect(() => linkTree(from, again, installed)).toThrow(WrittenFileError);
});
