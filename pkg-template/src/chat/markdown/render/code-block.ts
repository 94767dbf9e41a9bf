import { html, type TemplateResult } from "lit";
import { visibleText } from "../../../visible-text/visible-text.js";
import { decodeReferences } from "../lexing/entities.js";
import type { RenderContext } from "./context.js";
import { copyCode } from "./copy-code.js";

/** The language of a block of code, by what follows its fence. */
export function languageOf(info: string | undefined): string {
  const [word = ""] = decodeReferences(
    (info ?? "").trim().replace(/\\([!-/:-@[-`{-~])/g, "$1"),
  ).split(/\s/, 1);
  return visibleText(word.slice(0, 40));
}

/**
 * A block of code, with the name of its language and a button that copies it.
 *
 * @param shown its content, plain or highlighted.
 * @param code its source, which is asked for when it is copied.
 */
export function codeBlock(
  language: string,
  shown: unknown,
  code: () => string,
  { strings }: RenderContext,
): TemplateResult {
  const copy = (event: Event) => copyCode(event, code(), strings);
  return html`<div part="markdown-code-block" class="code-block" dir="ltr">
    <div part="markdown-code-bar" class="code-bar">
      <span part="markdown-code-language" class="code-language">${language}</span>
      <span part="markdown-copy-status" class="copy-status" role="status"></span>
      <button
        part="markdown-copy"
        class="copy"
        type="button"
        aria-label=${strings.markdownCopyCode(language)}
        @click=${copy}
      >
        ${strings.markdownCopy}
      </button>
    </div>
    <pre
      part="markdown-code"
      class="code"
      tabindex="0"
      role="group"
      aria-label=${strings.markdownCode(language)}
    ><code>${shown}</code></pre>
  </div>`;
}

/** Plain code in one piece. */
export function plainCode(code: string): TemplateResult {
  return html`<span class="lines">${visibleText(code)}</span>`;
}
