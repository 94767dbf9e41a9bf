/** Markdown in a page, as the chat shows it, and what tests ask of it. */
import { render } from "lit";
import { marked } from "marked";
import { MarkdownView } from "../../../pkg/dist/chat/markdown/markdown-view.js";
import type { MarkdownOptions } from "../../../pkg/dist/chat/markdown/render/options.js";
import { markdownStyles } from "../../../pkg/dist/chat/markdown/styles.js";
import { tokens } from "../../../pkg/dist/look/tokens.js";
import { english } from "../../../pkg/dist/texts/english.js";

/** The elements that a message may have, each with its attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  A: ["href", "target", "rel", "title"],
  BLOCKQUOTE: ["dir"],
  BR: [],
  BUTTON: ["type", "aria-label"],
  CODE: [],
  DEL: [],
  DIV: ["dir", "role", "tabindex", "aria-label"],
  EM: [],
  H3: ["dir"],
  H4: ["dir"],
  H5: ["dir"],
  H6: ["dir", "aria-level"],
  HR: [],
  IMG: ["src", "alt", "title", "loading", "decoding", "referrerpolicy"],
  INPUT: ["type", "disabled", "checked", "aria-label"],
  LI: ["dir"],
  OL: ["dir", "start"],
  P: ["dir"],
  PRE: ["tabindex", "role", "aria-label"],
  SPAN: ["role"],
  STRONG: [],
  TABLE: ["dir"],
  TBODY: [],
  TD: ["dir"],
  TH: ["dir", "scope"],
  THEAD: [],
  TR: [],
  UL: ["dir"],
};

/** A message in a shadow root of its own. */
export function openMessage(options: Partial<MarkdownOptions> = {}) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheets = [tokens.styleSheet, markdownStyles.styleSheet];
  root.adoptedStyleSheets = sheets.filter((sheet) => sheet !== undefined);
  document.body.append(host);
  let view = new MarkdownView({ strings: english, ...options });
  const show = (text: string, isComplete: boolean) => render(view.render(text, isComplete), root);
  return {
    root,
    show,
    /** Shows a text at every cut, and at its end; `check` is called after each. */
    stream(text: string, step: number, check: () => void = () => {}): void {
      view = new MarkdownView({ strings: english, ...options });
      for (let end = 0; end < text.length; end += step) {
        show(text.slice(0, end), false);
        check();
      }
      show(text, true);
      check();
    },
    /** Shows a text at once, by a view that has seen nothing before. */
    whole(text: string): void {
      render(undefined, root);
      view = new MarkdownView({ strings: english, ...options });
      show(text, true);
    },
  };
}

/** The elements and attributes of a message that it may not have, and links with schemes that they may not have. */
export function strangers(root: ParentNode, schemes: readonly string[]): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    const allowed = ALLOWED[element.tagName];
    if (!allowed) found.push(element.tagName);
    for (const { name } of element.attributes) {
      if (name !== "part" && name !== "class" && !allowed?.includes(name))
        found.push(`${element.tagName} ${name}`);
    }
    if (element instanceof HTMLAnchorElement && !schemes.includes(element.protocol.slice(0, -1))) {
      found.push(element.href);
    }
  }
  return found;
}

/** The markup of a message, without what Lit leaves in it. */
export function markup(root: ShadowRoot): string {
  return root.innerHTML.replace(/<!--[\s\S]*?-->/g, "");
}

/** The structure of a message, in a form that is the same for the HTML that marked makes. */
export function structure(root: ParentNode): string {
  const copy = document.createElement("div");
  for (const child of root.childNodes) copy.append(child.cloneNode(true));
  return [...copy.childNodes]
    .map((node) => outline(node, false))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** The same of marked's HTML for a text, and whether that has HTML of the text's own. */
export function markedStructure(text: string): {
  readonly shape: string;
  readonly hasHtml: boolean;
} {
  let hasHtml = false;
  marked.walkTokens(marked.lexer(text), (token) => {
    hasHtml ||= token.type === "html";
  });
  const html = marked.parse(text, { async: false });
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return { shape: structure(parsed.body), hasHtml };
}

/** Elements of ours around others, which marked does not have. */
const AROUND = ".markdown, .code-block, .table-region, .lines, tbody, thead";

function outline(node: Node, isCode: boolean): string {
  if (node instanceof Text)
    return isCode ? node.data.replaceAll("\n", "⏎").replaceAll(" ", "·") : node.data;
  if (!(node instanceof Element) || node.matches(".code-bar")) return "";
  const isIn = isCode || node.matches("pre");
  const inner = [...node.childNodes].map((child) => outline(child, isIn)).join("");
  // A tight item has no paragraphs in marked's HTML.
  if (node.matches(AROUND) || node.matches("li > p"))
    return ` ${inner} `.replace(/^ | $/g, isIn ? "" : " ");
  const facts = ["href", "src", "alt", "title", "start", "checked", "align"].flatMap((name) =>
    factOf(node, name),
  );
  const tag = tagOf(node);
  const shown = isIn ? inner.replace(/⏎$/, "") : inner.trim();
  const isInline = /^(?:a|em|strong|del|code|img)$/.test(tag) && !node.matches("pre > code");
  return isInline
    ? `<${[tag, ...facts].join(" ")}>${inner}</>`
    : ` <${[tag, ...facts].join(" ")}>${shown}</> `;
}

/** marked's headings are two levels higher. */
function tagOf(node: Element): string {
  const tag = node.tagName.toLowerCase();
  const own = node.getAttribute("part") === "markdown-heading";
  const level = /^h(\d)$/.exec(tag)?.[1];
  if (level === undefined) return tag;
  return own ? `h${Number(node.getAttribute("aria-level") ?? level) - 2}` : tag;
}

function factOf(node: Element, name: string): string[] {
  if (name === "align") {
    const align = node.getAttribute("align") ?? /align-(\w+)/.exec(node.className)?.[1];
    return align ? [`align=${align}`] : [];
  }
  if (!node.hasAttribute(name)) return [];
  if (name === "href") return [`href=${(node as HTMLAnchorElement).href}`];
  if (name === "src") return [`src=${(node as HTMLImageElement).src}`];
  return [`${name}=${node.getAttribute(name)}`];
}
