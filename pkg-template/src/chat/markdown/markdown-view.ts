// stand-in: the file of the branch markdown counts
import { html, type TemplateResult } from "lit";
import type { Strings } from "../../look/strings.js";

export interface MarkdownOptions {
  readonly linkSchemes?: readonly string[];
  readonly allowImage?: (url: URL) => boolean;
  readonly highlight?: (code: string, language: string) => unknown;
  readonly math?: (source: string, isBlock: boolean) => unknown;
  readonly strings: Strings;
}

export class MarkdownView {
  constructor(readonly options: MarkdownOptions) {}

  render(text: string, _isComplete: boolean): TemplateResult {
    return html`${text.split(/\n{2,}/).map((each) => html`<p part="paragraph">${each}</p>`)}`;
  }
}
