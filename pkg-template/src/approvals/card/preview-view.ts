import { html, nothing, type TemplateResult } from "lit";
import { markedText } from "../../look/marked-text.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import type { ToolPreview } from "../../tools/types.js";
import { type DiffLayout, diffView } from "../diff/diff-view.js";
import { type Diff, readDiff } from "../diff/unified-diff.js";

/** A longer summary scrolls, so that it can't push the answers out of view. */
const longText = 300;

/** The effect of a call, in a sentence. */
export function summaryText(text: string, label: string): TemplateResult {
  const shown = markedText(text);
  // Without a tabindex a keyboard could not scroll it.
  return text.length > longText
    ? html`<div class="scroller" tabindex="0" role="group" aria-label=${label}>${shown}</div>`
    : html`${shown}`;
}

/** A file's change, as it was read once for a request. */
export interface ShownChange {
  readonly path: string;
  readonly diff: Diff;
}

/** The change of a preview, if it is one. */
export function changeOf(preview: ToolPreview | undefined): ShownChange | undefined {
  return preview?.kind === "diff"
    ? { path: preview.path, diff: readDiff(preview.diff) }
    : undefined;
}

/** The size of a change as text. */
export function changeSummary({ diff }: ShownChange, strings: ApprovalStrings): string {
  return strings.change(strings.diffSize(diff.added, diff.removed));
}

/** A file's change, line by line, under its path. */
export function changeView(
  { path, diff }: ShownChange,
  layout: DiffLayout,
  strings: ApprovalStrings,
  switchLayout: () => void,
): TemplateResult {
  const hasLines = diff.hunks.length > 0;
  return html`<div part="preview">
    <div class="change-head">
      <p class="label"><code>${markedText(path)}</code></p>
      ${
        hasLines
          ? html`<button class="button plain" part="button" type="button" aria-pressed=${layout === "side-by-side"} @click=${switchLayout}>${strings.diffSideBySide}</button>`
          : nothing
      }
    </div>
    <div class="diff shadowed scroller" tabindex="0" role="group" aria-label=${strings.diffLabel(path)}>${diffView(diff, layout, strings)}</div>
  </div>`;
}
