import { html, type TemplateResult } from "lit";
import { type TextBlock, textBlocks } from "./text-blocks.js";

const MARKED = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;

/** An agent's text: paragraphs with `code` and **strong** set apart, and code blocks. Nothing in it is ever read as HTML. */
export function richText(text: string): TemplateResult[] {
  return textBlocks(text).map(block);
}

function block({ kind, text, language }: TextBlock): TemplateResult {
  if (kind === "text") return html`<p>${inline(text)}</p>`;
  // Without a tabindex a keyboard could not scroll it.
  const label = language === "" ? "Code" : `Code, ${language}`;
  return html`<pre class="scroller" tabindex="0" role="group" aria-label=${label} data-testid="code-block">${text}</pre>`;
}

function inline(text: string): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const found of text.matchAll(MARKED)) {
    parts.push(
      text.slice(end, found.index),
      found[1] === undefined ? html`<strong>${found[2]}</strong>` : html`<code>${found[1]}</code>`,
    );
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}
