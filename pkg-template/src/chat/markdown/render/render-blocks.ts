import { html, nothing, type TemplateResult } from "lit";
import type { MarkedToken, Token, Tokens } from "marked";
import type { TailToken } from "../document/unit-reader.js";
import { codeBlock, languageOf, plainCode } from "./code-block.js";
import type { RenderContext } from "./context.js";
import { directionOf } from "./direction.js";
import { prose } from "./prose.js";
import { renderInline, type Shown } from "./render-inline.js";
import { rowsOf, tableOf } from "./render-table.js";

/**
 * Templates of blocks. The direction of paragraphs within others is that of their text, by the styles.
 */
export function renderBlocks(tokens: readonly Token[], context: RenderContext): TemplateResult[] {
  const all: TemplateResult[] = [];
  for (const token of tokens) {
    const shown = renderBlock(token as MarkedToken | TailToken, context);
    if (shown) all.push(shown);
  }
  return all;
}

function renderBlock(
  token: MarkedToken | TailToken,
  context: RenderContext,
): TemplateResult | undefined {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return undefined;
    case "paragraph":
      return paragraph(renderInline(token.tokens, context));
    case "text":
      return paragraph(renderInline(token.tokens ?? [token], context));
    case "heading":
      return heading(token.depth, renderInline(token.tokens, context));
    case "code":
      return codeOf(token, context);
    case "blockquote":
      return html`<blockquote part="markdown-quote" dir=${directionOf(token.raw)}>${renderBlocks(token.tokens, context)}</blockquote>`;
    case "list":
      return listOf(
        token,
        token.loose,
        token.items.map((item) => itemOf(item, context)),
      );
    case "table":
      return tableOf(token.header, rowsOf(token.rows, context), context);
    case "hr":
      return rule();
    case "html":
      return rawText(prose(token.raw.replace(/\n+$/, "")));
    case "tail":
      return paragraph([prose(token.raw)]);
    default:
      return paragraph([prose(token.raw)]);
  }
}

/**
 * A paragraph of the top level.
 *
 * @param source its text, or the start of it.
 */
export function topParagraph(source: string, shown: unknown): TemplateResult {
  return html`<p part="markdown-paragraph" dir=${directionOf(source)}>${shown}</p>`;
}

function paragraph(shown: unknown): TemplateResult {
  return html`<p part="markdown-paragraph">${shown}</p>`;
}

/** A line between blocks. */
export function rule(): TemplateResult {
  return html`<hr part="markdown-rule">`;
}

/** Text that is shown as it is written, with its lines. */
export function rawText(shown: unknown): TemplateResult {
  return html`<p part="markdown-html" class="raw" dir="auto">${shown}</p>`;
}

/** A heading. The page's own are above those of a message, whose first level is the third. */
function heading(depth: number, shown: readonly Shown[]): TemplateResult {
  if (depth === 1) return html`<h3 part="markdown-heading" dir="auto">${shown}</h3>`;
  if (depth === 2) return html`<h4 part="markdown-heading" dir="auto">${shown}</h4>`;
  if (depth === 3) return html`<h5 part="markdown-heading" dir="auto">${shown}</h5>`;
  const level = depth === 4 ? nothing : depth + 2;
  return html`<h6 part="markdown-heading" dir="auto" aria-level=${level}>${shown}</h6>`;
}

/** A list. Items of one that is tight stand closer; the elements are the same, so that a later blank line changes none. */
export function listOf(
  { ordered, start, raw }: Pick<Tokens.List, "ordered" | "start" | "raw">,
  isLoose: boolean,
  items: unknown,
): TemplateResult {
  const spacing = isLoose ? "loose" : "tight";
  const direction = directionOf(raw);
  if (!ordered)
    return html`<ul part="markdown-list" class=${spacing} dir=${direction}>${items}</ul>`;
  const first = start === "" || start === 1 ? nothing : start;
  return html`<ol part="markdown-list" class=${spacing} dir=${direction} start=${first}>${items}</ol>`;
}

/** An item of a list. */
export function itemOf(item: Tokens.ListItem, context: RenderContext): TemplateResult {
  const blocks = renderBlocks(item.tokens, context);
  if (!item.task) return html`<li part="markdown-item">${blocks}</li>`;
  const { markdownDone, markdownNotDone } = context.strings;
  return html`<li part="markdown-item" class="task"><input
    part="markdown-checkbox"
    type="checkbox"
    disabled
    ?checked=${item.checked === true}
    aria-label=${item.checked ? markdownDone : markdownNotDone}
  >${blocks}</li>`;
}

function codeOf(token: Tokens.Code, context: RenderContext): TemplateResult {
  const language = languageOf(token.lang);
  const code = token.text.replace(/\n$/, "");
  const plain = code === "" ? nothing : plainCode(`${code}\n`);
  const shown = context.isComplete
    ? context.hooks.highlighted(token, () => code, language, plain)
    : plain;
  return codeBlock(language, shown, () => code, context);
}
