import { css, html, type TemplateResult } from "lit";

/** A part of a file that runs on this page or its server, as it is written. */
export interface SourceCode {
  readonly file: string;
  readonly text: string;
}

const REGION = /^\/\/ #region (\w+)\n([\s\S]*?)^\/\/ #endregion/gm;

/**
 * The marked part of a file's text; all of it where nothing is marked.
 *
 * @param region the name of the part.
 */
export function sourceCode(file: string, text: string, region = "shown"): SourceCode {
  const found = [...text.matchAll(REGION)].find(([, name]) => name === region)?.[2];
  return { file, text: (found ?? text).trim() };
}

const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\\n]|\\.)*"|`[^`]*`)|\b(import|from|export|const|if|return|async|await|type|typeof|function|yield|new|class)\b/g;

/** TypeScript with its comments, strings and keywords set apart: enough for a few dozen lines. */
function highlighted(code: string): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const found of code.matchAll(TOKEN)) {
    const [token, comment, string] = found;
    const kind = comment ? "comment" : string ? "string" : "keyword";
    parts.push(code.slice(end, found.index), html`<span class=${kind}>${token}</span>`);
    end = found.index + token.length;
  }
  parts.push(code.slice(end));
  return parts;
}

/** The lines, with the name of their file. */
export function sourceView({ file, text }: SourceCode): TemplateResult {
  return html`<figure class="source">
    <figcaption>${file}</figcaption>
    <pre class="scroller" tabindex="0" role="group" aria-label="Source of ${file}" data-testid="source">${highlighted(text)}</pre>
  </figure>`;
}

export const sourceStyles = css`
  .source {
    margin: 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    overflow: hidden;
  }

  .source > * {
    margin: 0;
    padding: 0.5rem 1rem;
    font: 400 0.8125rem / 1.6 var(--mono);
    outline-offset: -2px;
  }

  .source figcaption {
    border-block-end: 1px solid var(--line);
    font-size: var(--tiny);
    overflow-wrap: anywhere;
  }

  .source :is(figcaption, .comment) {
    color: var(--muted);
  }

  .source .string {
    color: var(--good);
  }

  .source .keyword {
    color: var(--accent);
  }
`;
