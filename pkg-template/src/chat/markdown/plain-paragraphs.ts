import { html, type TemplateResult } from "lit";
import { markdownFrame } from "./frame.js";
import { directionOf } from "./render/direction.js";
import { prose } from "./render/prose.js";

/** A text of more paragraphs is shown as one. */
const MOST = 500;

/** The text of a message while what reads its Markdown is not there: paragraphs with its lines, as it is written. */
export function plainParagraphs(text: string): TemplateResult {
  const paragraphs = text.split(/(?:\r?\n){2,}/, MOST + 1);
  const shown = paragraphs.length > MOST ? [text] : paragraphs;
  return markdownFrame(shown.filter((each) => each.trim() !== "").map(paragraph));
}

function paragraph(text: string): TemplateResult {
  return html`<p part="markdown-paragraph" class="plain" dir=${directionOf(text)}>${prose(text)}</p>`;
}
