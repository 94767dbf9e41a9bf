import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Marked, type Token, type Tokens } from "marked";
import type { Connect, Plugin } from "vite";

const DOCS = new URL("../docs/", import.meta.url);

/** The path below the page's under which the guides are, in the dev server and in a built site. */
const FOLDER = "guides";

/** Makes the guides of `docs/` part of the demo, as pages that need neither script nor network. */
export function guides(): Plugin {
  return {
    name: "ag-ui-lit-demo-guides",
    configureServer: ({ middlewares }) => void middlewares.use(`/${FOLDER}`, serve),
    generateBundle() {
      for (const name of guideNames()) {
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${name}.html`, source: page(name) });
      }
    },
  };
}

const serve: Connect.NextHandleFunction = ({ url }, response, next) => {
  const [, name = ""] = /^\/([\w-]+)\.html(?:\?|$)/.exec(url ?? "") ?? [];
  if (!guideNames().includes(name)) return next();
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(page(name));
};

/** The names of all guides, without `.md`. */
function guideNames(): string[] {
  const names = readdirSync(fileURLToPath(DOCS)).filter((name) => name.endsWith(".md"));
  return names.map((name) => name.slice(0, -".md".length));
}

/** A guide as a whole page. */
function page(name: string): string {
  const text = readFileSync(new URL(`${name}.md`, DOCS), "utf8");
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  const marked = new Marked({ gfm: true, renderer: { heading, code } });
  const body = marked.parser(withLinks(marked.lexer(text)));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title.replaceAll("`", ""))} · ag-ui-lit</title>
<style>${STYLES}</style>
<main>${name === "README" ? "" : `<nav aria-label="Guides"><a href="README.html">All guides</a></nav>`}
${body}</main>
</html>
`;
}

/** Has links to guides lead to their pages. A link to another file becomes text: the site does not have it. */
function withLinks(tokens: Token[]): Token[] {
  const walk = (list: Token[]): Token[] =>
    list.flatMap((token) => {
      for (const key of ["tokens", "items"] as const) {
        const children = (token as Partial<Record<typeof key, Token[]>>)[key];
        if (children) Object.assign(token, { [key]: walk(children) });
      }
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        for (const cell of [header, ...rows].flat()) cell.tokens = walk(cell.tokens);
      }
      if (token.type === "image") return [];
      if (token.type !== "link") return [token];
      const href = targetOf(token.href);
      return href === undefined ? (token.tokens ?? []) : [{ ...token, href }];
    });
  return walk(tokens);
}

function targetOf(href: string): string | undefined {
  if (/^(https:|#)/.test(href)) return href;
  const [, name = "", anchor = ""] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return guideNames().includes(name) ? `${name}.html${anchor}` : undefined;
}

/** A heading with the anchor that links between the guides use. */
function heading(
  this: { parser: { parseInline(tokens: Token[]): string } },
  token: Tokens.Heading,
): string {
  const { depth, text, tokens } = token;
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
  return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
}

/** A block of code, which can be scrolled by keyboard. */
function code({ text }: Tokens.Code): string {
  return `<pre tabindex="0" role="group" aria-label="Code"><code>${escaped(text)}</code></pre>\n`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (char) => names[char] ?? char);
}

const STYLES = `
:root { color-scheme: light dark; --line: light-dark(#dcdde3, #383b42); --soft: light-dark(#f6f6f8, #212328); }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#fff, #17181b); color: light-dark(#1c1d21, #eceef2);
  font: 400 0.9375rem / 1.6 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 50rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 2rem) 4rem; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; }
h1 { font-size: 1.75rem; } h2 { margin-top: 2.25rem; font-size: 1.25rem; } h3 { font-size: 1.0625rem; }
a { color: light-dark(#2b59c3, #9db8ff); }
nav { font-size: 0.8125rem; }
code, pre { font: 0.8125rem / 1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
p code, li code, td code { padding: 0.0625rem 0.25rem; border-radius: 4px; background: var(--soft); overflow-wrap: anywhere; }
pre { overflow: auto; margin: 1rem 0; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--soft); }
table { display: table; width: 100%; margin: 1rem 0; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.375rem 0.625rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
`;
