/** A file's change, as the card of an approval reads it: all of it, and which lines stand next to each other. */
import { sideBySide } from "../../pkg/dist/approvals/diff/side-by-side.js";
import { readDiff } from "../../pkg/dist/approvals/diff/unified-diff.js";
import { expect, test } from "./test.js";

const lines = (...lines: string[]) => lines.join("\n");

test("lines have their numbers before and after, hunk by hunk", () => {
  const { hunks, notes, added, removed } = readDiff(
    lines(
      "--- a/x",
      "+++ b/x",
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
    ),
  );
  expect(hunks.map((hunk) => hunk.map(({ kind, before, after }) => [kind, before, after]))).toEqual(
    [
      [
        ["same", 2, 2],
        ["removed", 3, undefined],
        ["added", undefined, 3],
        ["added", undefined, 4],
        ["same", 4, 5],
      ],
      [
        ["removed", 10, undefined],
        ["added", undefined, 11],
      ],
    ],
  );
  expect([notes, added, removed]).toEqual([[], 3, 2]);
});

test("content that looks like the format itself is content, and nothing is left out", () => {
  const content = ["---- a/passwords", "+++ b/passwords", "+@@ -1 +1 @@", " \\ No newline"];
  const { hunks } = readDiff(lines("--- a/x", "+++ b/x", "@@ -1,2 +1,3 @@", ...content));
  expect(hunks.flat().map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "removed --- a/passwords",
    "added ++ b/passwords",
    "added @@ -1 +1 @@",
    "same \\ No newline",
  ]);
  const cut = readDiff(
    "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-one\n[The diff continues for 17 lines.]\n",
  );
  expect(cut.hunks.flat().at(-1)).toEqual({
    kind: "note",
    text: "[The diff continues for 17 lines.]",
  });
  expect(readDiff("Too long to show.").notes).toEqual(["Too long to show."]);
});

test("a removed line stands next to the line that was added in its place", () => {
  const [hunk = []] = readDiff(
    lines("@@ -1,4 +1,4 @@", " a", "-b", "-c", "+B", " d", "+e", "\\ No newline at end of file"),
  ).hunks;
  const rows = sideBySide(hunk);
  expect(rows.map(({ before, after, note }) => [before?.text, after?.text, note?.text])).toEqual([
    ["a", "a", undefined],
    ["b", "B", undefined],
    ["c", undefined, undefined],
    ["d", "d", undefined],
    [undefined, "e", undefined],
    [undefined, undefined, "\\ No newline at end of file"],
  ]);
});
