import { readDiff } from "../../www/src/approval/unified-diff.js";
import { expect, test } from "./test.js";

test("lines have their numbers before and after, hunk by hunk", () => {
  const diff = readDiff(
    [
      "--- a/notes.md",
      "+++ b/notes.md",
      "@@ -2,3 +2,4 @@",
      " two",
      "-three",
      "+THREE",
      "+and a half",
      " four",
      "@@ -10 +11 @@ of something",
      "-ten",
      "+TEN",
      "",
    ].join("\n"),
  );
  expect(diff).toEqual({
    hunks: [
      [
        { kind: "same", text: "two", before: 2, after: 2 },
        { kind: "removed", text: "three", before: 3 },
        { kind: "added", text: "THREE", after: 3 },
        { kind: "added", text: "and a half", after: 4 },
        { kind: "same", text: "four", before: 4, after: 5 },
      ],
      [
        { kind: "removed", text: "ten", before: 10 },
        { kind: "added", text: "TEN", after: 11 },
      ],
    ],
    notes: [],
    added: 3,
    removed: 2,
  });
});

test("content that looks like the format itself is content", () => {
  const lines = ["---- a/passwords", "+++ b/passwords", "+@@ -1 +1 @@", " \\ No newline"];
  const { hunks, notes } = readDiff(["--- a/x", "+++ b/x", "@@ -1,2 +1,3 @@", ...lines].join("\n"));
  expect(hunks.flat().map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "removed --- a/passwords",
    "added ++ b/passwords",
    "added @@ -1 +1 @@",
    "same \\ No newline",
  ]);
  expect(notes).toEqual([]);
});

test("nothing is left out: what is cut, missing or no diff at all stays to be read", () => {
  const cut = readDiff(
    "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-one\n[The diff goes on for 17 lines.]\n",
  );
  expect(cut.hunks).toEqual([
    [
      { kind: "removed", text: "one", before: 1 },
      { kind: "note", text: "[The diff goes on for 17 lines.]" },
    ],
  ]);
  const end = readDiff("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n");
  expect(end.hunks.flat().map(({ kind }) => kind)).toEqual(["removed", "note", "added"]);
  const words = readDiff("--- a/x\n+++ b/x\n[9000 lines are replaced by 1: too many.]\n");
  expect(words.notes).toEqual(["[9000 lines are replaced by 1: too many.]"]);
  expect(readDiff("").hunks).toEqual([]);
});

test("a file that is new, and one that is emptied", () => {
  const made = readDiff("--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+one\n+two\n");
  expect(made.hunks.flat().map(({ after }) => after)).toEqual([1, 2]);
  const emptied = readDiff("--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-one\n");
  expect([emptied.added, emptied.removed]).toEqual([0, 1]);
});
