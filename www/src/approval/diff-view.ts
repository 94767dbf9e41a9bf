import { html, type TemplateResult } from "lit";
import { markedText, plainMarkedText } from "./marked-text.js";
import type { Diff, DiffLine } from "./unified-diff.js";

/** More lines are shown as plain text: each one is several elements. */
const MOST_LINES = 1_500;

const WORDS = { same: "", added: "Added: ", removed: "Removed: ", note: "" } as const;
const SIGNS = { same: "", added: "+", removed: "−", note: "" } as const;

/** A change, line by line. What is added and removed has a sign for the eye and a word for a screen reader, besides its colour. */
export function diffView({ hunks, notes }: Diff): TemplateResult {
  const count = hunks.reduce((sum, lines) => sum + lines.length, 0);
  return html`${notes.map((note) => html`<p class="none">${markedText(note)}</p>`)}
  ${
    count > MOST_LINES
      ? html`<pre class="plain">${hunks.map((lines) => lines.map(plainLine).join("")).join("⋯\n")}</pre>`
      : hunks.map(
          (lines, index) =>
            html`${index > 0 ? GAP : ""}<div class="hunk">${lines.map(diffLine)}</div>`,
        )
  }`;
}

/** How much a change is, in words. */
export function diffSummary({ added, removed }: Diff): string {
  const parts = [
    ...(added > 0 ? [`${lines(added)} added`] : []),
    ...(removed > 0 ? [`${lines(removed)} removed`] : []),
  ];
  return parts.join(", ");
}

const GAP = html`<p class="gap"><span aria-hidden="true">⋯</span><span class="visually-hidden">Lines that stay as they are</span></p>`;

function diffLine({ kind, before, after, text }: DiffLine): TemplateResult {
  if (kind === "note") return html`<p class="none">${markedText(noteText(text))}</p>`;
  return html`<div class="line ${kind}"><span class="number" aria-hidden="true">${after ?? before}</span><span class="sign" aria-hidden="true">${SIGNS[kind]}</span><span class="text"><span class="visually-hidden">${WORDS[kind]}</span>${lineText(text)}</span></div>`;
}

/** Indentation is seen as it is; what else can't be seen has a mark. */
function lineText(text: string): unknown {
  const [indentation = ""] = /^(?: {1,40}|\t{1,10})/.exec(text) ?? [];
  return [indentation, markedText(text.slice(indentation.length))];
}

function plainLine({ kind, text }: DiffLine): string {
  return `${SIGNS[kind] || " "} ${plainMarkedText(text)}\n`;
}

function noteText(text: string): string {
  return text.startsWith("\\") ? "The line above ends the file without a line end." : text;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count.toLocaleString("en")} lines`;
}
