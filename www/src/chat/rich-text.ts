import { html, type TemplateResult } from "lit";

const MARKED = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;

/** An agent's text with `code` and **strong** set apart. It stays text: nothing in it is ever read as HTML. */
export function richText(text: string): (string | TemplateResult)[] {
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
