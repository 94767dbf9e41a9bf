import { html, nothing, type TemplateResult } from "lit";
import { markedText, plainMarkedText } from "../../look/marked-text.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { type DiffRow, sideBySide } from "./side-by-side.js";
import type { Diff, DiffLine } from "./unified-diff.js";

/** More lines are shown as plain text: each one is several elements. */
const mostLines = 1_500;

const signs = { same: "", added: "+", removed: "−", note: "" } as const;

/** The layout of a change: line by line, or the old and the new lines next to each other. */
export type DiffLayout = "unified" | "side-by-side";

/**
 * A change, line by line. Additions and removals have a sign for the eye and a word for a screen reader, besides the
 * colour.
 */
export function diffView(
  { hunks, notes }: Diff,
  layout: DiffLayout,
  strings: ApprovalStrings,
): TemplateResult {
  const count = hunks.reduce((sum, lines) => sum + lines.length, 0);
  if (count > mostLines) return html`${notes.map(note)}${plainText(hunks)}`;
  const body = layout === "unified" ? unified : columns;
  const gap = html`<p class="gap"><span aria-hidden="true">⋯</span><span class="visually-hidden">${strings.diffUnchanged}</span></p>`;
  return html`${notes.map(note)}${hunks.map(
    (lines, index) => html`${index > 0 ? gap : nothing}${body(lines, strings)}`,
  )}`;
}

function unified(lines: readonly DiffLine[], strings: ApprovalStrings): TemplateResult {
  return html`<div class="hunk">${lines.map((line) =>
    line.kind === "note"
      ? note(noteText(line.text, strings))
      : html`<div class="row ${line.kind}" part="diff-line diff-${line.kind}">${cells(line, line.after ?? line.before, strings)}</div>`,
  )}</div>`;
}

function columns(lines: readonly DiffLine[], strings: ApprovalStrings): TemplateResult {
  return html`<table class="columns">
    <thead><tr><th scope="col">${strings.diffBefore}</th><th scope="col">${strings.diffAfter}</th></tr></thead>
    <tbody>${sideBySide(lines).map((row) => columnsRow(row, strings))}</tbody>
  </table>`;
}

function columnsRow({ before, after, note: said }: DiffRow, strings: ApprovalStrings) {
  if (said) return html`<tr><td colspan="2">${note(noteText(said.text, strings))}</td></tr>`;
  const cell = (line: DiffLine | undefined, number: number | undefined) =>
    line
      ? html`<td class="row ${line.kind}" part="diff-line diff-${line.kind}"><div class="cells">${cells(line, number, strings)}</div></td>`
      : html`<td class="empty"></td>`;
  return html`<tr>${cell(before, before?.before)}${cell(after, after?.after)}</tr>`;
}

function cells(line: DiffLine, number: number | undefined, strings: ApprovalStrings) {
  const word = { same: "", note: "", added: strings.diffAdded, removed: strings.diffRemoved };
  return html`<span class="number" aria-hidden="true">${number}</span><span class="sign" aria-hidden="true">${signs[line.kind]}</span><span class="text"><span class="visually-hidden">${word[line.kind]} </span>${lineText(line.text)}</span>`;
}

/** Indentation is shown as it is; other invisible characters get a mark. */
function lineText(text: string): unknown {
  const [indentation = ""] = /^(?: {1,40}|\t{1,10})/.exec(text) ?? [];
  return [indentation, markedText(text.slice(indentation.length))];
}

function plainText(hunks: Diff["hunks"]): TemplateResult {
  const line = ({ kind, text }: DiffLine) => `${signs[kind] || " "} ${plainMarkedText(text)}\n`;
  return html`<pre class="plain">${hunks.map((lines) => lines.map(line).join("")).join("⋯\n")}</pre>`;
}

function note(text: string): TemplateResult {
  return html`<p class="note">${markedText(text)}</p>`;
}

function noteText(text: string, strings: ApprovalStrings): string {
  return text.startsWith("\\") ? strings.diffNoLineEnd : text;
}
