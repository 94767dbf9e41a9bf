import type { ToolPreview } from "ag-ui-lit";
import { html, type TemplateResult } from "lit";
import { diffSummary, diffView } from "./diff-view.js";
import { readDiff } from "./unified-diff.js";
import { visibleText } from "./visible-text.js";

/** What a call would do, for a person who has to decide. */
export interface PreviewView {
  /** In a sentence. */
  readonly summary: TemplateResult;
  /** Line by line, where it changes a file. */
  readonly change?: TemplateResult;
  /** Whether all of it is shown, so that the arguments say nothing more. */
  readonly isWhole: boolean;
}

export function previewView(preview: ToolPreview): PreviewView {
  if (preview.kind === "text") {
    return {
      summary: html`<span class="said">${visibleText(preview.text)}</span>`,
      isWhole: false,
    };
  }
  const diff = readDiff(preview.diff);
  const path = visibleText(preview.path);
  const size = diffSummary(diff);
  return {
    summary: html`It would change <code>${path}</code>${size ? `: ${size}.` : "."}`,
    change: html`<div class="change" tabindex="0" role="group" aria-label="The change, line by line" data-testid="approval-diff">${diffView(diff)}</div>`,
    isWhole: diff.notes.length === 0 && !diff.hunks.flat().some(isCut),
  };
}

/** The tool says where it left something out. */
function isCut({ kind, text }: { readonly kind: string; readonly text: string }): boolean {
  return (kind === "note" && !text.startsWith("\\")) || /\[… \d+ characters more\]$/.test(text);
}
