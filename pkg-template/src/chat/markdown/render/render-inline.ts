import { html, nothing, type TemplateResult } from "lit";
import type { MarkedToken, Token, Tokens } from "marked";
import { visibleText } from "../../../visible-text/visible-text.js";
import { decodeReferences } from "../lexing/entities.js";
import type { MathToken } from "../lexing/math.js";
import { addressOf, isLinkAddress } from "./address.js";
import type { RenderContext } from "./context.js";
import { prose } from "./prose.js";

/** A longer address of a link that is refused is shown in part. */
const LONGEST_ADDRESS = 300;

/** Something that Lit shows: a text, or a template. */
export type Shown = string | TemplateResult;

/** Templates of inline tokens. Neighbouring texts are one. */
export function renderInline(
  tokens: readonly Token[],
  context: RenderContext,
  isInLink = false,
): Shown[] {
  const all: Shown[] = [];
  for (const token of tokens) {
    const shown = renderOne(token as MarkedToken | MathToken, context, isInLink);
    if (shown === undefined) continue;
    const last = all.at(-1);
    if (typeof shown === "string" && typeof last === "string") all[all.length - 1] = last + shown;
    else all.push(shown);
  }
  return all;
}

function renderOne(
  token: MarkedToken | MathToken,
  context: RenderContext,
  isInLink: boolean,
): Shown | undefined {
  switch (token.type) {
    case "text":
      return prose(decodeReferences(token.text));
    case "escape":
      return prose(token.text);
    case "codespan":
      return html`<code part="markdown-inline-code" class="inline-code">${visibleText(token.text)}</code>`;
    case "br":
      return html`<br>`;
    case "strong":
      return html`<strong>${renderInline(token.tokens, context, isInLink)}</strong>`;
    case "em":
      return html`<em>${renderInline(token.tokens, context, isInLink)}</em>`;
    case "del":
      return html`<del>${renderInline(token.tokens, context, isInLink)}</del>`;
    case "link":
      return link(token, context, isInLink);
    case "image":
      return image(token, context, isInLink);
    case "html":
      // Models break lines in cells of tables so: there is no Markdown for it.
      return /^<br[ \t]*\/?>$/i.test(token.raw) ? html`<br>` : prose(token.raw);
    case "math":
      return formula(token, context);
    case "checkbox":
      return undefined;
    default:
      return prose(token.raw);
  }
}

function link(token: Tokens.Link, context: RenderContext, isInLink: boolean): Shown {
  const isLiteral = token.autolink === true;
  const text = isLiteral ? [prose(token.text)] : renderInline(token.tokens, context, true);
  if (isInLink) return html`${text}`;
  const url = addressOf(token.href, isLiteral);
  if (url && isLinkAddress(url, context.linkSchemes)) return anchor(url, text, token.title);
  const address = shortened(isLiteral ? token.href : decodeReferences(token.href));
  if (isLiteral) return html`<span part="markdown-refused-link" class="refused">${address}</span>`;
  return html`<span part="markdown-refused-link" class="refused">${text} (${address})</span>`;
}

function anchor(
  url: URL,
  text: readonly Shown[],
  title: string | null | undefined,
): TemplateResult {
  return html`<a
    part="markdown-link"
    href=${url.href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    title=${title ? prose(decodeReferences(title)) : nothing}
    >${text}</a
  >`;
}

function image(token: Tokens.Image, context: RenderContext, isInLink: boolean): TemplateResult {
  const alt = prose(plainText(token.tokens));
  const url = addressOf(token.href, false);
  if (url && context.hooks.allowsImage(url)) {
    return html`<img
      part="markdown-image"
      src=${url.href}
      alt=${alt}
      title=${token.title ? prose(decodeReferences(token.title)) : nothing}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
    />`;
  }
  const isLink = url !== undefined && isLinkAddress(url, context.linkSchemes);
  const place = isLink && url.host !== "" ? url.host : shortened(decodeReferences(token.href));
  const text = context.strings.markdownImage(alt, place);
  if (!isLink || isInLink) {
    return html`<span part="markdown-image-link" class="image-link">${text}</span>`;
  }
  return html`<a
    part="markdown-image-link"
    class="image-link"
    href=${url.href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    >${text}</a
  >`;
}

function formula(token: MathToken, { hooks }: RenderContext): TemplateResult {
  const shown = hooks.formula(token.text, token.isBlock, prose(token.raw));
  return html`<span part="markdown-math" class=${token.isBlock ? "math-block" : "math"}>${shown}</span>`;
}

/** The text of tokens without their form: what stands for a picture. */
export function plainText(tokens: readonly Token[]): string {
  let text = "";
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type === "br") text += " ";
    else if ("tokens" in token && token.tokens) text += plainText(token.tokens);
    else if (token.type === "text") text += decodeReferences(token.text);
    else text += "text" in token ? token.text : token.raw;
  }
  return text;
}

/** An address as text, with what is hidden in it. */
function shortened(address: string): string {
  const shown = visibleText(address.slice(0, LONGEST_ADDRESS));
  return address.length > LONGEST_ADDRESS ? `${shown}…` : shown;
}
