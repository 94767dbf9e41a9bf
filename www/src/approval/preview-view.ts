import type { ToolPreview } from "ag-ui-lit";
import { html, type TemplateResult } from "lit";
import { diffSummary, diffView } from "./diff-view.js";
import { markedText } from "./marked-text.js";
import { readDiff } from "./unified-diff.js";

/** What a call would do, for a person who has to decide. */
export interface PreviewView {
  /** In a sentence. */
  readonly summary: TemplateResult;
  /** Line by line, where it changes a file. */
  readonly change?: TemplateResult;
  /** Whether all of it is shown, so that the arguments say nothing more. */
  readonly isWhole: boolean;
}

/** A longer summary scrolls, so that it can't push the answers out of view. */
const LONG = 300;

/** A sentence for the person who has to decide. */
export function summaryText(text: string): TemplateResult {
  const shown = markedText(text);
  // Without a tabindex a keyboard could not scroll it.
  return text.length > LONG
    ? html`<div class="said scroller" tabindex="0" role="group" aria-label="What it would do">${shown}</div>`
    : html`<span class="said">${shown}</span>`;
}

export function previewView(preview: ToolPreview): PreviewView {
  if (preview.kind === "text") {
    return {
      summary: summaryText(preview.text),
      isWhole: false,
    };
  }
  const diff = readDiff(preview.diff);
  const path = markedText(preview.path);
  const size = diffSummary(diff);
  return {
    summary: html`It would change <code>${path}</code>${size ? `: ${size}.` : "."}`,
    change: html`<div class="change scroller" tabindex="0" role="group" aria-label="The change, line by line" data-testid="approval-diff">${diffView(diff)}</div>`,
    isWhole: diff.notes.length === 0 && !diff.hunks.flat().some(isCut),
  };
}

/** The tool says where it left something out. */
function isCut({ kind, text }: { readonly kind: string; readonly text: string }): boolean {
  return (kind === "note" && !text.startsWith("\\")) || /\[… \d+ characters more\]$/.test(text);
}
