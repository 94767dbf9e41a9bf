/** The parts of the cards and the form: in the code, in the list that a page forwards, and in the guide. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

const guide = readFileSync(new URL("../../docs/approval-cards.md", import.meta.url), "utf8");

const listed = {
  "ag-ui-approval-card": "approvalCardParts",
  "ag-ui-interrupt-card": "interruptCardParts",
  "ag-ui-json-form": "jsonFormParts",
} as const;

/** The cards have the parts of their form, too. */
const withForm = async (page: Page, names: Iterable<string | undefined>) =>
  [...new Set([...names, ...(await namesOf(page, "jsonFormParts"))])].sort();

const namesOf = (page: Page, list: (typeof listed)[keyof typeof listed]) =>
  page.evaluate(async (list) => {
    await load("approvals");
    return Object.keys(approvals[list]);
  }, list);

for (const [tag, list] of Object.entries(listed)) {
  test(`the guide lists the parts of <${tag}>, as the package does`, async ({ harness }) => {
    const [, cell = ""] = new RegExp(`\\| \`<${tag}>\` \\| (.*) \\|`).exec(guide) ?? [];
    const names = [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect(await withForm(harness, names)).toEqual((await namesOf(harness, list)).sort());
  });
}

test("the package lists exactly the parts that its templates have", async ({ harness }) => {
  const sources = (folder: string, files: readonly string[]) =>
    files
      .map((file) => new URL(`../../pkg-template/src/approvals/${folder}/${file}`, import.meta.url))
      .map((file) => readFileSync(file, "utf8"))
      .join("");
  const partsIn = (text: string) =>
    [...text.matchAll(/\bpart="([^"]+)"/g)].flatMap(([, value = ""]) => value.split(" "));
  const form = sources("form", [
    "json-form.ts",
    "error-summary.ts",
    "field-frame.ts",
    "leaf-view.ts",
    "nested-view.ts",
  ]);
  const inForm = new Set([...partsIn(form), "mark"]);
  expect([...inForm].sort()).toEqual((await namesOf(harness, "jsonFormParts")).sort());
  const shared = sources("card", ["question-card.ts"]);
  const card = sources("card", [
    "approval-card.ts",
    "argument-list.ts",
    "preview-view.ts",
    "request-view.ts",
  ]);
  const lines = ["diff-line", "diff-added", "diff-removed", "diff-same", "mark"];
  const inCard = new Set([...partsIn(shared), ...partsIn(card), ...lines]);
  expect(await withForm(harness, inCard)).toEqual(
    (await namesOf(harness, "approvalCardParts")).sort(),
  );
  const interrupt = sources("interrupt", ["interrupt-card.ts", "interrupt-view.ts"]).replace(
    /\$\{name\}-button/g,
    "approve-button decline-button",
  );
  const inInterrupt = new Set([...partsIn(shared), ...partsIn(interrupt), "mark"]);
  expect(await withForm(harness, inInterrupt)).toEqual(
    (await namesOf(harness, "interruptCardParts")).sort(),
  );
});
