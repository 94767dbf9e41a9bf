import { html, type TemplateResult } from "lit";

/** The element around a message's Markdown: the same one before Markdown is read as afterwards. */
export function markdownFrame(shown: unknown): TemplateResult {
  return html`<div part="markdown" class="markdown">${shown}</div>`;
}
